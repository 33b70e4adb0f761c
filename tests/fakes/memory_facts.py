"""Facts in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.ids import DocumentId, TenantId
    from casewright.domain.kept_facts import FactCorrection, FactsRead


class MemoryFacts:
    """Fits ``FactStore``; it does not know which documents are gone or were stored anew."""

    def __init__(self) -> None:
        self._read: dict[tuple[TenantId, DocumentId], FactsRead] = {}
        self._said: dict[tuple[TenantId, DocumentId], list[FactCorrection]] = {}

    def read(self, tenant: TenantId, documents: Sequence[DocumentId]) -> Mapping[DocumentId, FactsRead]:
        return {one: self._read[tenant, one] for one in documents if (tenant, one) in self._read}

    def keep(self, read: FactsRead) -> bool:
        self._read[read.tenant, read.document] = read
        return True

    def corrections(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, Sequence[FactCorrection]]:
        return {one: list(self._said[tenant, one]) for one in documents if (tenant, one) in self._said}

    def correct(self, correction: FactCorrection) -> FactCorrection:
        said = self._said.setdefault((correction.tenant, correction.document), [])
        said.append(replace(correction, number=len(said) + 1))
        return said[-1]

    def reword(self, corrections: Sequence[FactCorrection]) -> None:
        for one in corrections:
            self._said[one.tenant, one.document][one.number - 1] = one
