"""What sources outside of a deal say about a company, a person or a market."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.evidence import Grade
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.values import Value


class EntityType(StrEnum):
    """What is asked about (agent-framework seed, 4.6)."""

    COMPANY = "COMPANY"
    PERSON = "PERSON"
    MARKET = "MARKET"


@dataclass(frozen=True, slots=True)
class EnrichmentQuery:
    """Who asks what about whom. ``deal`` is the one that the question belongs to, where there is one."""

    tenant: TenantId
    deal: MatterId | None
    entity_type: EntityType
    entity_name: str
    data_points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Enrichment:
    """One answer. ``data_point`` is as it was asked; ``source`` says in words who says so, and of when.

    ``grade`` is C for a public register or a regulator, D for everything else (spec/evidence-and-debate.md).
    """

    data_point: str
    value: Value
    source: str
    grade: Grade
    retrieved_at: datetime
