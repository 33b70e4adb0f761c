"""The evidence call: once a round, what a role asks for is looked for, and what is found is put before everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.debate.events import DebateEvent
from casewright.agents.debate.ledger import EVIDENCE_CALL, empty_turn
from casewright.agents.debate.run import ledger
from casewright.agents.streaming import tell
from casewright.domain.debates import AgentRole

if TYPE_CHECKING:
    from casewright.agents.debate.ledger import TurnRecord
    from casewright.agents.debate.run import Run, State

CALLED = "debate.evidence_called"
LIMIT = 10


async def call_for_evidence(run: Run, state: State) -> TurnRecord:
    """Search for what the first role of the round asked for, in the arbiter's role: it may search, not all may."""
    number, known = state["round"], ledger(state)
    asked = known.asked(number)
    assert asked is not None, "the graph comes here where something was asked for"
    tools = run.tools(AgentRole.ARBITER.value, number, f"round {number}, evidence call")
    query = str(asked["query"])
    await tools.call("search_evidence", {"query": query, "deal_id": run.deal, "limit": LIMIT})
    record = empty_turn(number, EVIDENCE_CALL, AgentRole.ARBITER.value)
    record["calls"] = [one.to_json() for one in tools.made]
    record["searched"] = list(tools.found)
    record["found"] = list(tools.found.values())
    record["fresh"] = [one for one in tools.found if one not in known.table]
    await run.trail.record(
        CALLED,
        {"query": query, "asked_by": asked["role"], "found": len(tools.found), "new": len(record["fresh"])},
        role=AgentRole.ARBITER.value,
        round_number=number,
    )
    tell(DebateEvent("found", f"{len(record['fresh'])} new of {len(tools.found)} items for “{query}”", number))
    return record
