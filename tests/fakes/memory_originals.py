"""Notes of originals that are to be removed, in memory."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from casewright.domain.matters import MatterKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from casewright.domain.ids import BlobId, MatterId, TenantId
    from casewright.tools.ports.matters import MatterStore
    from tests.fakes.memory_documents import MemoryDocuments


class MemoryRemovals:
    """Fits ``OriginalRemovals``; ``matters`` know which documents are of cases, whose originals are in a vault."""

    def __init__(self, documents: MemoryDocuments, matters: MatterStore) -> None:
        self._documents = documents
        self._matters = matters
        self._due: dict[tuple[TenantId, BlobId], datetime] = {}

    def note(self, tenant: TenantId, blob: BlobId, due: datetime) -> None:
        self._due[tenant, blob] = max(due, self._due.get((tenant, blob), due))

    def claim(self, tenant: TenantId, blob: BlobId) -> bool:
        return self._due.pop((tenant, blob), None) is not None

    def is_needed(self, tenant: TenantId, blob: BlobId) -> bool:
        return not all(self._is_case(tenant, one.matter) for one in self._documents.made_of(tenant, blob))

    @contextmanager
    def removing(self, tenant: TenantId, blob: BlobId, now: datetime) -> Iterator[bool]:
        if self._due.get((tenant, blob), now) > now:
            yield False
            return
        yield not self.is_needed(tenant, blob)
        self._due.pop((tenant, blob), None)

    def _is_case(self, tenant: TenantId, matter: MatterId) -> bool:
        found = self._matters.get(tenant, matter)
        return found is not None and found.kind is MatterKind.CASE

    def due(self, now: datetime) -> Sequence[tuple[TenantId, BlobId]]:
        return [place for place, due in self._due.items() if due <= now]
