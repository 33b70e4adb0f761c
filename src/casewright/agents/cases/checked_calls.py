"""Makes the calls that the assistant asks for. Facts that do not fit are not filed, nor an agreement that only the user
can give; the assistant is told why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.cases.minds.fact_fit import misfits
from casewright.agents.cases.notes import statements
from casewright.casework.details import InvalidField, update_details
from casewright.casework.read_back import claims_agreement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.cases.run import Run
    from casewright.agents.cases.state import MadeRecord, State, StepRecord

_UPDATE = "update_case_details"
_REFUSED = (
    "Refused: {reasons}. Nothing was written: file only what the user said, each under the fact that it is about."
)
_AGREEMENT = "acordul cu lista citită îl dă numai utilizatorul, prin răspunsul lui la recitire"


async def make(state: State, run: Run, node: str, step: StepRecord) -> MadeRecord:
    """What came of the step's call."""
    calls = run.calls(state, node)
    if step["name"] == _UPDATE:
        file = await run.look(calls)
        reasons = _against(update_details(file.details, state.get("unsaved", {})), state, run, step)
        if reasons:
            return {
                "name": _UPDATE,
                "arguments": step["arguments"],
                "status": "error",
                "content": _REFUSED.format(reasons="; ".join(reasons)),
                "structured": None,
            }
    return await calls.make(step["name"], step["arguments"])


def _against(before: Mapping[str, Any], state: State, run: Run, step: StepRecord) -> list[str]:
    """Why the update may not be made; what is no update at all is the tool's to refuse."""
    updates = step["arguments"].get("updates")
    if not isinstance(updates, dict):
        return []
    try:
        after = update_details(before, updates)
    except InvalidField:
        return []
    latest = state.get("said")
    said = [*statements(before), *([] if latest is None else [latest])]
    known = [_told(one) for one in before["facts"]]
    filed = [one for one in after["facts"] if _told(one) not in known]
    claimed = [_AGREEMENT] if claims_agreement(before, after) else []
    return [*misfits(filed, said, run.clock.now().date()), *claimed]


def _told(fact: object) -> object:
    return (fact.get("id"), fact.get("fact"), fact.get("source")) if isinstance(fact, dict) else fact
