"""Where evidence stands, in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.claims import ClaimClass
    from casewright.domain.evidence import Evidence, Grade
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.tools.ports.claims import ClaimStore
    from casewright.tools.ports.evidence_places import Place


class MemoryEvidencePlaces:
    """Fits ``EvidencePlaces`` over a store of claims."""

    def __init__(self, claims: ClaimStore) -> None:
        self._claims = claims

    def at(
        self, tenant: TenantId, deal: MatterId, places: Sequence[Place], claim_class: ClaimClass | None = None
    ) -> Sequence[Evidence]:
        return [item for item in self._of(tenant, deal, claim_class) if item.span is None or _stands(item, places)]

    def of_class(self, tenant: TenantId, deal: MatterId, claim_class: ClaimClass) -> Sequence[Place]:
        spans = [item.span for item in self._of(tenant, deal, claim_class) if item.span is not None]
        return list(dict.fromkeys((span.document, span.start, span.end) for span in spans))

    def grades(self, tenant: TenantId, deal: MatterId) -> Mapping[DocumentId, Grade]:
        found: dict[DocumentId, Grade] = {}
        for item in self._claims.evidence(tenant, deal):
            if item.span is not None:
                found[item.span.document] = max(item.source_grade, found.get(item.span.document, item.source_grade))
        return found

    def _of(self, tenant: TenantId, deal: MatterId, claim_class: ClaimClass | None) -> list[Evidence]:
        claims = self._claims.of_deal(tenant, deal)
        rested = {one for claim in claims if claim.claim_class is claim_class for one in claim.sanad.evidence}
        return [one for one in self._claims.evidence(tenant, deal) if claim_class is None or one.id in rested]


def _stands(item: Evidence, places: Sequence[Place]) -> bool:
    span = item.span
    return span is not None and any(
        span.document == document and span.start < end and span.end > start for document, start, end in places
    )
