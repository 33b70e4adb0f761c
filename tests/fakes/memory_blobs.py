"""Originals and drafts in memory."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.domain.ids import BlobId
from casewright.errors import InvalidInput, NotFound, Refused

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.errors import CasewrightError


class MemoryBlobs:
    """Fits ``BlobStore``. ``drafts`` are those that are kept, by place; ``failing`` is raised where one is to be."""

    def __init__(self) -> None:
        self._blobs: dict[tuple[TenantId, BlobId], bytes] = {}
        self.drafts: dict[str, bytes] = {}
        self.failing: CasewrightError | None = None

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

    def sweep(self) -> None:
        pass

    def keep(self, place: str, data: bytes) -> str:
        if self.failing is not None:
            raise self.failing
        _check(place)
        if self.drafts.setdefault(place, data) != data:
            raise Refused(f"{place!r} is kept already with other content, and is never overwritten: use the next one")
        return f"memory/{place}"

    def discard_drafts(self, folder: str) -> None:
        _check(folder)
        self.drafts = {place: data for place, data in self.drafts.items() if not place.startswith(f"{folder}/")}

    def read(self, place: str) -> bytes | None:
        _check(place)
        return self.drafts.get(place)


def _check(place: str) -> None:
    if not all(step and not step.startswith(".") and not set(step) & set("\\\0") for step in place.split("/")):
        raise InvalidInput(f"{place!r} is no place for a draft")
