"""What the audit is told when the evidence of a deal changes: one event a defect, a gate, a grade."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectStatus
from casewright.tools.call_events import emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.defects import Defect
    from casewright.domain.human_gates import HumanGate
    from casewright.domain.sources import DocumentSource
    from casewright.toolbox.deals.assessment import Assessment

FLAGGED, GATE_CREATED, REGRADED = "defect.flagged", "human_gate.created", "claim.regraded"
CURED, WAIVED, GATE_DECIDED = "defect.cured", "defect.waived", "human_gate.decided"
IMPORTED, ADDED, VERIFIED, CALCULATED = "claim.imported", "claim.added", "claim.verified", "claim.calculated"
SOURCE_DESCRIBED = "document.source_described"
WITHDRAWN, GATE_WITHDRAWN, GATE_NARROWED = "defect.withdrawn", "human_gate.withdrawn", "human_gate.narrowed"
EXTRACTED = "claim.extracted"
ASSESSING = (FLAGGED, WITHDRAWN, GATE_CREATED, GATE_NARROWED, GATE_WITHDRAWN, REGRADED)
"""What a tool emits that has a deal assessed."""


def tell_flagged(defect: Defect) -> None:
    """Tell of a defect that was filed."""
    emit(
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


def tell_gate(gate: HumanGate, event_type: str = GATE_CREATED) -> None:
    """Tell of a gate that was opened, or whose claims changed."""
    emit(
        event_type,
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
    for defect in found.withdrawn:
        tell_resolved(defect)
    for defect in found.defects:
        tell_flagged(defect)
    for gate in found.gates:
        tell_gate(gate)
    for gate in found.narrowed_gates:
        tell_gate(gate, GATE_NARROWED)
    for gate in found.withdrawn_gates:
        tell_decided(gate)
    for one in found.regraded:
        before, now = one.claim.standing, one.now
        emit(
            REGRADED,
            {
                "deal_id": one.claim.deal,
                "claim_id": one.claim.id,
                "grade": [before.grade.value, now.grade.value],
                "verdict": [before.verdict.value, now.verdict.value],
                "action": [before.action.value, now.action.value],
            },
        )


def tell_resolved(defect: Defect) -> None:
    """Tell of a defect that was cured, waived or withdrawn."""
    ended = CURED if defect.status is DefectStatus.CURED else WAIVED
    emit(
        WITHDRAWN if defect.is_withdrawn else ended,
        {
            "deal_id": defect.deal,
            "claim_id": defect.claim,
            "defect_id": defect.id,
            "defect_type": defect.type.value,
            "severity": defect.severity.value,
            "resolved_by": defect.resolved_by,
            "reason": defect.reason,
        },
    )


def tell_decided(gate: HumanGate) -> None:
    """Tell of a gate that was decided or withdrawn."""
    emit(
        GATE_WITHDRAWN if gate.is_withdrawn else GATE_DECIDED,
        {
            "deal_id": gate.deal,
            "gate_id": gate.id,
            "claim_ids": list(gate.claims),
            "decision": gate.status.value,
            "decided_by": gate.decided_by,
            "reason": gate.decision,
        },
    )


def tell_claim(event_type: str, claim: Claim) -> None:
    """Tell that one claim was added or verified."""
    emit(event_type, {"deal_id": claim.deal, "claim_id": claim.id, "grade": claim.standing.grade.value})


def tell_calculated(calculation: Calculation) -> None:
    """Tell of a calculation that was stored."""
    emit(
        CALCULATED,
        {
            "deal_id": calculation.deal,
            "calc_id": calculation.id,
            "calc_type": calculation.type.value,
            "claim_ids": [given.claim for given in calculation.inputs],
            "reproducibility_hash": calculation.reproducibility_hash,
        },
    )


def tell_imported(claims: Sequence[Claim]) -> None:
    """Tell of claims that came in together, by their number and the hash of their ids."""
    digest = sha256("\n".join(claim.id for claim in claims).encode()).hexdigest()
    emit(IMPORTED, {"deal_id": claims[0].deal, "claims": len(claims), "claim_ids_hash": f"sha256:{digest}"})


def tell_extracted(deal: str, document: str, claims: Sequence[Claim], *, skipped: int, by_model: int) -> None:
    """Tell of the claims that were extracted from one document, by their number and the hash of their ids."""
    digest = sha256("\n".join(claim.id for claim in claims).encode()).hexdigest()
    emit(
        EXTRACTED,
        {
            "deal_id": deal,
            "document_id": document,
            "claims": len(claims),
            "by_model": by_model,
            "skipped": skipped,
            "claim_ids_hash": f"sha256:{digest}",
        },
    )


def tell_described(source: DocumentSource, items: int) -> None:
    """Tell what kind of source a document is said to be, and how many items of evidence it has."""
    emit(
        SOURCE_DESCRIBED,
        {
            "deal_id": source.deal,
            "document_id": source.document,
            "source_type": source.source_type.value,
            "source_date": None if source.source_date is None else source.source_date.isoformat(),
            "upstream_origin": source.upstream_origin,
            "evidence": items,
        },
    )
