"""What a debate came to, as plain data: the recommendation, what was argued, what changed, and why it ended."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.evidence_json import as_json, plain
from casewright.agents.debate.ledger import EVIDENCE_CALL
from casewright.agents.debate.run import ledger, stops
from casewright.domain.claims import Verdict
from casewright.domain.debates import AgentRole, Stance, StopReason
from casewright.domain.evidence import Grade
from casewright.domain.ids import EvidenceId
from casewright.evidence.dissent import DissentRecord, check_preserved, resting_grade
from casewright.evidence.positions import effect, vote
from casewright.evidence.recommending import MATERIAL, cautious
from casewright.evidence.sources import evidence_grade

if TYPE_CHECKING:
    from casewright.agents.debate.deal_view import DealView
    from casewright.agents.debate.ledger import Ledger, TurnRecord
    from casewright.agents.debate.run import Run, State
    from casewright.domain.debates import Position

_SAID = ("role", "stage", "position", "refused", "cited", "challenges", "rejections")


def result(run: Run, state: State, view: DealView) -> dict[str, Any]:
    """The debate's result; times, audit numbers and settings are its keeper's to add."""
    known, last = ledger(state), state["stops"][-1]
    stop = StopReason(str(last["reason"]))
    final = dict(known.positions)
    held = final.pop(AgentRole.ARBITER, None)
    own = None if held is None else _within_record(held, view)
    recommended = own.stance if own is not None else Stance.ABSTAIN
    changed = effect(known.baseline, final, own) if own is not None else None
    dissent = _dissent(run, known, view, final, recommended)
    outputs = [one for one in known.turns if one["output"]]
    return {
        "stop_reason": stop.value,
        "stopped_because": _because(stop, last, known, state),
        "needs_person": stop is StopReason.CRITICAL_DEFECT,
        "gates": list(dict.fromkeys(state.get("gates", []))),
        "critical_claims": last["critical_claims"],
        "rounds": state["round"],
        "recommendation": None if own is None or held is None else _recommendation(own, held, known, view),
        "baseline": {"vote": vote(known.baseline).value, "positions": _positions(known.baseline)},
        "outcome": {
            "stance": recommended.value,
            "positions": _positions(known.positions),
            "changed": changed is not None and changed.changed_the_outcome,
            "changed_minds": [] if changed is None else [plain(one) for one in changed.changed],
        },
        "opening": [_said(one) for one in known.in_round(0)],
        "argument": [_round(known, number, state) for number in range(1, state["round"] + 1)],
        "dissent": [one for one in dissent if one["preserved"]],
        "dissent_not_preserved": [one for one in dissent if not one["preserved"]],
        "utility": {agent: str(score) for agent, score in known.utility.items()},
        "open_questions": list(known.open_questions),
        "documents_to_ask_for": list(view.absent),
        "documents_withheld": list(view.record.concealed),
        "muhasabah": {
            "outputs": len(outputs),
            "rejected_drafts": sum(len(one["rejections"]) for one in known.turns),
            "failed": None if known.failure is None else _failure(known.failure),
            "over_everything": state.get("over", []),
        },
        "earlier": state.get("earlier", []),
        "claim_registry_ref": view.registry_ref,
        "sanad_graph_ref": view.sanad_ref,
        "stops": state["stops"],
        "tool_calls": sum(len(one["calls"]) for one in state.get("turns", [])),
    }


def _because(stop: StopReason, last: Any, known: Ledger, state: State) -> str:
    """The stop in a sentence."""
    if known.failure is not None:
        return (
            f"The {known.failure['role']}'s output at {known.failure['stage']} was rejected by the Muhasabah gate "
            "twice; a person has to look at it."
        )
    if stop is StopReason.CRITICAL_DEFECT and state.get("over"):
        return "Outputs did not stand when everything was looked over at the end; a person has to look at them."
    match stop:
        case StopReason.CRITICAL_DEFECT:
            named = ", ".join(f"[claim:{one}]" for one in last["critical_claims"])
            return f"The advocate or the arbiter relies on claims of grade D: {named}. A person has to decide."
        case StopReason.CONSENSUS:
            return "All who hold a position hold the same, about as sure as each other."
        case StopReason.STABLE_DISSENT:
            return "Everybody holds what they held a round before, and they do not agree."
        case StopReason.EVIDENCE_EXHAUSTED:
            return "Evidence was looked for, nothing new was found, and questions are open."
        case StopReason.MAX_ROUNDS:
            return f"The {state['max_rounds']} rounds are over."


def _within_record(held: Position, view: DealView) -> Position:
    """The arbiter's position as far as the record at the end bears it: its own rulings may have changed the deal."""
    heavy = [one for one in view.record.claims if one.materiality in MATERIAL] or view.record.claims
    verified = any(one.standing.verdict is Verdict.VERIFIED for one in heavy)
    stance = cautious(held.stance, view.missing, is_verified=verified)
    return replace(held, stance=stance, confidence=min(held.confidence, view.bears))


