"""Originals and drafts wherever an fsspec URL such as ``s3://bucket/folder`` leads."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NoReturn

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
from casewright.adapters.filesystems.opening import open_filesystem
from casewright.errors import BadSettings, StorageFull, Unavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fsspec import AbstractFileSystem

    from casewright.domain.ids import BlobId, TenantId

Content = Literal["Originals", "Drafts"]


class FsspecBlobs:
    """Fits ``tools.ports.blobs.BlobStore`` over an fsspec URL, with the places that a folder has.

    Object stores make an object whole or not at all. An original is always written, so that a damaged one is mended;
    a draft is made by the store's own condition, that there is none yet. ``options`` go to the file system as they
    are, such as ``endpoint_url`` for S3. Every method raises ``BadSettings`` where the URL's kind is unknown or its
    library is missing. May be used from several threads.
    """

    def __init__(self, url: str, options: Mapping[str, object] | None = None) -> None:
        self._url = url.rstrip("/")
        self._options = dict(options or {})

    def put(self, tenant: TenantId, data: bytes) -> BlobId:
        """Keep an original and return its id. Raises ``StorageFull`` or ``Unavailable``; then nothing is kept."""
        blob = blob_id(data)
        place = _original(tenant, blob)
        files, path = self._find(place, "Originals")
        try:
            files.pipe_file(path, data)
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            self._fail_original(error, "written", place)
        return blob

    def get(self, tenant: TenantId, blob: BlobId) -> bytes:
        """The bytes. Raises ``NotFound``, ``Unavailable``, or ``IntegrityError`` where they were changed."""
        if not is_blob_id(blob):
            raise missing_blob(blob)
        place = _original(tenant, blob)
        files, path = self._find(place, "Originals")
        try:
            data: bytes = files.cat_file(path)
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            if _is_absent(error):
                raise missing_blob(blob) from None
            self._fail_original(error, "read", place)
        require_intact(data, blob, self._address(place))
        return data

    def has(self, tenant: TenantId, blob: BlobId) -> bool:
        """Whether the original is kept. Raises ``Unavailable`` where nothing answers."""
        if not is_blob_id(blob):
            return False
        place = _original(tenant, blob)
        files, path = self._find(place, "Originals")
        try:
            # Not exists(), which takes every failure for a no.
            files.info(path)
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            if _is_absent(error):
                return False
            self._fail_original(error, "read", place)
        return True

    def release(self, tenant: TenantId, blob: BlobId) -> None:
        """Nothing is only held here."""

    def discard(self, tenant: TenantId, blob: BlobId) -> None:
        """Forget the original; nothing happens where there is none. Raises ``Unavailable``."""
        if not is_blob_id(blob):
            return
        place = _original(tenant, blob)
        files, path = self._find(place, "Originals")
        try:
            files.rm_file(path)
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            if not _is_absent(error):
                self._fail_original(error, "removed", place)

    def sweep(self) -> None:
        """Nothing is left: an object is made whole or not at all."""

    def keep(self, place: str, data: bytes) -> str:
        """Store a draft; return its URL. Raises ``Refused``, ``StorageFull`` or ``Unavailable``."""
        files, path = self._find("/".join(draft_steps(place)), "Drafts")
        try:
            files.pipe_file(path, data, mode="create")
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            if not _is_taken(error):
                _fail_draft(error, place)
            require_same(place, self.read(place), data)
        return self._address(place)

    def discard_drafts(self, folder: str) -> None:
        """Remove every draft below the folder. Raises ``Unavailable``."""
        files, path = self._find("/".join(draft_steps(folder)), "Drafts")
        try:
            files.rm(path, recursive=True)
        except FileNotFoundError:
            return
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            _fail_draft(error, folder)

    def read(self, place: str) -> bytes | None:
        """The draft's bytes, None where there are none. Raises ``Unavailable``."""
        files, path = self._find("/".join(draft_steps(place)), "Drafts")
        try:
            data: bytes = files.cat_file(path)
        except FileNotFoundError:
            return None
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            _fail_draft(error, place)
        return data

    @cached_property
    def _opened(self) -> tuple[AbstractFileSystem, str]:
        """The file system and the root's path in it. Its library is loaded when the first bytes are asked for."""
        return open_filesystem(self._url, self._options)

    def _find(self, place: str, content: Content) -> tuple[AbstractFileSystem, str]:
        """The file system and the place's path in it."""
        try:
            files, root = self._opened
        except ImportError as error:
            raise BadSettings(
                f"{content} are to be kept at {self._url!r}, and the library for it is missing: pip install"
                " 'casewright[s3]' for s3://, 'casewright[gcs]' for gs://"
            ) from error
        except ValueError as error:
            raise BadSettings(
                f"{content} cannot be kept at {self._url!r}: {error}. Name a folder, s3:// or gs://"
            ) from error
        except Exception as error:
            raise Unavailable(
                f"{content} cannot be reached at {self._url!r} ({_reason(error)}): see CASEWRIGHT_BLOBS and "
                "CASEWRIGHT_DRAFTS, then try again"
            ) from error
        return files, f"{root}/{place}"

    def _address(self, place: str) -> str:
        return f"{self._url}/{place}"

    def _fail_original(self, error: Exception, done: str, place: str) -> NoReturn:
        """Translate what the store says; the cause is kept."""
        reason = _reason(error)
        if _is_full(error):
            raise StorageFull(
                f"The original cannot be stored at {self._url!r} ({reason}): free space or raise the quota, then try"
                " again."
            ) from error
        raise Unavailable(
            f"The stored original {self._address(place)!r} cannot be {done} ({reason}): see CASEWRIGHT_BLOBS, then try"
            " again."
        ) from error


def _original(tenant: TenantId, blob: BlobId) -> str:
    return "/".join(original_steps(tenant, blob))


def _is_absent(error: Exception) -> bool:
    """Whether a store says that there is no such object, and not that there is no such bucket."""
    return isinstance(error, FileNotFoundError) and _answer(error).get("Error", {}).get("Code") != "NoSuchBucket"


def _is_taken(error: Exception) -> bool:
    """Whether a store says that the name is taken; S3's clients do by status 412, with or without a class for it."""
    if isinstance(error, FileExistsError):
        return True
    status = _answer(error).get("ResponseMetadata", {}).get("HTTPStatusCode")
    return status == 412 or getattr(error, "code", None) == 412 or "PreconditionFailed" in str(error)


def _is_full(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno in FULL


# Any: the response as botocore parsed it, whatever the server sent.
def _answer(error: Exception) -> dict[str, Any]:
    """What S3 answered; empty for other stores."""
    answer = getattr(error.__cause__ or error, "response", None)
    return answer if isinstance(answer, dict) else {}


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _fail_draft(error: Exception, place: str) -> NoReturn:
    """Translate what the store says; the cause is kept."""
    reason = _reason(error)
    if _is_full(error):
        raise StorageFull(
            f"{place!r} cannot be kept ({reason}): free space or raise the quota, then try again"
        ) from error
    raise Unavailable(
        f"{place!r} cannot be reached where drafts are kept ({reason}): see CASEWRIGHT_DRAFTS, then try again"
    ) from error
