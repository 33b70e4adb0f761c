"""Original bytes in files of a local folder, one folder a tenant, whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from casewright.domain.ids import BlobId
from casewright.errors import IntegrityError, NotFound, StorageFull, Unavailable

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_BLOB: Final = re.compile(r"[0-9a-f]{64}")
_PLAIN: Final = re.compile(r"[^a-z0-9-]")
_LONGEST: Final = 120


class FolderBlobs:
    """Fits ``tools.ports.blobs.BlobStore``: ``root/<tenant>/<first two digits>/<SHA-256>``.

    Folders are made when needed. A file is written beside its place, synchronised and renamed, so that a
    crash at any moment leaves it whole or not there. May be used from several threads and processes.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, tenant: TenantId, data: bytes) -> BlobId:
        """Keep the bytes and return their id. Raises ``StorageFull`` or ``Unavailable``; then nothing is kept."""
        blob = BlobId(sha256(data).hexdigest())
        place = self._place(tenant, blob)
        try:
            if not _holds(place, data):
                place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _write(place, data)
        except OSError as error:
            _fail(error, "written", place)
        return blob

    def get(self, tenant: TenantId, blob: BlobId) -> bytes:
        """The bytes. Raises ``NotFound``, ``Unavailable``, or ``IntegrityError`` where they were changed."""
        if _BLOB.fullmatch(blob) is None:
            raise _missing(blob)
        place = self._place(tenant, blob)
        try:
            data = place.read_bytes()
        except FileNotFoundError:
            raise _missing(blob) from None
        except OSError as error:
            _fail(error, "read", place)
        if sha256(data).hexdigest() != blob:
            raise IntegrityError(
                f"The stored original {str(place)!r} is no longer what was stored (its SHA-256 is another): restore it"
                " from a backup, or add the document again."
            )
        return data

    def has(self, tenant: TenantId, blob: BlobId) -> bool:
        """Whether the bytes are kept. Raises ``Unavailable`` where the folder cannot be looked into."""
        if _BLOB.fullmatch(blob) is None:
            return False
        place = self._place(tenant, blob)
        try:
            place.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            _fail(error, "read", place)
        return True

    def release(self, tenant: TenantId, blob: BlobId) -> None:
        """Nothing is only held here."""

    def discard(self, tenant: TenantId, blob: BlobId) -> None:
        """Forget the bytes; nothing happens where there are none. Raises ``Unavailable``."""
        if _BLOB.fullmatch(blob) is None:
            return
        place = self._place(tenant, blob)
        try:
            place.unlink(missing_ok=True)
        except OSError as error:
            _fail(error, "removed", place)

    def _place(self, tenant: TenantId, blob: BlobId) -> Path:
        return self._root / folder_name(tenant) / blob[:2] / blob


def folder_name(tenant: str) -> str:
    """A folder's name for the tenant: never a path, another one for every tenant, also where case is ignored."""
    quoted = "t-" + _PLAIN.sub(lambda found: "".join(f"%{byte:02x}" for byte in found[0].encode()), tenant)
    return quoted if len(quoted) <= _LONGEST else "h-" + sha256(tenant.encode()).hexdigest()


def _holds(place: Path, data: bytes) -> bool:
    """Whether the file is there with exactly these bytes; a damaged one is to be written anew."""
    try:
        return place.stat().st_size == len(data) and place.read_bytes() == data
    except FileNotFoundError:
        return False


def _write(place: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=".new-", dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(place)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    _sync_folder(place.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name durable; not every system lets a folder be opened, and the file itself is safe."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _missing(blob: str) -> NotFound:
    return NotFound(f"There are no stored bytes {blob!r}: check the id, or add the document again.")


def _fail(error: OSError, done: str, place: Path) -> NoReturn:
    """Translate what the file system says; the cause is kept."""
    reason = error.strerror or type(error).__name__
    if error.errno in _FULL:
        raise StorageFull(
            f"The original cannot be stored in {str(place.parent)!r} ({reason}): free space or raise the quota, then"
            " try again."
        ) from error
    raise Unavailable(
        f"The stored original {str(place)!r} cannot be {done} ({reason}): check that the folder exists and may be read"
        " and written, then try again."
    ) from error
