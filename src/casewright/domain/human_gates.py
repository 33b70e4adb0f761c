"""Gates at which a person has to decide about claims."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from casewright.domain.defects import DETECTORS

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.defects import DefectType
    from casewright.domain.ids import ActorId, ClaimId, GateId, MatterId, TenantId


RANKS = ("ANALYST", "PARTNER", "ADMIN")
"""Roles that may decide, lowest first: whoever has the required one or a higher one."""


class GatePriority(StrEnum):
    """Orders the list of gates, most urgent last."""

    LOW = "LOW"
    NORMAL = "NORMAL"
    HIGH = "HIGH"
    CRITICAL = "CRITICAL"


class GateStatus(StrEnum):
    """open → approved, corrected or rejected. What the detectors withdraw is corrected, by them."""

    OPEN = "open"
    APPROVED = "approved"
    CORRECTED = "corrected"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class HumanGate:
    """One gate. Where ``candidate`` names a defect type, approving confirms it: every claim gets that defect.

    ``key`` says when two are one, like a defect's.
    """

    id: GateId
    tenant: TenantId
    deal: MatterId
    claims: tuple[ClaimId, ...]
    reason: str
    priority: GatePriority
    required_role: str
    status: GateStatus
    candidate: DefectType | None
    key: str
    made_by: ActorId
    made_at: datetime
    decided_by: ActorId | None = None
    decision: str | None = None
    decided_at: datetime | None = None

    @property
    def is_withdrawn(self) -> bool:
        """Whether it ended because what it asked about is no more."""
        return self.status is not GateStatus.OPEN and self.decided_by == DETECTORS
