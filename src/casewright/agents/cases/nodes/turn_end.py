"""How a pass ends, and a turn: what came of it is written down, and what comes next is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.cases.notes import DOCUMENTS_TOLD, Notes, write_down
from casewright.domain.cases import CaseStatus

if TYPE_CHECKING:
    from casewright.agents.cases.run import Run
    from casewright.agents.cases.state import State

_PENDING = {
    CaseStatus.TIER_PENDING: "determine_tier",
    CaseStatus.PAYMENT_PENDING: "request_payment",
    CaseStatus.PAUSED_SUPPORT: "support",
}
"""What a case of this status waits for once a turn is over."""


async def update_context(state: State, run: Run) -> State:
    """Write what the pass brought into the case file, in one call."""
    return await _written(state, run, "update_context")


async def wait(state: State, run: Run) -> State:
    """Write what is left, and be done until something else happens; where the turn only goes on, begin again."""
    if state.get("again") or state.get("inbox"):
        return {"route": "start"}
    found = _romanian_told(state, run)
    found["route"] = "end"
    status = CaseStatus(state["status"])
    if status not in (CaseStatus.PAYMENT_PENDING, CaseStatus.CLOSED, CaseStatus.ARCHIVED):
        found.update(await _written({**state, **found}, run, "wait"))
    completed = state.get("completed", [])
    await run.note_progress(completed[-1] if completed else None, _pending(state, status))
    found["made"] = []
    return found


def _romanian_told(state: State, run: Run) -> State:
    """Tell who writes English, once in a case, that documents are Romanian."""
    if run.language != "en" or state.get("said") is None or state.get("romanian_told"):
        return {}
    notes = Notes(run, state)
    notes.log("agent", DOCUMENTS_TOLD)
    told = [*state.get("told", []), run.say(DOCUMENTS_TOLD)]
    return {"told": told, "romanian_told": True, "unsaved": notes.updates}


async def _written(state: State, run: Run, node: str) -> State:
    unsaved = state.get("unsaved", {})
    if not unsaved:
        return {}
    return {"unsaved": {}} if await write_down(run, run.calls(state, node), unsaved) else {}


def _pending(state: State, status: CaseStatus) -> str | None:
    if status in _PENDING:
        return _PENDING[status]
    failure = state.get("failure")
    return "handle_error" if failure is not None else None
