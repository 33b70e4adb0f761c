"""How a turn begins: the next event is taken up, the case is loaded, and its phase says where to go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.cases.lawyer_wish import wants_lawyer, wants_lawyer_alone
from casewright.agents.cases.messages import filled, prompt
from casewright.agents.cases.notes import Notes, open_question, statements, was_greeted, write_down
from casewright.agents.cases.state import Event, State
from casewright.domain.cases import CaseStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.cases.run import Run

_LOCKED = (CaseStatus.PAYMENT_PENDING, CaseStatus.CLOSED, CaseStatus.ARCHIVED)
"""In these the case file cannot be written."""
_BESIDE_A_LAWYER = {
    CaseStatus.TIER_PENDING: ("lawyer_or_on",),
    CaseStatus.ACTIVE: ("lawyer_or_on",),
    CaseStatus.PAYMENT_PENDING: ("lawyer_or_pay",),
}
"""What is told, by the case's status, to a user who asks for a lawyer, beside how one is found."""


async def start(state: State, run: Run) -> State:  # noqa: ARG001 (every state is given both)
    """Take up the next event; where the turn only goes on, what it has found out stays."""
    inbox = state.get("inbox", [])
    if state.get("again") or not inbox:
        return {"again": False, "step": None, "done": False}
    event, *rest = inbox
    return {
        "inbox": rest,
        "again": False,
        "said": event["message"],
        "said_at": event["at"],
        "said_id": event.get("id"),
        "lawyer": event["message"] is not None and wants_lawyer(event["message"]),
        "thoughts": 0,
        "done": False,
        "step": None,
        "made": [],
        "tiering": None,
        "activation": None,
        "advice": None,
        "followed": False,
    }


async def load_context(state: State, run: Run) -> State:
    """Take down what the user said, and look at the case: its status, its tier, its file."""
    case = await run.case_at_start()
    found = State(status=case.status.value, tier=case.tier)
    event = _unrecorded(state)
    if case.status in _LOCKED:
        if event is not None:
            found["said_at"] = ""
        if case.status is not CaseStatus.PAYMENT_PENDING:
            found["held"] = []  # nothing can come of it any more
        elif event is not None:
            found["held"] = [*state.get("held", []), event]
        return found
    found.update(noted(state, run, [*state.get("held", []), *([] if event is None else [event])]))
    if event is not None:
        await run.note_progress(case.processing.last_successful_step, "message")
    if case.status is CaseStatus.TIER_PENDING and found.get("unsaved"):
        # The tier that may be set is held to what the user has said by then.
        written = await write_down(run, run.calls(state, "load_context"), found["unsaved"])
        found["unsaved"] = {} if written else found["unsaved"]
    return found


def noted(state: State, run: Run, events: Sequence[Event]) -> State:
    """What the user said, to be written down with the next pass."""
    if not events:
        return {}
    notes = Notes(run, state)
    for one in events:
        notes.said(one["message"] or "", one["at"], one.get("id"))
    said = "\n\n".join(one["message"] or "" for one in events)
    return {"held": [], "said_at": "", "said": said, "unsaved": notes.updates}


def said_since(state: State, run: Run) -> State:
    """What the user said while the turn was cut short: the assistant is to answer all of it at once."""
    events = [one for one in state.get("inbox", []) if one["message"] is not None]
    if not events:
        return {}
    before = state.get("said")
    said = "\n\n".join([*([] if before is None else [before]), *(one["message"] or "" for one in events)])
    found: State = {**noted(state, run, events), "inbox": [], "said": said}
    if any(wants_lawyer(one["message"] or "") for one in events):
        found["told"] = [*state.get("told", []), run.say("lawyer")]
    return found


async def check_phase(state: State, run: Run) -> State:
    """Where the case stands decides where the turn goes; whoever cannot be helped now is told why."""
    status = CaseStatus(state["status"])
    if not state.get("lawyer"):
        return await _by_phase(state, run, status)
    told = "\n\n".join(run.say(one) for one in ("lawyer", *_BESIDE_A_LAWYER.get(status, ())))
    now: State = {**state, "told": [*state.get("told", []), told], "lawyer": False}
    if status is CaseStatus.ACTIVE and wants_lawyer_alone(state.get("said") or "") and _may_wait(state):
        return {**await _lawyer_alone(now, run, told), "lawyer": False}
    found = await _by_phase(now, run, status)
    return {"told": now["told"], **found, "lawyer": False}


def _may_wait(state: State) -> bool:
    """Whether nothing is under way on the error path but a question to the user."""
    failure = state.get("failure")
    return failure is None or (
        failure["ticket"] is None and failure["question"] is not None and not failure["answered"]
    )


async def _lawyer_alone(state: State, run: Run, told: str) -> State:
    """What was asked before is asked again: no mind has to read a wish as an answer."""
    notes = Notes(run, state)
    notes.log("assistant", "lawyer", told)
    file = await run.look(run.calls(state, "check_phase"))
    failure = state.get("failure")
    asked = open_question(file.details) if failure is None else failure["question"]
    again = [] if asked is None else [asked]
    covered = _covered_since(state, run).get("told", state["told"])
    return {"route": "wait", "done": True, "owed": False, "told": [*covered, *again], "unsaved": notes.updates}


async def _by_phase(state: State, run: Run, status: CaseStatus) -> State:
    if status is CaseStatus.TIER_PENDING:
        return await _before_the_tier(state, run)
    if status is CaseStatus.PAYMENT_PENDING:
        return {"route": "request_payment"}
    if status is CaseStatus.ACTIVE:
        return {"route": "process_user_input", **_failure_now(state, run), **_covered_since(state, run)}
    heading = "paused" if status is CaseStatus.PAUSED_SUPPORT else "closed"
    return {"route": "wait", "done": True, "told": [*state.get("told", []), run.say(heading)]}


def _covered_since(state: State, run: Run) -> State:
    """What the user is told of a case that was covered while nobody talked in it."""
    return {"owed": False, "told": [*state.get("told", []), run.say("active")]} if state.get("owed") else {}


def _failure_now(state: State, run: Run) -> State:
    """What is open on the error path: closed by whoever resumed the case, answered by what the user says now."""
    failure = state.get("failure")
    if failure is None:
        return {}
    if failure["ticket"] is not None:
        notes = Notes(run, state)
        notes.log("agent", "resumed", f"The case goes on after ticket {failure['ticket']}.")
        return {"failure": None, "unsaved": notes.updates}
    if failure["question"] is not None and failure["answer"] is None:
        return {"failure": {**failure, "answer": state.get("said")}}
    return {}


async def _before_the_tier(state: State, run: Run) -> State:
    file = await run.look(run.calls(state, "check_phase"))
    if statements(file.details):
        return {"route": "determine_tier"}
    greeting = filled(prompt("greeting", run.language), platform=run.platform)
    notes = Notes(run, state)
    if not was_greeted(file.details):
        notes.log("assistant", "greeting", greeting)
    return {"route": "wait", "done": True, "told": [*state.get("told", []), greeting], "unsaved": notes.updates}


def _unrecorded(state: State) -> Event | None:
    """The message of this turn, where it was not written yet."""
    message, at = state.get("said"), state.get("said_at")
    if message is None or not at:
        return None
    known = state.get("said_id")
    return Event(message=message, at=at) if known is None else Event(message=message, at=at, id=known)
