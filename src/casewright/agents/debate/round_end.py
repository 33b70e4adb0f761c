"""The end of a round and of a debate: the stop check, the gates for people, and Muhasabah over everything."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.events import DebateEvent
from casewright.agents.debate.muhasabah_gate import REJECTED, examine
from casewright.agents.debate.run import StopRecord, ledger
from casewright.agents.debate.state import AgentOutput
from casewright.agents.streaming import tell
from casewright.canonical import canonical_json, without_floats
from casewright.domain.claims import Materiality
from casewright.domain.debates import AgentRole, StopReason
from casewright.evidence.muhasabah.enforcer import MuhasabahEnforcer
from casewright.evidence.muhasabah.violations import Rule
from casewright.evidence.stop_rules import Reliance, StopInputs, critical_claims, stop_reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.deal_view import DealView
    from casewright.agents.debate.ledger import Ledger, TurnRecord
    from casewright.agents.debate.run import Run, State

CHECKED = "debate.stop_checked"
_MOST_CLAIMS = 100
_ESCALATED = "PARTNER"
"""The role that a person needs, at least, to decide on what stopped a debate."""


async def check_stop(run: Run, state: State) -> tuple[StopRecord, list[dict[str, Any]]]:
    """Whether the debate ends after this round and why, recorded with the inputs that say so; and the calls made."""
    view, known = await run.view(state), ledger(state)
    inputs = stop_inputs(view, known, state["round"], state["max_rounds"])
    reason = stop_reason(inputs)
    # Through the canonical form: whoever has the inputs can hash them again.
    hashed = "sha256:" + sha256(canonical_json(without_floats(inputs.as_json()))).hexdigest()
    record = StopRecord(
        round=state["round"],
        inputs=inputs.as_json(),
        inputs_hash=hashed,
        reason=None if reason is None else reason.value,
        critical_claims=list(critical_claims(inputs)),
        gates=[],
    )
    await run.trail.record(
        CHECKED,
        {"reason": record["reason"], "inputs_hash": hashed, "inputs": without_floats(record["inputs"])},
        role=AgentRole.ARBITER.value,
        round_number=state["round"],
        status=record["reason"],
    )
    calls: list[dict[str, Any]] = []
    if reason is StopReason.CRITICAL_DEFECT:
        record["gates"], calls = await _escalate(run, state, view, known, record["critical_claims"])
    tell(DebateEvent("stop" if reason else "round", f"{reason or 'goes on'}", state["round"]))
    return record, calls


def stop_inputs(view: DealView, known: Ledger, round_number: int, max_rounds: int) -> StopInputs:
    """What the stop function looks at after this round."""
    turns = known.in_round(round_number)
    earlier = known.before((round_number, 0))
    call = known.evidence_call(round_number)
    return StopInputs(
        round_number=round_number,
        max_rounds=max_rounds,
        gate_failed=known.failure is not None,
        reliances=tuple(_reliances(view, turns)),
        positions=known.positions,
        earlier=earlier.positions if round_number > 1 else None,
        retrieval_asked=known.asked(round_number) is not None,
        retrieval_done=call is not None,
        new_evidence=known.new_in(round_number),
        open_questions=len(known.open_questions),
    )


def _reliances(view: DealView, turns: Sequence[TurnRecord]) -> list[Reliance]:
    claims, found = view.citations.claims, []
    for turn in turns:
        output = turn["output"]
        for one in output["muhasabah_record"]["supported_claim_ids"] if output else ():
            claim = claims.get(one.lower())
            if claim is not None:
                found.append(Reliance(AgentRole(turn["role"]), claim.id, claim.materiality, claim.standing.grade))
    return found


async def _escalate(
    run: Run, state: State, view: DealView, known: Ledger, critical: Sequence[str]
) -> tuple[list[str], list[dict[str, Any]]]:
    """Open a gate for a person, on the claims that the debate stopped at; the gate's id and the call."""
    number, failure = state["round"], known.failure
    claims = list(critical) or _concerned(view)
    if failure is not None:
        reason = f"The debate stopped: an output of {failure['role']} was rejected by the Muhasabah gate twice."
    else:
        reason = "The debate stopped: claims of grade D stand in a material position. Cure, waive or reject them."
    tools = run.tools(AgentRole.ARBITER.value, number, f"round {number}, stop")
    asked = {"claim_ids": claims[:_MOST_CLAIMS], "reason": reason, "priority": "CRITICAL", "required_role": _ESCALATED}
    gates = []
    if claims:
        reply = await tools.call("request_human_review", asked)
        gates = [reply.structured["gate_id"]] if reply.success else []
    return gates, [one.to_json() for one in tools.made]


def _concerned(view: DealView) -> list[str]:
    """The claims that matter most, where no claim in particular stopped the debate."""
    heavy = [one.id for one in view.record.claims if one.materiality in (Materiality.HIGH, Materiality.CRITICAL)]
    return list(heavy or [one.id for one in view.record.claims])


async def examine_everything(run: Run, state: State) -> list[dict[str, Any]]:
    """Hold every stored output to the rules once more; the violations, by who broke them when.

    An output that was made when its sources were stronger need not have known better: that a source has become weak
    since is no violation of its own.
    """
    view, known = await run.view(state), ledger(state)
    weaker = set(state["grades"].items()) != set(view.grades.items()) or known.closes
    found: list[dict[str, Any]] = []
    for turn in known.turns:
        if turn["output"] is None:
            continue
        violations = examine(AgentOutput.from_json(turn["output"]), view.citations, MuhasabahEnforcer()).violations
        told = [one.to_dict() for one in violations if not (weaker and one.rule is Rule.UNCERTAINTIES_MISSING)]
        if told:
            found.append({"agent_id": turn["role"], "stage": turn["stage"], "round": turn["round"], "violations": told})
    for one in found:
        await run.trail.record(REJECTED, one, role=one["agent_id"], round_number=one["round"], status="REJECTED")
    return found


def mark_as_failed(record: StopRecord) -> StopRecord:
    """The stop record of a debate whose outputs do not stand at the end: the gate has failed."""
    return {**record, "reason": StopReason.CRITICAL_DEFECT.value}
