"""Files that a command writes where it was told to: whole or not at all."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def read_text(path: Path) -> str:
    """The file's text. Raises ``OSError``, or ``InvalidInput`` where it is not in UTF-8."""
    return decode(path.read_bytes(), str(path))


def decode(data: bytes, name: str) -> str:
    """The bytes of what is called ``name`` as text. Raises ``InvalidInput`` where they are not in UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name!r} is not in UTF-8 (byte {error.start}): save it as UTF-8") from error


def place_text(target: Path, data: bytes) -> None:
    """Put these bytes in the file. Raises ``OSError``; then the file is as it was."""

    def write(draft: Path) -> None:
        draft.write_bytes(data)

    _place(target, write)


def place_file(target: Path, source: Path) -> None:
    """Move the file to its place, over a boundary of file systems too. Raises ``OSError``; then nothing was moved."""

    def copy(draft: Path) -> None:
        shutil.copyfile(source, draft)

    _place(target, copy)
    with suppress(OSError):
        source.unlink()


def _place(target: Path, write: Callable[[Path], None]) -> None:
    draft = target.with_name(f".{target.name}.{uuid4().hex}")
    try:
        write(draft)
        os.replace(draft, target)
    except OSError as error:
        if error.filename != str(draft):
            raise
        # The draft is ours: whoever named the target has never seen its name.
        raise OSError(error.errno, error.strerror, str(target)) from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
