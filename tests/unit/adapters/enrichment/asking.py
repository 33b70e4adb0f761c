"""Questions to connectors."""

from __future__ import annotations

from casewright.domain.enrichment import EnrichmentQuery, EntityType
from casewright.domain.ids import MatterId, TenantId

TENANT, DEAL = TenantId("ours"), MatterId("11111111-1111-4111-8111-111111111111")


def about(
    name: str, *points: str, kind: EntityType = EntityType.COMPANY, deal: MatterId | None = DEAL
) -> EnrichmentQuery:
    """A question of ours."""
    return EnrichmentQuery(TENANT, deal, kind, name, points)
