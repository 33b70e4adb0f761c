"""Bytes on their way into a case: in memory only, until they are sealed."""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING

from casewright.adapters.blobs.layout import blob_id
from casewright.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.ids import BlobId, TenantId
    from casewright.tools.ports.blobs import BlobStore

MOST = 1_000_000_000
"""Bytes that are held at once."""
SECONDS = 3_600.0
"""How long bytes are held that nobody lets go of."""


class HeldBlobs:
    """Fits ``tools.ports.blobs.BlobStore`` over another store; what is held never reaches that one.

    Held bytes are this process's, and gone when they are discarded or it ends, and after an hour. ``most`` bounds them
    all together.
    """

    def __init__(self, kept: BlobStore, *, most: int = MOST, time: Callable[[], float] = monotonic) -> None:
        self._kept = kept
        self._most = most
        self._time = time
        self._held: dict[tuple[TenantId, BlobId], bytes] = {}
        self._since: dict[tuple[TenantId, BlobId], float] = {}
        self._lock = threading.Lock()

    def hold(self, tenant: TenantId, data: bytes) -> BlobId:
        """Have the bytes at hand under their id, written nowhere. Raises ``Unavailable`` where they are too many."""
        blob = blob_id(data)
        with self._lock:
            self._forget_old()
            others = sum(len(one) for key, one in self._held.items() if key != (tenant, blob))
            if others and others + len(data) > self._most:
                raise Unavailable("Too many files wait in memory to go into cases: try again in a few minutes")
            self._held[tenant, blob] = data
            self._since[tenant, blob] = self._time()
        return blob

    def _forget_old(self) -> None:
        before = self._time() - SECONDS
        for key in [key for key, since in self._since.items() if since < before]:
            del self._held[key], self._since[key]

    def put(self, tenant: TenantId, data: bytes) -> BlobId:
        """Keep the bytes in the other store and return their id."""
        return self._kept.put(tenant, data)

    def get(self, tenant: TenantId, blob: BlobId) -> bytes:
        """The bytes, held or kept. Raises as the other store does."""
        held = self._held.get((tenant, blob))
        return self._kept.get(tenant, blob) if held is None else held

    def has(self, tenant: TenantId, blob: BlobId) -> bool:
        """Whether the bytes are held or kept."""
        return (tenant, blob) in self._held or self._kept.has(tenant, blob)

    def release(self, tenant: TenantId, blob: BlobId) -> None:
        """Let go of held bytes; those that are kept stay."""
        with self._lock:
            self._held.pop((tenant, blob), None)
            self._since.pop((tenant, blob), None)

    def discard(self, tenant: TenantId, blob: BlobId) -> None:
        """Forget the bytes, held and kept."""
        self.release(tenant, blob)
        self._kept.discard(tenant, blob)

    def sweep(self) -> None:
        """Remove what writers that are gone have left half-written in the other store."""
        self._kept.sweep()

    def keep(self, place: str, data: bytes) -> str:
        """Keep a draft in the other store and return its address."""
        return self._kept.keep(place, data)

    def discard_drafts(self, folder: str) -> None:
        """Forget the drafts in the folder of the other store."""
        self._kept.discard_drafts(folder)

    def read(self, place: str) -> bytes | None:
        """The draft that the other store has."""
        return self._kept.read(place)
