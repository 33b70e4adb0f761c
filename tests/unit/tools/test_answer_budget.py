"""Tests of casewright.tools.answer_budget, and of the executor's own door for a model's calls."""

from __future__ import annotations

import asyncio

import pytest

from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.definition import tool
from tests.fakes.governed import ADMIN, AGENT, Governed

RULES = '[tools.look]\nroles = ["ADMIN", "document_agent"]\n[answers]\nmax_calls = 3\nmax_calls_per_turn = 5\n'


def looking(ran: list[int]) -> Governed:
    @tool(safety_level="safe")
    def look(page: int) -> str:
        """Look at a page."""
        ran.append(page)
        return "seen"

    return Governed(look, rules=RULES)


def calls(count: int) -> list[ToolCall]:
    return [ToolCall(f"c{page}", "look", {"page": page}) for page in range(count)]


@pytest.mark.requirement("answer-budget")
def test_too_many_calls_of_a_model_run_not_at_all() -> None:
    """One result a call, one event for all of them; a person's calls are not counted so."""
    ran: list[int] = []
    governed = looking(ran)
    found = asyncio.run(governed.executor.execute_many(calls(4), CallContext(AGENT)))
    assert {one.status for one in found} == {Status.LIMITED}
    assert ran == []
    assert [event["event_type"] for event in governed.events()] == ["agent.answer_refused"]
    assert {one.metadata.audit_seq for one in found} == {1}
    asyncio.run(governed.executor.execute_many(calls(3), CallContext(AGENT)))
    asyncio.run(governed.executor.execute_many(calls(4), CallContext(ADMIN)))
    assert len(ran) == 7


@pytest.mark.requirement("answer-budget")
@pytest.mark.parametrize(
    ("count", "made", "words"),
    [(0, 9, None), (3, 2, None), (3, 0, None), (4, 0, "4 calls in one answer"), (3, 3, "3 calls after 3")],
)
def test_what_is_refused(count: int, made: int, words: str | None) -> None:
    """Above the answer's own number, and above what is left of the turn's."""
    governed = looking([])
    why = asyncio.run(governed.executor.refuse_answer(count, CallContext(AGENT), made=made))
    assert (why is None) is (words is None)
    assert words is None or words in str(why)
    assert len(governed.events()) == (words is not None)
