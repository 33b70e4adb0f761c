"""Where evidence stands, in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.claims import ClaimClass
    from casewright.domain.evidence import Evidence, Grade, SourceType
    from casewright.domain.ids import DocumentId, EvidenceId, MatterId, TenantId
    from casewright.tools.ports.claims import ClaimStore
    from casewright.tools.ports.evidence import Place, SourceStore


class MemoryEvidencePlaces:
    """Fits ``EvidencePlaces`` over these stores."""

    def __init__(self, claims: ClaimStore, sources: SourceStore) -> None:
        self._claims, self._sources = claims, sources

    def at(self, tenant: TenantId, deal: MatterId, places: Sequence[Place]) -> Sequence[Evidence]:
        return [item for item in self._claims.evidence(tenant, deal) if item.span is None or _stands(item, places)]

    def of_class(self, tenant: TenantId, deal: MatterId, claim_class: ClaimClass) -> Mapping[EvidenceId, Place | None]:
        claims = [one for one in self._claims.of_deal(tenant, deal) if one.claim_class is claim_class]
        rested_on = [one for claim in claims for one in claim.sanad.evidence]
        return {
            item.id: None if item.span is None else (item.span.document, item.span.start, item.span.end)
            for item in self._claims.evidence(tenant, deal, rested_on)
        }

    def described(
        self, tenant: TenantId, deal: MatterId, documents: Sequence[DocumentId] | None = None
    ) -> Mapping[DocumentId, SourceType]:
        known = self._sources.of_deal(tenant, deal)
        return {one: source.source_type for one, source in known.items() if documents is None or one in documents}

    def grades(
        self, tenant: TenantId, deal: MatterId, documents: Sequence[DocumentId] | None = None
    ) -> Mapping[DocumentId, Grade]:
        found: dict[DocumentId, Grade] = {}
        for item in self._claims.evidence(tenant, deal):
            if item.span is not None and (documents is None or item.span.document in documents):
                found[item.span.document] = max(item.source_grade, found.get(item.span.document, item.source_grade))
        return found


def _stands(item: Evidence, places: Sequence[Place]) -> bool:
    span = item.span
    return span is not None and any(
        span.document == document and span.start < end and span.end > start for document, start, end in places
    )
