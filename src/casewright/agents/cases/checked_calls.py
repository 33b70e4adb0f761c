"""Makes the calls that the assistant asks for; facts that do not fit are not filed, and it is told why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.cases.minds.fact_fit import misfits
from casewright.agents.cases.notes import statements
from casewright.casework.details import update_details

if TYPE_CHECKING:
    from casewright.agents.cases.run import Run
    from casewright.agents.cases.state import MadeRecord, State, StepRecord

_UPDATE = "update_case_details"
_REFUSED = (
    "Refused: {reasons}. Nothing was written: file only what the user said, each under the fact that it is about."
)


async def make(state: State, run: Run, node: str, step: StepRecord) -> MadeRecord:
    """What came of the step's call."""
    calls = run.calls(state, node)
    if step["name"] == _UPDATE:
        file = await run.look(calls)
        said = statements(update_details(file.details, state.get("unsaved", {})))
        latest = state.get("said")
        updates = step["arguments"].get("updates")
        entries = updates.get("facts") if isinstance(updates, dict) else None
        reasons = misfits(entries, [*said, *([] if latest is None else [latest])], run.clock.now().date())
        if reasons:
            return {
                "name": _UPDATE,
                "arguments": step["arguments"],
                "status": "error",
                "content": _REFUSED.format(reasons="; ".join(reasons)),
                "structured": None,
            }
    return await calls.make(step["name"], step["arguments"])
