"""Phase 1: the tier, the quota, the payment, and the way to an active case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.cases.ladder import in_words
from casewright.agents.cases.messages import filled, section, whole
from casewright.agents.cases.nodes.turn_start import noted, said_since
from casewright.agents.cases.notes import QUESTION, Notes, statements, write_down
from casewright.agents.cases.repeating import not_again
from casewright.agents.cases.run import TurnStopped
from casewright.agents.cases.state import State
from casewright.casework.tier_definitions import TIERS
from casewright.casework.tiers import Tiered
from casewright.casework.tiers import determine_tier as tier_by_rules
from casewright.domain.cases import CaseStatus

if TYPE_CHECKING:
    from casewright.agents.cases.calls import CaseCalls
    from casewright.agents.cases.mind import TierSaid
    from casewright.agents.cases.run import Run
    from casewright.agents.cases.state import MadeRecord

_TRIES = 3
"""Of a call of this phase: once, and two retries."""
_MOST_SETBACKS = 3
"""Turns in a row that end in one before support is asked."""


async def determine_tier(state: State, run: Run) -> State:
    """Have the assistant say the tier of all that the user has said (prompt 3), or its one question."""
    calls = run.calls(state, "determine_tier")
    heard = said_since(state, run)
    if heard and await write_down(run, calls, heard["unsaved"]):
        heard["unsaved"] = {}
    file = await run.look(calls)
    found = await run.think(run.assistant.tier(statements(file.details), run.language))
    if found.tier is None:
        return {**heard, **_asked({**state, **heard}, run, found)}
    if found.tier not in TIERS:
        raise TurnStopped("unusable", run.assistant.called, f"tier {found.tier!r}"[:40])
    said = {"tier": int(found.tier), "justification": whole(found.justification) or str(found.tier)}
    return {**heard, "route": "check_quota", "tiering": said}


def _asked(state: State, run: Run, found: TierSaid) -> State:
    notes = Notes(run, state)
    question = whole(found.question).strip() or run.say("obstacle")
    if run.file is not None:
        question, _ = not_again(question, run, run.file.details, state.get("said"))
    notes.log("assistant", "off_topic" if found.off_topic else "tier_question", question)
    if not found.off_topic:
        notes.put(QUESTION, {"question": question, "about": "tier", "asked_at": run.now()})
    told = [*state.get("told", []), question]
    return {"route": "wait", "done": True, "told": told, "unsaved": notes.updates}


async def check_quota(state: State, run: Run) -> State:
    """Set the tier, ask for the quota, and have the case take its unit where there is one."""
    calls = run.calls(state, "check_quota")
    tiering = state.get("tiering") or {}
    notes = Notes(run, state)
    set_, tier = await _set_tier(run, calls, notes, tiering)
    if set_["status"] != "success":
        return await _set_back(state, run, calls, notes, set_)
    asked = await _insisting(run, calls, notes, "check_quota", _quota_of(run, tier))
    if asked["status"] != "success":
        return await _set_back(state, run, calls, notes, asked)
    taken = await _insisting(run, calls, notes, "activate_case", {"case_id": run.case_id})
    if taken["status"] != "success":
        return await _set_back(state, run, calls, notes, taken)
    active = (await run.case()).status is CaseStatus.ACTIVE
    return {
        "route": "transition_to_active" if active else "request_payment",
        "tier": tier,
        "activation": taken["structured"],
        "unsaved": notes.updates,
        "setbacks": 0,
    }


async def _set_tier(run: Run, calls: CaseCalls, notes: Notes, tiering: dict[str, Any]) -> tuple[MadeRecord, int]:
    """The call that sets the tier; where the assistant's is refused, that of the rules."""
    tier = int(tiering["tier"])
    given = {"case_id": run.case_id, "tier": tier, "justification": tiering["justification"]}
    made = await calls.make("set_case_tier", given)
    if made["status"] == "success":
        return made, tier
    notes.log("agent", "retry", f"set_case_tier: {made['content']}")
    file = await run.look(calls)
    by_rules = tier_by_rules("\n".join(statements(file.details)))
    if isinstance(by_rules, Tiered) and by_rules.tier != tier:
        tier = int(by_rules.tier)
        given = {"case_id": run.case_id, "tier": tier, "justification": by_rules.reason}
    return await _insisting(run, calls, notes, "set_case_tier", given), tier


async def _insisting(run: Run, calls: CaseCalls, notes: Notes, name: str, given: dict[str, Any]) -> MadeRecord:
    """The call, made up to three times while it fails."""
    made = await calls.make(name, given)
    for _ in range(_TRIES - 1):
        if made["status"] == "success" or run.clock.now() >= run.deadline:
            break
        notes.log("agent", "retry", f"{name}: {made['content']}")
        made = await calls.make(name, given)
    return made


