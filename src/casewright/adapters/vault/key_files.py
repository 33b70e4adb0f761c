"""Files that hold one secret key: made at the first start, readable by their owner only, whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.errors import BadSettings, Refused, StorageFull, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEY_BYTES = 32
_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


def kept_key(path: Path) -> bytes:
    """The key in this file, 32 bytes or more; a new random one where there is none.

    It is written whole before it gets its name, so that two processes that start at once agree on one. Raises
    ``StorageFull``, ``Unavailable``, ``BadSettings`` for a file that is too short to be a key, or ``Refused`` for one
    that others may read.
    """
    key = found_key(path)
    if key is not None:
        return key

    def place(draft: Path) -> None:
        with suppress(FileExistsError):
            os.link(draft, path)

    _written(path, secrets.token_bytes(KEY_BYTES), place)
    key = found_key(path)
    if key is None:
        raise Unavailable(f"the key file {str(path)!r} was removed while it was made: start again")
    return key


def found_key(path: Path) -> bytes | None:
    """The key in this file, None where there is no file. Raises as ``kept_key``."""
    try:
        with path.open("rb") as file:
            require_own(path, os.fstat(file.fileno()).st_mode)
            key = file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unavailable(f"the key file {str(path)!r} cannot be read: {error.strerror}") from error
    if len(key) < KEY_BYTES:
        raise BadSettings(f"the key file {str(path)!r} is damaged: restore it from a backup, or move it away")
    return key


def given_key(text: str, name: str) -> bytes:
    """The key of 64 hexadecimal digits that was given as the setting ``name``. Raises ``BadSettings``."""
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadSettings(f"{name} must be 64 hexadecimal digits, such as `openssl rand -hex 32`")
    return key


def require_own(path: Path, mode: int) -> None:
    """Raise ``Refused`` where others than the owner may use a key file of this mode."""
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise Refused(
            f"The key file {str(path)!r} can be read by others: make it yours alone with chmod 600, and change the key "
            "where somebody may have read it"
        )


def make_folder(folder: Path) -> None:
    """Make the folder where it is missing, its owner's only. Raises ``Unavailable``."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"the folder {str(folder)!r} cannot be made: {error.strerror}") from error


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
