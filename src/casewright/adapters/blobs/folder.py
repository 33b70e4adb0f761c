"""Originals and drafts in files of a local folder, whole or not at all."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from casewright.adapters.blobs.layout import (
    FULL,
    blob_id,
    draft_steps,
    is_blob_id,
    missing_blob,
    original_steps,
    require_intact,
    require_same,
)
from casewright.adapters.blobs.new_files import new_file, sweep
from casewright.errors import StorageFull, Unavailable

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.domain.ids import BlobId, TenantId


class FolderBlobs:
    """Fits ``tools.ports.blobs.BlobStore`` with files that only their owner may read; folders are made when needed.

    A file is written in a folder for new ones and synchronised. An original is then renamed to its place; a draft is
    linked to it, which fails where the name is taken, so that of any number who write one name at once one succeeds. A
    crash at any moment leaves a file whole or not there; ``sweep`` removes what it left of new ones. May be used from
    several threads and processes.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, tenant: TenantId, data: bytes) -> BlobId:
        """Keep an original and return its id. Raises ``StorageFull`` or ``Unavailable``; then nothing is kept."""
        blob = blob_id(data)
        path = self._original(tenant, blob)
        try:
            if not _holds(path, data):
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with new_file(self._root, data) as new:
                    new.replace(path)
                _sync_folder(path.parent)
        except OSError as error:
            _fail_original(error, "written", path)
        return blob

    def get(self, tenant: TenantId, blob: BlobId) -> bytes:
        """The bytes. Raises ``NotFound``, ``Unavailable``, or ``IntegrityError`` where they were changed."""
        if not is_blob_id(blob):
            raise missing_blob(blob)
        path = self._original(tenant, blob)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise missing_blob(blob) from None
        except OSError as error:
            _fail_original(error, "read", path)
        require_intact(data, blob, str(path))
        return data

    def has(self, tenant: TenantId, blob: BlobId) -> bool:
        """Whether the original is kept. Raises ``Unavailable`` where the folder cannot be looked into."""
        if not is_blob_id(blob):
            return False
        path = self._original(tenant, blob)
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            _fail_original(error, "read", path)
        return True

    def release(self, tenant: TenantId, blob: BlobId) -> None:
        """Nothing is only held here."""

    def discard(self, tenant: TenantId, blob: BlobId) -> None:
        """Forget the original; nothing happens where there is none. Raises ``Unavailable``."""
        if not is_blob_id(blob):
            return
        path = self._original(tenant, blob)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            _fail_original(error, "removed", path)

    def keep(self, place: str, data: bytes) -> str:
        """Store a draft; return the file's path. Raises ``Refused``, ``StorageFull`` or ``Unavailable``."""
        path = self._draft(place)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with new_file(self._root, data) as new:
                os.link(new, path)
            _sync_folder(path.parent)
        except FileExistsError:
            require_same(place, self.read(place), data)
        except OSError as error:
            _fail_draft(error, place)
        return str(path)

    def discard_drafts(self, folder: str) -> None:
        """Remove the folder with every draft in it. Raises ``Unavailable``."""
        try:
            shutil.rmtree(self._draft(folder))
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            _fail_draft(error, folder)

    def read(self, place: str) -> bytes | None:
        """The draft's bytes, None where there are none. Raises ``Unavailable``."""
        try:
            return self._draft(place).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            _fail_draft(error, place)

    def sweep(self) -> None:
        """Remove what writers that are gone have left half-written."""
        sweep(self._root)

    def _original(self, tenant: TenantId, blob: BlobId) -> Path:
        return self._root.joinpath(*original_steps(tenant, blob))

    def _draft(self, place: str) -> Path:
        return self._root.joinpath(*draft_steps(place))


def _holds(path: Path, data: bytes) -> bool:
    """Whether the file is there with exactly these bytes; a damaged one is to be written anew."""
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except FileNotFoundError:
        return False


def _sync_folder(folder: Path) -> None:
    """Make the new name durable; not every system lets a folder be opened, and the file itself is safe."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _fail_original(error: OSError, done: str, path: Path) -> NoReturn:
    """Translate what the file system says; the cause is kept."""
    reason = error.strerror or type(error).__name__
    if error.errno in FULL:
        raise StorageFull(
            f"The original cannot be stored in {str(path.parent)!r} ({reason}): free space or raise the quota, then"
            " try again."
        ) from error
    raise Unavailable(
        f"The stored original {str(path)!r} cannot be {done} ({reason}): check that the folder exists and may be read"
        " and written, then try again."
    ) from error


def _fail_draft(error: OSError, place: str) -> NoReturn:
    """Translate what the file system says; the cause is kept."""
    reason = error.strerror or str(error) or type(error).__name__
    if error.errno in FULL:
        raise StorageFull(
            f"{place!r} cannot be kept ({reason}): free space or raise the quota, then try again"
        ) from error
    raise Unavailable(
        f"{place!r} cannot be reached where drafts are kept ({reason}): see CASEWRIGHT_DRAFTS, then try again"
    ) from error
