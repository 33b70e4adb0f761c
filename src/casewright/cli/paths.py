"""The files that a person means by the paths given: files as they are, folders with every file that lies in them."""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from casewright.cli.output import counted
from casewright.domain.system_files import reason_to_skip
from casewright.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
_LISTED = 5


@dataclass(frozen=True, slots=True)
class Skipped:
    """What lies in a folder or an archive and is not read, with the reason why, such as "is a pipe and no file".

    ``is_system`` where it is hidden, or a program's own; ``is_unread`` where it may be a document that stays unread.
    """

    name: str
    reason: str
    is_system: bool = False
    is_unread: bool = False

    def as_json(self) -> dict[str, str]:
        """The same as JSON data."""
        return {"path": self.name, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Gathered:
    """The files to be read, each once, what each is called, and what was left out of the folders that hold them."""

    files: tuple[Path, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    names: Mapping[Path, str] = field(default_factory=dict)


def name_of(path: Path) -> str:
    """The path as text, with what is no text in it replaced."""
    return os.fsencode(path).decode("utf-8", "replace")


def base_name(path: Path) -> str:
    """What the file is called where it lies."""
    return name_of(Path(path.name))


def given_paths(texts: Sequence[str]) -> list[Path]:
    """The paths as they were given. Raises ``InvalidInput`` for an empty one, which would mean the current folder."""
    if any(not text for text in texts):
        raise InvalidInput("A path is empty: write . where you mean the current folder")
    return [Path(text) for text in texts]


def gather(paths: Sequence[Path], extensions: Collection[str] | None = None, *, home: Path | None = None) -> Gathered:
    """Every file, once, in the order given; a folder gives its files in alphabetical order.

    Hidden files, those that programs leave for themselves and our own ``home`` are skipped and named, and so are,
    where ``extensions`` are given, files of others. A path that is given is followed where it is a link. Within a
    folder a link is read where it leads to a file of the same folder that is not read under its own name; every
    other link, and what is neither file nor folder, is skipped and named. A file is called by its base name, or by
    its path below the folder given; of those that would have one name each gets as much of its path as it takes.
    Raises ``NotFound`` for a path that does not exist, ``InvalidInput`` for a folder with no file in it and for
    what is neither file nor folder.
    """
    found: dict[Path, Path] = {}
    skipped: dict[tuple[Path, str], Skipped] = {}
    for path in paths:
        if path.is_dir():
            files, left_out = _within(path, extensions, home)
            skipped |= {(path, one.name): one for one in left_out}
            if not files:
                raise InvalidInput(_nothing_in(path, left_out, extensions))
            for file in files:
                found.setdefault(file, path)
        elif path.is_file():
            found.setdefault(path, path.parent)
        elif path.exists():
            raise InvalidInput(f"{str(path)!r} is neither a file nor a folder: give one that is")
        else:
            raise NotFound(f"There is no file or folder {str(path)!r}: check the path")
    return Gathered(tuple(found), tuple(skipped.values()), _names(found))


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


def listed_names(skipped: Sequence[Skipped]) -> str:
    """The first of their names."""
    shown = ", ".join(one.name for one in skipped[:_LISTED])
    return f"{shown}{', …' if len(skipped) > _LISTED else ''}"


def _names(found: Mapping[Path, Path]) -> dict[Path, str]:
    """What each file is called: its path below its folder, longer to the left where others are called the same."""
    whole = {path: Path(os.path.abspath(path)).parts[1:] for path in found}
    length = {path: max(1, len(path.relative_to(folder).parts)) for path, folder in found.items()}

    def called(path: Path) -> str:
        return name_of(Path(*whole[path][-length[path] :]))

    names = {path: called(path) for path in found}
    while True:
        same: dict[str, list[Path]] = defaultdict(list)
        for path, name in names.items():
            same[name].append(path)
        longer = [
            path
            for group in same.values()
            if len({whole[path] for path in group}) > 1
            for path in group
            if length[path] < len(whole[path])
        ]
        if not longer:
            return names
        for path in longer:
            length[path] += 1
            names[path] = called(path)


def _nothing_in(folder: Path, skipped: Sequence[Skipped], extensions: Collection[str] | None) -> str:
    said = f"The folder {str(folder)!r} has no file that can be read"
    if extensions is not None:
        said += f": known are {', '.join(sorted(extensions))}"
    system = [one for one in skipped if one.is_system]
    others = [f"{one.name!r} {one.reason}" for one in skipped if not one.is_system]
    told = others[:_LISTED]
    if len(others) > _LISTED:
        told.append(f"{len(others) - _LISTED} more")
    if system:
        told.append(f"{counted(len(system), 'hidden or system file')} ({listed_names(system)})")
    return "; ".join([said, *(told or ["it is empty"])])


def _within(
    folder: Path, extensions: Collection[str] | None, home: Path | None
) -> tuple[tuple[Path, ...], list[Skipped]]:
    """The folder's files, and what was left out; first what is there itself, then where links lead."""
    skipped: dict[Path, Skipped] = {}
    files: list[Path] = []
    links: list[Path] = []

    def skip(path: Path, reason: str, *, is_system: bool = False, is_unread: bool = False) -> None:
        skipped[path] = Skipped(name_of(path.relative_to(folder)), reason, is_system, is_unread)

    def take(path: Path) -> bool:
        if extensions is None or path.suffix.lower() in extensions:
            files.append(path)
            return True
        skip(path, f"is of a format that is not read here: known are {', '.join(sorted(extensions))}", is_unread=True)
        return False

    for path, reason in _walk(folder, home, lambda path, error: skip(path, _refusal(error), is_unread=True)):
        if reason is not None:
            skip(path, reason, is_system=True)
            continue
        try:
            mode = path.lstat().st_mode
        except OSError as error:
            skip(path, _refusal(error), is_unread=True)
            continue
        if stat.S_ISLNK(mode):
            links.append(path)
        elif not stat.S_ISREG(mode):
            skip(path, f"is {_KINDS.get(stat.S_IFMT(mode), 'something else')} and no file")
        else:
            take(path)
    top, taken = folder.resolve(), {path.resolve() for path in files}
    for link in links:
        found = _reason_against(link, top, taken)
        if found is not None:
            skip(link, found[0], is_unread=found[1])
        elif take(link):
            taken.add(link.resolve())
    order = sorted(skipped, key=_order)
    return tuple(sorted(files, key=_order)), [skipped[path] for path in order]


def _reason_against(link: Path, top: Path, taken: Collection[Path]) -> tuple[str, bool] | None:
    """Why the link is not read, and whether a file stays unread by it; None where it leads to one of its folder."""
    try:
        target = link.resolve(strict=True)
    except (OSError, RuntimeError):  # older interpreters say RuntimeError for a circle
        return "is a link that leads nowhere", True
    if not target.is_relative_to(top):
        return "is a link that leads out of the folder: name what it leads to, to have it put in", True
    if target in taken:
        return "is a link to a file that is read under another name", False
    if not target.is_file():
        return ("is a link to a folder of the same folder" if target.is_dir() else "is a link to no file"), False
    return None


def _walk(
    folder: Path, home: Path | None, refused: Callable[[Path, OSError], None]
) -> Iterator[tuple[Path, str | None]]:
    """Everything in the folder that is no folder itself, and folders that are not gone into; why one is no document."""
    own = None if home is None else home.resolve()
    for root, folders, names in os.walk(folder, onerror=lambda error: refused(Path(error.filename), error)):
        entered: list[str] = []
        for name in folders:
            reason = reason_to_skip((name,))
            if own is not None and name == own.name and Path(root, name).resolve() == own:
                reason = "is the home folder of Casewright"
            if reason is None and not Path(root, name).is_symlink():
                entered.append(name)
            else:
                yield Path(root, name), reason
        folders[:] = entered
        for name in names:
            yield Path(root, name), reason_to_skip((name,))


def _refusal(error: OSError) -> str:
    return f"cannot be opened: {error.strerror}; check its permissions"


def _order(path: Path) -> tuple[tuple[str, ...], str]:
    """Files before those of folders beside them, each in alphabetical order."""
    return path.parts[:-1], path.name
