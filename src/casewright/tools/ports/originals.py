"""Where it is noted which originals are to be removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from casewright.domain.ids import BlobId, TenantId


class OriginalRemovals(Protocol):
    """Notes beside the documents, in their database: what is noted stands or falls with the transaction."""

    def note(self, tenant: TenantId, blob: BlobId, due: datetime) -> None:
        """Note that the original is to be removed at that time, or at the later one that is noted already."""
        ...

    def claim(self, tenant: TenantId, blob: BlobId) -> bool:
        """Take the note away, because a document is made of it; False where there was none.

        Until the transaction ends nobody removes the original.
        """
        ...

    def is_needed(self, tenant: TenantId, blob: BlobId) -> bool:
        """Whether a document has the original; one of a case has its own in the vault."""
        ...

    def removing(self, tenant: TenantId, blob: BlobId, now: datetime) -> AbstractContextManager[bool]:
        """Within it nobody claims the original; it gives whether it may go: no document has it, nobody waits for it.

        Documents of cases do not count: their originals are in the vault. At the end a note that was due is gone.
        """
        ...

    def due(self, now: datetime) -> Sequence[tuple[TenantId, BlobId]]:
        """The originals of all tenants whose time has come."""
        ...
