"""A human gate as results show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.defects import DefectType
from casewright.domain.human_gates import GatePriority, GateStatus

if TYPE_CHECKING:
    from casewright.domain.human_gates import HumanGate


class GateView(BaseModel):
    """One gate. Where ``candidate`` names a type of defect, approving confirms it on every claim of the gate."""

    gate_id: str
    claim_ids: list[str]
    priority: GatePriority
    required_role: str = Field(description="Whoever has this role or a higher one decides")
    status: GateStatus
    reason: str
    candidate: DefectType | None
    made_by: str
    made_at: str
    decided_by: str | None
    decision: str | None = Field(description="The reason given with the decision")
    decided_at: str | None
    withdrawn: bool = Field(description="Whether it ended because what it asked about is no more")

    @classmethod
    def of(cls, gate: HumanGate) -> GateView:
        """The view of one gate."""
        return cls(
            gate_id=gate.id,
            claim_ids=list(gate.claims),
            priority=gate.priority,
            required_role=gate.required_role,
            status=gate.status,
            reason=gate.reason,
            candidate=gate.candidate,
            made_by=gate.made_by,
            made_at=gate.made_at.isoformat(),
            decided_by=gate.decided_by,
            decision=gate.decision,
            decided_at=None if gate.decided_at is None else gate.decided_at.isoformat(),
            withdrawn=gate.is_withdrawn,
        )
