"""Originals and drafts that take room of their tenant's: taken before they are kept, given back when they are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from casewright.adapters.blobs.layout import blob_id
from casewright.errors import CasewrightError
from casewright.tools.tenancy import current_tenant

if TYPE_CHECKING:
    from casewright.domain.ids import BlobId, TenantId
    from casewright.tools.ports.blobs import BlobStore


class Room(Protocol):
    """What a tenant's objects take, by place."""

    def take(self, tenant: TenantId, place: str, size: int) -> bool:
        """Take room for what is to be kept there; False where it has room already. Raises ``StorageFull``."""
        ...

    def give_back(self, tenant: TenantId, place: str) -> None:
        """Nothing is kept there any more."""
        ...

    def give_back_folder(self, tenant: TenantId, folder: str) -> None:
        """Nothing is kept in the folder any more."""
        ...


class CountedBlobs:
    """Fits ``tools.ports.blobs.BlobStore`` over another store.

    Drafts have no tenant in their place: they are counted for whoever acts. A process that is killed between the two
    leaves room taken for an original that is not kept; that is given back as the original's removal is finished.
    """

    def __init__(self, kept: BlobStore, room: Room) -> None:
        self._kept = kept
        self._room = room

    def put(self, tenant: TenantId, data: bytes) -> BlobId:
        """Keep an original and return its id. Raises ``StorageFull`` where the tenant has no room for it."""
        place = blob_id(data)
        is_new = self._room.take(tenant, place, len(data))
        try:
            return self._kept.put(tenant, data)
        except CasewrightError:
            if is_new:
                self._room.give_back(tenant, place)
            raise

    def get(self, tenant: TenantId, blob: BlobId) -> bytes:
        """The original."""
        return self._kept.get(tenant, blob)

    def has(self, tenant: TenantId, blob: BlobId) -> bool:
        """Whether the original is kept."""
        return self._kept.has(tenant, blob)

    def release(self, tenant: TenantId, blob: BlobId) -> None:
        """Let go of bytes that are only held."""
        self._kept.release(tenant, blob)

    def discard(self, tenant: TenantId, blob: BlobId) -> None:
        """Forget the original, and give its room back."""
        self._kept.discard(tenant, blob)
        self._room.give_back(tenant, blob)

    def sweep(self) -> None:
        """Remove what writers that are gone have left half-written."""
        self._kept.sweep()

    def keep(self, place: str, data: bytes) -> str:
        """Store a draft. Raises ``StorageFull`` where whoever acts has no room for it."""
        tenant = current_tenant.get()
        is_new = tenant is not None and self._room.take(tenant, place, len(data))
        try:
            return self._kept.keep(place, data)
        except CasewrightError:
            if tenant is not None and is_new:
                self._room.give_back(tenant, place)
            raise

    def discard_drafts(self, folder: str) -> None:
        """Forget the drafts of the folder, and give their room back."""
        self._kept.discard_drafts(folder)
        tenant = current_tenant.get()
        if tenant is not None:
            self._room.give_back_folder(tenant, folder)

    def read(self, place: str) -> bytes | None:
        """The draft kept under that path."""
        return self._kept.read(place)
