"""Files that are being written: in one folder below the store's root, each locked by who writes it.

The system lets go of the lock when the writer ends, however it ends: a file that nobody holds was left behind.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLDER = ".new"


@contextmanager
def new_file(root: Path, data: bytes) -> Iterator[Path]:
    """A file below ``root`` that holds the bytes, on disk, to be renamed or linked within; gone at the end."""
    folder = root / _FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, new = _held_file(folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if sys.platform == "win32":  # where no open file is renamed
                file.close()
            yield new
    finally:
        with suppress(OSError):
            new.unlink()


def sweep(root: Path) -> None:
    """Remove the files that nobody writes any more. Where files cannot be locked, nothing is removed."""
    with suppress(FileNotFoundError, NotADirectoryError):
        for entry in os.scandir(root / _FOLDER):
            with suppress(OSError):
                _remove_left(Path(entry.path))


def _remove_left(path: Path) -> None:
    handle = os.open(path, os.O_RDWR)
    try:
        if _lock(handle, wait=False):
            path.unlink()
    finally:
        os.close(handle)


def _held_file(folder: Path) -> tuple[int, Path]:
    """A new file, open and locked; made again where it was swept before it was locked."""
    while True:
        handle, name = tempfile.mkstemp(dir=folder)
        try:
            _lock(handle, wait=True)
            if os.fstat(handle).st_nlink:
                return handle, Path(name)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


if sys.platform != "win32":

    def _lock(handle: int, *, wait: bool) -> bool:
        """Lock the open file, which no child inherits; False where somebody has it locked."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True

else:

    def _lock(_handle: int, *, wait: bool) -> bool:
        return wait
