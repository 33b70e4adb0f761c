"""Files that a command writes where it was told to: whole or not at all, and never over one that is there unasked."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

Force = Annotated[bool, typer.Option("--force", help="Replace a file that is there.")]

_READABLE = 0o666
"""What a new file's rights are before the user's own mask."""


def read_text(path: Path) -> str:
    """The file's text. Raises ``OSError``, or ``InvalidInput`` where it is not in UTF-8."""
    return decode(path.read_bytes(), str(path))


def decode(data: bytes, name: str) -> str:
    """The bytes of what is called ``name`` as text. Raises ``InvalidInput`` where they are not in UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name!r} is not in UTF-8 (byte {error.start}): save it as UTF-8") from error


def require_free(targets: Iterable[Path], *, force: bool) -> None:
    """Before anything is done: nothing is there that would be overwritten, and each can be written.

    Raises ``InvalidInput`` naming the file, and --force where it would help.
    """
    seen: set[Path] = set()
    for target in targets:
        if target in seen:
            raise InvalidInput(f"{str(target)!r} is named twice: give each file a name of its own")
        seen.add(target)
        if target.is_dir():
            raise InvalidInput(f"{str(target)!r} is a folder: name a file in it")
        if not target.parent.is_dir():
            raise InvalidInput(f"There is no folder {str(target.parent)!r} to write {target.name!r} in: make it first")
        _require_file(target)
        if not force and os.path.lexists(target):
            raise _taken(target)


def place_text(target: Path, data: bytes, *, force: bool, mode: int = _READABLE) -> None:
    """Put these bytes in a new file; with ``force`` in place of one that is there.

    Raises ``InvalidInput`` where there is one, or ``OSError``; then everything is as it was.
    """

    def write(draft: int) -> None:
        with os.fdopen(draft, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    _place(target, write, force=force, mode=mode)


def place_file(target: Path, source: Path, *, force: bool) -> None:
    """Move the file to its place, over a boundary of file systems too; with ``force`` in place of one that is there.

    Raises ``InvalidInput`` where there is one, or ``OSError``; then nothing was moved.
    """

    def copy(draft: int) -> None:
        with os.fdopen(draft, "wb") as file, source.open("rb") as whole:
            shutil.copyfileobj(whole, file)
            file.flush()
            os.fsync(file.fileno())

    _place(target, copy, force=force, mode=_READABLE)
    with suppress(OSError):
        source.unlink()


def _place(target: Path, write: Callable[[int], None], *, force: bool, mode: int) -> None:
    _require_file(target)
    draft = target.with_name(f".{target.name}.{uuid4().hex}")
    try:
        write(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
        if force:
            os.replace(draft, target)
        else:
            _put_new(draft, target)
    except OSError as error:
        if error.filename != str(draft):
            raise
        # The draft is ours: whoever named the target has never seen its name.
        raise OSError(error.errno, error.strerror, str(target)) from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _require_file(target: Path) -> None:
    """What is there is a file, a folder or a link: a device or a pipe in its place would be gone for every program."""
    if target.exists() and not (target.is_file() or target.is_dir() or target.is_symlink()):
        raise InvalidInput(f"{str(target)!r} is no file (a device, pipe or socket): name a file")


def _put_new(draft: Path, target: Path) -> None:
    """Give the draft its name, where no file has it: of two who do so at once, one is refused."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise _taken(target) from None
    except OSError:
        # A file system without links: the name is taken by an empty file of ours first.
        try:
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            raise _taken(target) from None
        os.replace(draft, target)


def _taken(target: Path) -> InvalidInput:
    return InvalidInput(f"There is a file {str(target)!r} already: name another, or replace it with --force")
