"""The gates that a call passes in the executor before it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.matters import MatterKind
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.clearance import NO_APPROVER
from casewright.tools.definition import define_tool
from tests.fakes.fixed_clock import START
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.plain_tools import add, greet

if TYPE_CHECKING:
    from collections.abc import Mapping


STOPPED: dict[str, tuple[str, Mapping[str, object], Status, str]] = {
    "unknown": ("nothing_like_it", {}, Status.UNKNOWN_TOOL, "Unknown tool: nothing_like_it"),
    "missing": ("add", {}, Status.INVALID_ARGUMENTS, "Required parameter 'left' missing"),
    "extra": ("add", {"left": 1, "x": 2}, Status.INVALID_ARGUMENTS, "Unknown parameter 'x': remove it"),
    "coerced": ("add", {"left": "1"}, Status.INVALID_ARGUMENTS, "Parameter 'left': Input should be a valid integer"),
    "not JSON": ("add", {"left": object()}, Status.INVALID_ARGUMENTS, "The arguments are not JSON"),
    "surrogate": ("greet", {"name": "\ud800"}, Status.INVALID_ARGUMENTS, "The arguments are not JSON"),
}


@pytest.mark.requirement("tool-statuses", "tool-audit-stopped")
@pytest.mark.parametrize("case", STOPPED)
def test_call_stopped_at_a_gate(case: str) -> None:
    """A call that is stopped says why in its stable text and leaves exactly one event, with its status."""
    name, arguments, status, text = STOPPED[case]
    governed = Governed(add, greet)
    result = governed.call(name, arguments)
    assert result.status is status
    assert result.content.startswith(text)
    assert governed.trail() == [("stopped", status.upper())]


@pytest.mark.requirement("tool-default-deny")
def test_role_that_is_not_listed_is_denied() -> None:
    """A role that the policy does not list for the tool is denied, with the protocol's text, and nothing runs."""
    ran: list[int] = []
    governed = Governed(define_tool("mark", "Marks.", [], handler=lambda _: ran.append(1)))
    client = CallContext(Actor(TENANT, ActorId("cy"), "CLIENT"))
    result = governed.call("mark", {}, client)
    assert (result.status, result.content) == (Status.DENIED, "Tool 'mark' is not permitted for CLIENT")
    assert governed.trail() == [("stopped", "DENIED")]
    assert ran == []


@pytest.mark.requirement("tool-no-approver")
def test_dangerous_tool_without_an_approver_is_refused() -> None:
    """A dangerous tool that nobody can approve does not run, in the seed's words."""
    ran: list[int] = []
    wipe = define_tool("wipe", "Wipes.", [], safety_level="dangerous", handler=lambda _: ran.append(1))
    governed = Governed(wipe)
    result = governed.call("wipe")
    assert (result.status, result.content) == (Status.NO_APPROVER, NO_APPROVER)
    assert governed.trail() == [("stopped", "NO_APPROVER")]
    assert ran == []


@pytest.mark.requirement("tool-matter-scope")
def test_matter_that_cannot_be_seen_reads_like_one_that_is_missing() -> None:
    """Another tenant's matter, a missing one and one outside the context give the same answer, and nothing runs."""
    ran: list[str] = []
    matters = MemoryMatters()

    def new(tenant: TenantId) -> str:
        return matters.create(
            tenant,
            title="x",
            description="",
            kind=MatterKind.MATTER,
            jurisdiction=None,
            created_by=ActorId("x"),
            at=START,
        ).id

    mine, other, foreign = new(TENANT), new(TENANT), new(TenantId("rival"))
    spec = [{"name": "matter_id", "type": "string", "description": "The matter"}]
    governed = Governed(
        define_tool("look", "Looks.", spec, handler=lambda given: ran.append(given["matter_id"])), matters=matters
    )
    inside = CallContext(ADMIN, matter=MatterId(mine))
    for asked, context in (
        (foreign, CallContext(ADMIN)),
        ("00000000-0000-4000-8000-000000000000", CallContext(ADMIN)),
        (other, inside),
    ):
        result = governed.call("look", {"matter_id": asked}, context)
        assert (result.status, result.metadata.error_kind) == (Status.ERROR, "NotFound")
        assert result.content == f"Matter {asked!r} not found: 'casewright matter list' shows the ids"
    assert governed.call("look", {"matter_id": mine}, inside).success
    assert ran == [mine]


@pytest.mark.requirement("tool-limits")
def test_limit_is_per_round_and_role() -> None:
    """After the limit of a round a call is refused with what is left and when it resets; a new round starts anew."""
    governed = Governed(add, rules='[tools.add]\nroles = ["ADMIN"]\nmax_calls_per_round = 2')
    rounds = [1, 1, 1, 2]
    results = [governed.call("add", {"left": 1}, CallContext(ADMIN, run="r", round=number)) for number in rounds]
    assert [result.status.value for result in results] == ["success", "success", "limited", "success"]
    assert "may be called 2 times a round by ADMIN, 0 are left; it resets with the next round" in results[2].content


@pytest.mark.requirement("tool-limits-atomic")
def test_limit_holds_for_calls_side_by_side() -> None:
    """Of 64 parallel calls exactly as many run as the limit allows, and results keep the order of the calls."""
    ran: list[int] = []
    spec = [{"name": "n", "type": "integer", "description": "A number"}]
    count = define_tool("count", "Counts.", spec, required=["n"], handler=lambda given: ran.append(given["n"]))
    governed = Governed(count, rules='[tools.count]\nroles = ["ADMIN"]\nmax_calls_per_round = 7')
    results = governed.call_many([ToolCall(str(n), "count", {"n": n}) for n in range(64)])
    assert [result.id for result in results] == [str(n) for n in range(64)]
    assert len(ran) == 7
    assert sum(result.status is Status.LIMITED for result in results) == 57


PRECONDITIONS: dict[str, tuple[dict[str, object], str]] = {
    "no evidence": ({"evidence_refs": [], "description": "d" * 50}, "at least 1 in 'evidence_refs', 0 given"),
    "short": ({"evidence_refs": ["e"], "description": "d" * 49}, "at least 50 characters in 'description', 49 given"),
}


@pytest.mark.requirement("tool-preconditions")
@pytest.mark.parametrize("case", PRECONDITIONS)
def test_precondition_of_the_policy(case: str) -> None:
    """Arguments that miss a precondition of the policy stop the call and say what is missing."""
    arguments, text = PRECONDITIONS[case]
    spec = [
        {"name": "evidence_refs", "type": "array", "description": "Evidence"},
        {"name": "description", "type": "string", "description": "What"},
    ]
    rules = '[tools.flag]\nroles = ["ADMIN"]\nmin_items = { evidence_refs = 1 }\nmin_characters = { description = 50 }'
    governed = Governed(define_tool("flag", "Flags.", spec, handler=lambda _: None), rules=rules)
    result = governed.call("flag", arguments)
    assert result.status is Status.LIMITED
    assert text in result.content
    assert governed.call("flag", {"evidence_refs": ["e"], "description": "d" * 50}).success
