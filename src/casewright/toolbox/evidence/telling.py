"""What the audit is told when the evidence of a deal changes: one event a defect, a gate, a grade."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.tools.happenings import happened

if TYPE_CHECKING:
    from casewright.domain.defects import Defect
    from casewright.domain.human_gates import HumanGate
    from casewright.toolbox.evidence.assessing import Assessment

FLAGGED, GATE_CREATED, REGRADED = "defect.flagged", "human_gate.created", "claim.regraded"
ASSESSING = (FLAGGED, GATE_CREATED, REGRADED)
"""What a tool emits that has a deal assessed."""


def tell_flagged(defect: Defect) -> None:
    """Tell of a defect that was filed."""
    happened(
        FLAGGED,
        {
            "deal_id": defect.deal,
            "claim_id": defect.claim,
            "defect_id": defect.id,
            "defect_type": defect.type.value,
            "severity": defect.severity.value,
            "cure_protocol": defect.cure.value,
            "evidence_refs": list(defect.evidence),
            "flagged_by": defect.flagged_by,
        },
    )


def tell_gate(gate: HumanGate) -> None:
    """Tell of a gate that was opened."""
    happened(
        GATE_CREATED,
        {
            "deal_id": gate.deal,
            "gate_id": gate.id,
            "claim_ids": list(gate.claims),
            "priority": gate.priority.value,
            "required_role": gate.required_role,
            "candidate": None if gate.candidate is None else gate.candidate.value,
            "made_by": gate.made_by,
        },
    )


def tell_assessed(found: Assessment) -> None:
    """Tell of everything that came of looking over a deal."""
    for defect in found.defects:
        tell_flagged(defect)
    for gate in found.gates:
        tell_gate(gate)
    for one in found.regraded:
        before, now = one.claim.standing, one.now
        happened(
            REGRADED,
            {
                "deal_id": one.claim.deal,
                "claim_id": one.claim.id,
                "grade": [before.grade.value, now.grade.value],
                "verdict": [before.verdict.value, now.verdict.value],
                "action": [before.action.value, now.action.value],
            },
        )
