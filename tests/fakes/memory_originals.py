"""Notes of originals that are to be removed, in memory."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from casewright.domain.ids import BlobId, TenantId
    from tests.fakes.memory_documents import MemoryDocuments


class MemoryRemovals:
    """Fits ``OriginalRemovals``; ``cases`` are matters whose originals are in a vault."""

    def __init__(self, documents: MemoryDocuments, cases: Sequence[str] = ()) -> None:
        self._documents = documents
        self._cases = cases
        self._due: dict[tuple[TenantId, BlobId], datetime] = {}

    def note(self, tenant: TenantId, blob: BlobId, due: datetime) -> None:
        self._due[tenant, blob] = max(due, self._due.get((tenant, blob), due))

    def claim(self, tenant: TenantId, blob: BlobId) -> bool:
        return self._due.pop((tenant, blob), None) is not None

    def is_needed(self, tenant: TenantId, blob: BlobId) -> bool:
        return any(one.matter not in self._cases for one in self._documents.made_of(tenant, blob))

    @contextmanager
    def removing(self, tenant: TenantId, blob: BlobId, now: datetime) -> Iterator[bool]:
        if self._due.get((tenant, blob), now) > now:
            yield False
            return
        yield not self.is_needed(tenant, blob)
        self._due.pop((tenant, blob), None)

    def due(self, now: datetime) -> Sequence[tuple[TenantId, BlobId]]:
        return [place for place, due in self._due.items() if due <= now]
