"""The files that a person means by the paths given: files as they are, folders by the formats we read."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}


@dataclass(frozen=True, slots=True)
class Skipped:
    """What lies in a folder and is not read, with the reason why, such as "is a pipe and no file"."""

    path: Path
    reason: str

    def as_json(self) -> dict[str, str]:
        """The same as JSON data."""
        return {"path": name_of(self.path), "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Gathered:
    """The files to be read, each once, and what was left out of the folders that hold them."""

    files: tuple[Path, ...] = ()
    skipped: tuple[Skipped, ...] = ()


def name_of(path: Path) -> str:
    """What a document made of this file is called: its path, with what is no text in it replaced."""
    return os.fsencode(path).decode("utf-8", "replace")


def given_paths(texts: Sequence[str]) -> list[Path]:
    """The paths as they were given. Raises ``InvalidInput`` for an empty one, which would mean the current folder."""
    if any(not text for text in texts):
        raise InvalidInput("A path is empty: write . where you mean the current folder")
    return [Path(text) for text in texts]


def gather(paths: Sequence[Path], extensions: Collection[str]) -> Gathered:
    """Every file, once, in the order given; a folder gives its readable files in alphabetical order, hidden ones not.

    A path that is given is followed where it is a link. Within a folder a link is read where it leads to a file of the
    same folder that is not read under its own name; every other link, and what is neither file nor folder, is skipped
    and named. Raises ``NotFound`` for a path that does not exist, ``InvalidInput`` for a folder with nothing readable
    in it and for what is neither file nor folder.
    """
    found: dict[Path, None] = {}
    skipped: dict[Path, Skipped] = {}
    for path in paths:
        if path.is_dir():
            within = _within(path, extensions)
            skipped |= {one.path: one for one in within.skipped}
            if not within.files:
                raise InvalidInput(_nothing_in(path, within.skipped, extensions))
            found.update(dict.fromkeys(within.files))
        elif path.is_file():
            found[path] = None
        elif path.exists():
            raise InvalidInput(f"{str(path)!r} is neither a file nor a folder: give one that is")
        else:
            raise NotFound(f"There is no file or folder {str(path)!r}: check the path")
    return Gathered(tuple(found), tuple(skipped.values()))


def read_file(path: Path, *, limit: int) -> bytes:
    """The file's bytes. Raises ``OSError``, or ``InvalidInput`` where it has more than ``limit`` or is no file."""
    # A pipe that took the file's place since would be waited for.
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise InvalidInput(f"{str(path)!r} is no file any more: check the path")
        if status.st_size > limit:
            size, most = status.st_size / (1 << 20), limit >> 20
            raise InvalidInput(f"{str(path)!r} has {size:.0f} MB and {most} MB is the most: split it and add the parts")
        return file.read()


def _nothing_in(folder: Path, skipped: Sequence[Skipped], extensions: Collection[str]) -> str:
    known = ", ".join(sorted(extensions))
    said = f"The folder {str(folder)!r} has no file that can be read: known are {known}"
    return "; ".join([said, *(f"{str(one.path)!r} {one.reason}" for one in skipped)])


def _within(folder: Path, extensions: Collection[str]) -> Gathered:
    """The folder's readable files, and what was left out; first what is there itself, then where links lead."""
    skipped: list[Skipped] = []
    files: list[Path] = []
    links: list[Path] = []
    for path in _walk(folder, skipped):
        try:
            mode = path.lstat().st_mode
        except OSError as error:
            skipped.append(_unopened(path, error))
            continue
        if stat.S_ISLNK(mode):
            links.append(path)
        elif not stat.S_ISREG(mode):
            skipped.append(Skipped(path, f"is {_KINDS.get(stat.S_IFMT(mode), 'something else')} and no file"))
        elif path.suffix.lower() in extensions:
            files.append(path)
    top, taken = folder.resolve(), {path.resolve() for path in files}
    for link in links:
        reason = _reason_against(link, top, taken)
        if reason is not None:
            skipped.append(Skipped(link, reason))
        elif link.suffix.lower() in extensions:
            files.append(link)
            taken.add(link.resolve())
    return Gathered(tuple(sorted(files, key=_order)), tuple(sorted(skipped, key=lambda one: _order(one.path))))


def _reason_against(link: Path, top: Path, taken: Collection[Path]) -> str | None:
    """Why the link is not read; None where it leads to a file of its folder."""
    try:
        target = link.resolve(strict=True)
    except (OSError, RuntimeError):  # older interpreters say RuntimeError for a circle
        return "is a link that leads nowhere"
    if not target.is_relative_to(top):
        return "is a link that leads out of the folder: name what it leads to, to have it put in"
    if target in taken:
        return "is a link to a file that is read under another name"
    if not target.is_file():
        return "is a link to a folder of the same folder" if target.is_dir() else "is a link to no file"
    return None


def _walk(folder: Path, skipped: list[Skipped]) -> Iterator[Path]:
    """Everything in the folder that is no folder itself, no hidden name among it; links to folders too."""
    for root, folders, names in os.walk(folder, onerror=lambda error: skipped.append(_unopened(error.filename, error))):
        linked = [name for name in folders if Path(root, name).is_symlink()]
        folders[:] = [name for name in folders if not name.startswith(".") and name not in linked]
        for name in (*names, *linked):
            if not name.startswith("."):
                yield Path(root, name)


def _unopened(path: str | Path, error: OSError) -> Skipped:
    return Skipped(Path(path), f"cannot be opened: {error.strerror}; check its permissions")


def _order(path: Path) -> tuple[tuple[str, ...], str]:
    """Files before those of folders beside them, each in alphabetical order."""
    return path.parts[:-1], path.name
