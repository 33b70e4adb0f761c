"""Files that hold one secret key: made at the first start, readable by their owner only, whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.errors import BadSettings, StorageFull, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEY_BYTES = 32
_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


def kept_key(path: Path) -> bytes:
    """The key in this file, 32 bytes or more; a new random one where there is none.

    It is written whole before it gets its name, so that two processes that start at once agree on one. Raises
    ``StorageFull``, ``Unavailable``, or ``BadSettings`` for a file that is too short to be a key.
    """
    with suppress(FileNotFoundError):
        return _checked(path)

    def place(draft: Path) -> None:
        with suppress(FileExistsError):
            os.link(draft, path)

    _written(path, secrets.token_bytes(KEY_BYTES), place)
    return _checked(path)


def replace_file(path: Path, data: bytes) -> None:
    """Put these bytes in the file's place, readable by its owner only. Raises ``StorageFull`` or ``Unavailable``."""
    _written(path, data, lambda draft: os.replace(draft, path))


def _written(path: Path, data: bytes, place: Callable[[Path], None]) -> None:
    draft = path.with_name(f"{path.name}.{uuid4().hex}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        place(draft)
    except OSError as error:
        kind = StorageFull if error.errno in _FULL else Unavailable
        raise kind(f"the key file {str(path)!r} cannot be written: {error.strerror}") from error
    finally:
        draft.unlink(missing_ok=True)


def _checked(path: Path) -> bytes:
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Unavailable(f"the key file {str(path)!r} cannot be read: {error.strerror}") from error
    if len(key) < KEY_BYTES:
        raise BadSettings(f"the key file {str(path)!r} is damaged: restore it from a backup, or move it away")
    return key