def _recommendation(own: Position, held: Position, known: Ledger, view: DealView) -> dict[str, Any]:
    spoke = next(one for one in reversed(known.turns) if one["role"] == AgentRole.ARBITER and one["output"])
    output = spoke["output"] or {}
    return {
        "stance": own.stance.value,
        "confidence": own.confidence,
        "verdicts": {claim: verdict.value for claim, verdict in sorted(own.verdicts.items())},
        "rationale": output["content"],
        "note": None
        if own.stance is held.stance
        else f"The arbiter held {held.stance}; the record as it stands at the end forbids it: {view.missing.words}.",
        "claim_refs": output["muhasabah_record"]["supported_claim_ids"],
        "calc_refs": output.get("calc_refs", []),
        "muhasabah": output["muhasabah_record"],
    }


def _positions(held: dict[AgentRole, Position]) -> dict[str, Any]:
    return {
        role.value: {"stance": one.stance.value, "confidence": one.confidence, "verdicts": plain(one.verdicts)}
        for role, one in sorted(held.items())
    }


def _round(known: Ledger, number: int, state: State) -> dict[str, Any]:
    call = known.evidence_call(number)
    close = next((one for one in known.closes if one["round"] == number), None)
    stop = [one for one in stops(state) if one["round"] == number]
    return {
        "round": number,
        "turns": [_said(one) for one in known.in_round(number) if one["output"] or one["rejections"]],
        "evidence_call": None
        if call is None
        else {"asked_by": (known.asked(number) or call)["role"], "found": call["found"], "new": call["fresh"]},
        "rulings": [] if close is None else close["rulings"],
        "decision": None if close is None else close["decision"],
        "stop_checks": [{"reason": one["reason"], "inputs_hash": one["inputs_hash"]} for one in stop],
    }


def _said(turn: TurnRecord) -> dict[str, Any]:
    output = turn["output"]
    told: dict[str, Any] = {name: turn[name] for name in _SAID}  # type: ignore[literal-required]
    return {
        **told,
        "message_id": None if turn["message"] is None else turn["message"]["message_id"],
        "content": None if output is None else output["content"],
        "claim_refs": [] if output is None else output["claim_refs"],
        "calc_refs": [] if output is None else output.get("calc_refs", []),
        "muhasabah": None if output is None else output["muhasabah_record"],
        "enrichment": None if output is None else output["structured_content"].get("enrichment"),
        "open_questions": turn["questions"] or [],
        "tool_calls": [
            {"name": one["name"], "status": one["status"], "audit_seq": one["audit_seq"]} for one in turn["calls"]
        ],
    }


def _failure(turn: TurnRecord) -> dict[str, Any]:
    return {"role": turn["role"], "stage": turn["stage"], "round": turn["round"], "violations": turn["rejections"]}


def _dissent(
    run: Run, known: Ledger, view: DealView, final: dict[AgentRole, Position], recommended: Stance
) -> list[dict[str, Any]]:
    """Who holds another stance than the recommendation, and whether that is kept as dissent."""
    found = []
    for role, held in sorted(final.items()):
        if held.abstains or held.stance is recommended:
            continue
        record = _dissenting(run, known, view, role, held)
        kept = check_preserved(record, known.utility.get(record.agent_id, Decimal(0)))
        found.append({**as_json(record), "preserved": kept.valid, "why_not": kept.reason})
    return found


def _dissenting(run: Run, known: Ledger, view: DealView, role: AgentRole, held: Position) -> DissentRecord:
    own = [one for one in known.turns if one["role"] == role and one["output"] and one["stage"] != EVIDENCE_CALL]
    spoke = own[-1]["output"] or {}
    claims = spoke["muhasabah_record"]["supported_claim_ids"] or spoke["claim_refs"]
    cited = list(dict.fromkeys(one for turn in own for one in (*turn["cited"], *turn["fresh"])))
    taken = next(one for one in reversed(own) if one["position"])
    return DissentRecord(
        dissent_id=run.name("dissent", role),
        agent_id=role.value,
        position=held.stance,
        claim_refs=tuple(claims),
        evidence_refs=tuple(cited),
        grade=resting_grade(_grades(view, known, cited)),
        reason=(taken["output"] or {})["content"],
        round_number=max(1, taken["round"]),
    )


def _grades(view: DealView, known: Ledger, cited: list[str]) -> list[Grade]:
    searched = {one["evidence_id"]: one["source_grade"] for turn in known.turns for one in turn["found"]}
    found = []
    for one in cited:
        item = view.record.evidence.get(EvidenceId(one))
        found.append(evidence_grade(item) if item is not None else Grade(searched.get(one, "D")))
    return found
