"""The tool ``decide_gate``: a person with the required role decides about claims."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from pydantic import BaseModel, Field

from casewright.domain.defects import CURE, SEVERITY, Defect, DefectStatus
from casewright.domain.human_gates import RANKS, GateStatus
from casewright.domain.ids import DefectId, GateId
from casewright.errors import InvalidInput, NotFound, Refused
from casewright.evidence.concealed import is_listed, matter_of, reached
from casewright.evidence.detection import detect
from casewright.toolbox.deals.assessment import assess, matter_of_key
from casewright.toolbox.deals.assessment_view import SHOWN, RegradedView
from casewright.toolbox.deals.deal_events import ASSESSING, GATE_DECIDED, tell_assessed, tell_decided, tell_flagged
from casewright.toolbox.deals.defect_view import DefectView
from casewright.toolbox.deals.person import given_reason, require_person
from casewright.toolbox.gates.gate_view import GateView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.human_gates import HumanGate
    from casewright.domain.ids import MatterId
    from casewright.toolbox.deals.deal_stores import DealStores


class DecideGateInput(Arguments):
    """Input of the ``decide_gate`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    gate_id: str = Field(description="UUID of the gate")
    decision: Literal["approved", "corrected", "rejected"] = Field(
        description="approved: what the gate says is so; corrected: it was, and was put right; rejected: it is not so"
    )
    reason: str = Field(description="Why, in a sentence: it is kept with the gate", min_length=1, max_length=2_000)


class DecideGateOutput(BaseModel):
    """The gate as it is now, the defects that approving it filed, and every claim that stands otherwise."""

    gate: GateView
    defects: list[DefectView]
    regraded: list[RegradedView]


def decide_gate(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: DecideGateInput, context: CallContext) -> DecideGateOutput | Failure:
        require_person(context, "decide a gate")
        reason = given_reason(arguments.reason)
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        with stores.transaction.together():
            gate = _find(stores, context, deal, arguments.gate_id)
            _require_rank(context.actor.role, gate.required_role)
            decided = replace(
                gate,
                status=GateStatus(arguments.decision),
                decided_by=context.actor.id,
                decision=reason,
                decided_at=stores.clock.now(),
            )
            if gate.status is not GateStatus.OPEN or not stores.gates.decide(decided):
                raise InvalidInput(f"The gate was {gate.status.value} by {gate.decided_by} before: it stays so")
            filed: Sequence[Defect] = ()
            if decided.status is GateStatus.APPROVED and gate.candidate is not None:
                filed = stores.defects.file(_confirmed(stores, decided, context))
            found = assess(stores, context.tenant, deal)
            tell_decided(decided)
            for defect in filed:
                tell_flagged(defect)
            tell_assessed(found)
        return DecideGateOutput(
            gate=GateView.of(decided),
            defects=[DefectView.of(one) for one in filed],
            regraded=[RegradedView.of(one) for one in found.regraded[:SHOWN]],
        )

    return Tool(
        name="decide_gate",
        description="Decide a gate of a deal, as a person with the role that it requires. A confirmed candidate "
        "becomes a defect of each claim, which is graded at once.",
        arguments=DecideGateInput,
        output=DecideGateOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        writes=("the gate", "defects", "grades"),
        emits=(GATE_DECIDED, *ASSESSING),
    )


def _find(stores: DealStores, context: CallContext, deal: MatterId, text: str) -> HumanGate:
    """The gate of this deal. Raises ``NotFound``."""
    gate = stores.gates.get(context.tenant, GateId(text.lower()))
    if gate is None or gate.deal != deal:
        raise NotFound(f"Gate {text!r} not found in this deal: 'casewright gates list' shows the ids")
    return gate


def _require_rank(role: str, required: str) -> None:
    """Raises ``Refused`` where the role is none that decides, or lower than the required one."""
    if role not in RANKS or required not in RANKS or RANKS.index(role) < RANKS.index(required):
        above = " or ".join(RANKS[RANKS.index(required) :]) if required in RANKS else required
        raise Refused(f"This gate is decided by {above}; you are {role}")


def _confirmed(stores: DealStores, gate: HumanGate, context: CallContext) -> list[Defect]:
    """The defect that the gate was a candidate for, on each of its claims.

    Where no claim cites the document that was withheld, those that its name names have the defect.
    """
    assert gate.candidate is not None, "the caller asked"
    record = stores.record(gate.tenant, gate.deal)
    candidates = detect(record).candidates
    found = next((one.evidence for one in candidates if matter_of_key(one.key) == matter_of_key(gate.key)), ())
    withheld = [one for one in record.absent if matter_of(one.name) == matter_of_key(gate.key)]
    listing = {claim.id for claim in record.claims for one in withheld if is_listed(claim, one.index)}
    is_cited = not listing.issuperset(gate.claims)
    beyond = () if is_cited or not withheld else reached(withheld[0].name, record.claims)
    claims = tuple(dict.fromkeys((*gate.claims, *beyond)))
    return [
        Defect(
            id=DefectId(str(uuid4())),
            tenant=gate.tenant,
            deal=gate.deal,
            claim=claim,
            type=gate.candidate,
            severity=SEVERITY[gate.candidate],
            description=f"{gate.reason} Confirmed: {gate.decision}"
            + ("" if claim in gate.claims else " The claim is about what the document's name names."),
            evidence=found,
            cure=CURE[gate.candidate],
            status=DefectStatus.OPEN,
            key=f"gate:{gate.id}:{claim}",
            flagged_by=context.actor.id,
            flagged_at=stores.clock.now(),
        )
        for claim in claims
    ]
