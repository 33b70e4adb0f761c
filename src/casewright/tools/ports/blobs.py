"""Where bytes are kept: originals by what they are, drafts by their name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from casewright.domain.ids import BlobId, TenantId


class BlobStore(Protocol):
    """Bytes, kept whole or not at all: originals by their SHA-256, per tenant; drafts under a place, once for good.

    Where bytes cannot be kept every method raises ``Unavailable``, those that write also ``StorageFull``.
    """

    def put(self, tenant: TenantId, data: bytes) -> BlobId:
        """Keep an original and return its id; the same bytes twice are kept once."""
        ...

    def get(self, tenant: TenantId, blob: BlobId) -> bytes:
        """The original. Raises ``NotFound``; ``IntegrityError`` where the bytes no longer hash to their id."""
        ...

    def has(self, tenant: TenantId, blob: BlobId) -> bool:
        """Whether the original is kept."""
        ...

    def release(self, tenant: TenantId, blob: BlobId) -> None:
        """Let go of bytes that are only held on their way somewhere; what is kept stays."""
        ...

    def discard(self, tenant: TenantId, blob: BlobId) -> None:
        """Forget the original; nothing happens where there is none."""
        ...

    def sweep(self) -> None:
        """Remove what writers that are gone have left half-written."""
        ...

    def keep(self, place: str, data: bytes) -> str:
        """Store a draft under the relative path and return its address.

        Nothing happens where the same bytes are there already. Raises ``Refused`` where others are: what was kept
        once is never overwritten.
        """
        ...

    def discard_drafts(self, folder: str) -> None:
        """Forget every draft kept under a path that begins with this folder; nothing happens where there is none."""
        ...

    def read(self, place: str) -> bytes | None:
        """The draft kept under that path, None where there is none."""
        ...


class BlobHolder(Protocol):
    """Has bytes at hand that are written nowhere."""

    def hold(self, tenant: TenantId, data: bytes) -> BlobId:
        """Have the bytes under their id until they are released, or the process ends."""
        ...
