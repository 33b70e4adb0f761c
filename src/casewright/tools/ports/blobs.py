"""Where the original bytes are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from casewright.domain.ids import BlobId, TenantId


class BlobStore(Protocol):
    """Bytes kept by their SHA-256, per tenant, whole or not at all."""

    def put(self, tenant: TenantId, data: bytes) -> BlobId:
        """Keep the bytes and return their id; the same bytes twice are kept once."""
        ...

    def get(self, tenant: TenantId, blob: BlobId) -> bytes:
        """The bytes. Raises ``NotFound``; ``IntegrityError`` where they no longer hash to their id."""
        ...

    def has(self, tenant: TenantId, blob: BlobId) -> bool:
        """Whether the bytes are kept."""
        ...

    def release(self, tenant: TenantId, blob: BlobId) -> None:
        """Let go of bytes that are only held on their way somewhere; what is kept stays."""
        ...

    def discard(self, tenant: TenantId, blob: BlobId) -> None:
        """Forget the bytes; nothing happens where there are none."""
        ...
