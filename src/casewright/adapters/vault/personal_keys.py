"""A person's key in a file that nobody else may read."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from casewright.adapters.vault.key_files import require_own
from casewright.errors import BadSettings, InvalidInput, StorageFull, Unavailable

if TYPE_CHECKING:
    from pathlib import Path

_NO_ROOM = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
_LONGEST = 4096
"""Bytes that are read: a key is one short line."""


def write_personal(path: Path, text: str) -> None:
    """Write a new file with this line, readable by its owner only; its folder is made where it is missing.

    Raises ``InvalidInput`` where there is a file already: a key is written once. ``StorageFull`` or ``Unavailable``
    where it cannot be written, and then no file is left.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise InvalidInput(f"There is already a file {str(path)!r}: choose another with --key-file") from None
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise _unwritable(path, error) from error


def read_personal(path: Path) -> str:
    """The file's text. Raises ``BadSettings`` where it cannot be read, ``Refused`` where others may read it too."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read(_LONGEST).decode("ascii", "replace")
    except OSError as error:
        raise BadSettings(f"the key file {str(path)!r} cannot be read: {error.strerror}; check the path") from error
    require_own(path, mode)
    return text


def _unwritable(path: Path, error: OSError) -> Unavailable:
    kind = StorageFull if error.errno in _NO_ROOM else Unavailable
    return kind(f"the key file {str(path)!r} cannot be written: {error.strerror}")
