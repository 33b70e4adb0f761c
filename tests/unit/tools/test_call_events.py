"""Tests of casewright.tools.call_events, through the executor."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from casewright.errors import ToolFailed
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, Status
from casewright.tools.definition import tool
from tests.fakes.governed import ADMIN, Governed

if TYPE_CHECKING:
    from casewright.audit.events import Event


@tool(safety_level="cautious", emits=["defect.flagged"])
def flag(claim: str, fails: bool = False) -> str:
    """Flag something."""
    emit("defect.flagged", {"claim_id": claim, "deal_id": "d"})
    if fails:
        raise ToolFailed("no")
    return "done"


@tool(safety_level="cautious", emits=["human_gate.created"])
async def escalate(claim: str) -> str:
    """Escalate something."""
    emit("human_gate.created", {"claim_ids": [claim]})
    return "done"


@tool(safety_level="cautious", emits=["claim.added"])
def strays() -> str:
    """Tell what it never said it would."""
    emit("claim.removed", {})
    return "done"


@pytest.mark.requirement("audit-families")
@pytest.mark.parametrize(("name", "event_type"), [("flag", "defect.flagged"), ("escalate", "human_gate.created")])
def test_what_a_call_brings_about_is_an_event_of_its_family(name: str, event_type: str) -> None:
    """Between intent and outcome stands what happened, with the call's actor, its place and the intent's number."""
    governed = Governed(flag, escalate)
    result = governed.call(name, {"claim": "c"}, CallContext(ADMIN, run="r", round=2, debate="x"))
    intent, told, outcome = governed.events()
    assert result.status is Status.SUCCESS
    assert (intent["phase"], told["phase"], outcome["phase"]) == ("intent", "effect", "outcome")
    assert (told["event_type"], told["tool_name"], told["agent_id"]) == (event_type, name, ADMIN.id)
    assert (told["run_id"], told["round_number"], told["debate_id"]) == ("r", 2, "x")
    assert (told["intent_seq"], told["call_id"]) == (intent["seq"], intent["call_id"])


@pytest.mark.requirement("audit-families")
def test_details_name_the_matter() -> None:
    """An event's details stand where arguments do, and its matter is the one that they name."""
    governed = Governed(flag)
    governed.call("flag", {"claim": "c"})
    told = governed.events()[1]
    assert (told["tool_args"], told["matter_id"]) == ({"claim_id": "c", "deal_id": "d"}, "d")


@pytest.mark.requirement("audit-families")
def test_call_that_fails_tells_nothing() -> None:
    """What a failed call meant to bring about did not happen."""
    governed = Governed(flag)
    assert governed.call("flag", {"claim": "c", "fails": True}).status is Status.ERROR
    assert governed.trail() == [("intent", None), ("outcome", "ERROR")]


@pytest.mark.requirement("audit-families")
def test_tool_tells_only_what_it_names() -> None:
    """A type that the tool does not name in ``emits`` is an error; without ``emits`` nobody listens."""
    governed = Governed(strays)
    assert "does not name it in emits" in governed.call("strays").content
    emit("claim.removed", {})


def test_hooks_hear_of_it() -> None:
    """Hooks are told of these events like of every other, in order."""
    heard: list[str] = []
    done = threading.Event()

    def hook(_seq: int, event: Event) -> None:
        heard.append(event.event_type)
        if len(heard) == 3:
            done.set()

    governed = Governed(flag, hooks=[hook])
    governed.call("flag", {"claim": "c"})
    assert done.wait(5)
    assert heard == ["person.tool_call", "defect.flagged", "person.tool_call"]