async def _set_back(state: State, run: Run, calls: CaseCalls, notes: Notes, made: MadeRecord) -> State:
    """What a call that fails in this phase leads to: the user is asked to try later; in the end support is."""
    setbacks = state.get("setbacks", 0) + 1
    error = {"tool": made["name"], "happens": run.say("later"), "cause": made["content"][:300]}
    notes.log("agent", "setback", f"{made['name']}: {made['content']}")
    found = State(route="wait", done=True, outcome="error", setbacks=setbacks, unsaved=notes.updates)
    found["errors"] = [*state.get("errors", []), error]
    heading = "setback"
    if setbacks >= _MOST_SETBACKS:
        issue = run.in_romanian("ticket_description", tool=made["name"], error=in_words(made["content"]))
        ticket = await calls.make("create_support_ticket", {"case_id": run.case_id, "issue_description": issue})
        if ticket["status"] == "success":
            found["setbacks"], found["status"], heading = 0, CaseStatus.PAUSED_SUPPORT.value, "ticket"
            notes.log("agent", "create_support_ticket", issue)
            found["unsaved"] = notes.updates
    found["told"] = [*state.get("told", []), run.say(heading)]
    return found


async def request_payment(state: State, run: Run) -> State:
    """Ask for the payment, or, where it was asked for before, whether it came or the plan covers the case by now."""
    calls = run.calls(state, "request_payment")
    activation = state.get("activation")
    if activation is None:
        await calls.make("check_payment", {"case_id": run.case_id})
        if (await run.case()).status is CaseStatus.ACTIVE:
            return {"route": "transition_to_active", "status": CaseStatus.ACTIVE.value}
        made = await calls.make("activate_case", {"case_id": run.case_id})
        activation = made["structured"] if made["status"] == "success" else None
        if (await run.case()).status is CaseStatus.ACTIVE:
            return {"route": "transition_to_active", "status": CaseStatus.ACTIVE.value, "activation": activation}
    tier = (await run.case()).tier
    price = (activation or {}).get("price")
    if activation is not None and price is None:
        told = run.say("quota_exceeded", tier=tier)
        return _unpaid(state, outcome="quota_exceeded", told=told, payment=None)
    return await _payment_asked(state, run, calls, tier)


async def _payment_asked(state: State, run: Run, calls: CaseCalls, tier: int | None) -> State:
    made = await calls.make("request_payment", {"case_id": run.case_id})
    if made["status"] != "success":
        error = {"tool": "request_payment", "happens": run.say("later"), "cause": made["content"][:300]}
        found = _unpaid(state, outcome="error", told=run.say("setback"), payment=None)
        found["errors"] = [*state.get("errors", []), error]
        return found
    asked = made["structured"]
    told = filled(section("quota", "not_covered", run.language), tier=tier)
    payment = {
        "amount": asked["cents"] / 100,
        "currency": asked["currency"],
        "reason": run.say("price_of_a_case", tier=tier),
        "reference": asked.get("reference"),
        "url": asked.get("url"),
    }
    return _unpaid(state, outcome="payment_required", told=told, payment=payment)


def _unpaid(state: State, *, outcome: str, told: str, payment: dict[str, Any] | None) -> State:
    return {
        "route": "wait",
        "done": True,
        "owed": True,
        "status": CaseStatus.PAYMENT_PENDING.value,
        "outcome": outcome,
        "payment": payment,
        "told": [*state.get("told", []), told],
    }


async def transition_to_active(state: State, run: Run) -> State:
    """Tell the user that the case goes on, and write down what they said while it could not."""
    case = await run.case()
    activation = state.get("activation") or {}
    notes = Notes(run, state)
    notes.log("agent", "transition_to_active", str(activation.get("reason") or ""), tier=case.tier)
    found = State(status=case.status.value, tier=case.tier, outcome="success", payment=None, owed=False)
    found["unsaved"] = notes.updates
    if activation.get("covered_by") == "unit":
        told = filled(section("quota", "covered", run.language), tier=case.tier)
    else:
        told = run.say("paid")
    found["told"] = [*state.get("told", []), told]
    merged: State = {**state, **found}
    found.update(noted(merged, run, state.get("held", [])))
    return found


def _quota_of(run: Run, tier: int) -> dict[str, Any]:
    return {"user_id": run.person.id, "organization_id": run.person.tenant, "tier": tier}
