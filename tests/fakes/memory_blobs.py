"""Blobs in memory."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.domain.ids import BlobId
from casewright.errors import NotFound

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId


class MemoryBlobs:
    """Fits ``BlobStore``."""

    def __init__(self) -> None:
        self._blobs: dict[tuple[TenantId, BlobId], bytes] = {}

    def put(self, tenant: TenantId, data: bytes) -> BlobId:
        blob = BlobId(sha256(data).hexdigest())
        self._blobs[tenant, blob] = data
        return blob

    def get(self, tenant: TenantId, blob: BlobId) -> bytes:
        if (tenant, blob) not in self._blobs:
            raise NotFound(f"There are no stored bytes {blob!r}")
        return self._blobs[tenant, blob]

    def has(self, tenant: TenantId, blob: BlobId) -> bool:
        return (tenant, blob) in self._blobs

    def release(self, tenant: TenantId, blob: BlobId) -> None:
        pass

    def discard(self, tenant: TenantId, blob: BlobId) -> None:
        self._blobs.pop((tenant, blob), None)
