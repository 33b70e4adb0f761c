"""A defect as results show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.defects import CureProtocol, DefectSeverity, DefectStatus, DefectType

if TYPE_CHECKING:
    from casewright.domain.defects import Defect


class DefectView(BaseModel):
    """A defect with its life."""

    defect_id: str
    claim_id: str
    defect_type: DefectType
    severity: DefectSeverity
    status: DefectStatus
    description: str
    evidence_refs: list[str]
    cure_protocol: CureProtocol
    flagged_by: str
    flagged_at: str
    resolved_by: str | None
    reason: str | None
    resolved_at: str | None
    withdrawn: bool = Field(description="Whether it ended because the detectors found it no more")

    @classmethod
    def of(cls, defect: Defect) -> DefectView:
        """The view of one defect."""
        return cls(
            defect_id=defect.id,
            claim_id=defect.claim,
            defect_type=defect.type,
            severity=defect.severity,
            status=defect.status,
            description=defect.description,
            evidence_refs=list(defect.evidence),
            cure_protocol=defect.cure,
            flagged_by=defect.flagged_by,
            flagged_at=defect.flagged_at.isoformat(),
            resolved_by=defect.resolved_by,
            reason=defect.reason,
            resolved_at=None if defect.resolved_at is None else defect.resolved_at.isoformat(),
            withdrawn=defect.is_withdrawn,
        )
