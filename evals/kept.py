"""What takes minutes, kept in a folder from one evaluation to the next, by everything that it depends on.

A file's name is the hash of the document, of the code that read it and, for what a reader found, of its model. So
nothing is ever stale, and files of other code just lie there; the folder can be deleted at any time.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import TypeAdapter, ValidationError

import casewright
from casewright.adapters.scoring.features import unpack
from casewright.domain.documents import Chunk, Furniture, OffsetMap, Reading, Section
from casewright.domain.facts import FactHow, FoundFact
from casewright.errors import IntegrityError, InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.adapters.scoring.features import Features
    from casewright.tools.ports.documents import DocumentReader

_Kind = TypeVar("_Kind")

_PACKAGE: Final = Path(casewright.__file__).parent
_REPOSITORY: Final = Path(__file__).resolve().parents[1]
_READS: Final = ("adapters/ingest", "domain")
"""The parts of the package that make a reading out of a text."""
_COUNTS: Final = tuple(f"adapters/scoring/{one}.py" for one in ("encoder", "features", "tokens"))
"""Those that make features, beside the encoder's own file."""


@dataclass(frozen=True, slots=True)
class _KeptReading:
    media_type: str
    text: str
    chunks: tuple[Chunk, ...]
    offsets: OffsetMap
    furniture: tuple[Furniture, ...]
    sections: tuple[Section, ...] | None


@dataclass(frozen=True, slots=True)
class _KeptFind:
    field: str
    start: int
    end: int
    confidence: float
    how: FactHow


_READING: Final = TypeAdapter(_KeptReading)
_FINDS: Final = TypeAdapter(list[_KeptFind])


class Kept:
    """Readings of text files, finds of facts, and texts' features. With no folder everything is made anew."""

    def __init__(self, folder: Path | None) -> None:
        """Raises ``InvalidInput`` for a folder of the repository: contracts have no place in it."""
        if folder is not None and folder.resolve().is_relative_to(_REPOSITORY):
            raise InvalidInput(f"--cache {str(folder)!r} lies in the repository: name a folder outside of it.")
        self._folder = folder

    def reading(self, reader: DocumentReader, text: str) -> Reading:
        """The text as a file of plain text is read: its text, chunks, sections, furniture and offsets."""
        data = text.encode("utf-8")
        file = self._file("reading", data, code_of(_READS))
        if (kept := _load(file, _READING)) is not None:
            return Reading(
                kept.media_type,
                kept.text,
                kept.chunks,
                offsets=kept.offsets,
                furniture=kept.furniture,
                sections=kept.sections,
            )
        read = reader.read(data, "contract.txt")
        made = _KeptReading(read.media_type, read.text, read.chunks, read.offsets, read.furniture, read.sections)
        _save(file, _READING, made)
        return read

    def finds(self, text: str, version: str, model: bytes, find: Callable[[], Sequence[FoundFact]]) -> list[FoundFact]:
        """What ``find`` finds in the document of this text. ``model`` is a hash of the model's files."""
        file = self._file("facts", text.encode("utf-8"), code_of(("",)), version.encode("utf-8"), model)
        kept = _load(file, _FINDS)
        if kept is None:
            kept = [_KeptFind(one.field, one.start, one.end, one.confidence, one.how) for one in find()]
            _save(file, _FINDS, kept)
        return [FoundFact(one.field, one.start, one.end, one.confidence, one.how) for one in kept]

    def features(self, texts: Sequence[str], encoder: str, make: Callable[[Sequence[str]], Features]) -> Features:
        """What ``make`` makes of these texts with the encoder of this SHA-256, vectors included."""
        words = "\0".join(texts).encode("utf-8", "surrogatepass")
        file = self._file("features", words, hash_of([_PACKAGE / one for one in _COUNTS]), encoder.encode("utf-8"))
        if file is not None and file.exists():
            try:
                return unpack(file.read_bytes())
            except (OSError, IntegrityError):  # made anew and replaced
                pass
        made = make(texts)
        _write(file, made.pack)
        return made

    def _file(self, kind: str, *parts: bytes) -> Path | None:
        if self._folder is None:
            return None
        name = sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()
        return self._folder / kind / name[:2] / f"{name}.json"


@cache
def code_of(folders: tuple[str, ...]) -> bytes:
    """The hash of all files below these folders of the package."""
    return hash_of([path for folder in folders for path in (_PACKAGE / folder).rglob("*")])


def hash_of(paths: Sequence[Path]) -> bytes:
    """The hash of these files' names and contents; what is compiled is left out."""
    found = sha256()
    for path in sorted(path for path in paths if path.is_file() and "__pycache__" not in path.parts):
        found.update(path.name.encode("utf-8") + b"\0" + sha256(path.read_bytes()).digest())
    return found.digest()


def _load(file: Path | None, kind: TypeAdapter[_Kind]) -> _Kind | None:
    if file is None or not file.exists():
        return None
    try:
        return kind.validate_json(file.read_bytes())
    except (OSError, ValidationError):  # it is made anew and replaced
        return None


def _save(file: Path | None, kind: TypeAdapter[_Kind], value: _Kind) -> None:
    _write(file, lambda: kind.dump_json(value))


def _write(file: Path | None, data: Callable[[], bytes]) -> None:
    """Whole or not at all: written beside and moved."""
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(f".{os.getpid()}")
        beside.write_bytes(data())
        beside.replace(file)
    except OSError as problem:
        raise InvalidInput(f"--cache: {str(file)!r} cannot be written ({problem.strerror}): name another.") from problem
