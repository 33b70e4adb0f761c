"""Who is asked for an approval: a handler in this process, or a person that the policy names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.errors import NotFound
from casewright.tools.calls import CallContext, Failure, Status
from casewright.tools.clearance import NO_APPROVER
from casewright.tools.decisions import Approve, Decision, Edit, Reject
from casewright.tools.definition import Tool, define_tool, tool
from tests.approval_desk import FOUR_EYES, PARTNER, RULE, Desk
from tests.fakes.governed import ADMIN, Governed
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import Mapping


def test_dangerous_tool_with_neither_rule_nor_handler() -> None:
    """Without a rule in the policy and without a handler nobody can approve, store or no store."""
    desk = Desk(RULE)
    result = desk.ask()
    assert (result.status, result.content, desk.ran) == (Status.NO_APPROVER, NO_APPROVER, [])


def test_policy_can_ask_for_approval_of_any_tool() -> None:
    """A rule with an approval makes a safe tool wait too: a policy may tighten."""
    look = define_tool("look", "Looks.", [], handler=lambda _: "seen")
    rules = '[tools.look]\nroles = ["ADMIN"]\napproval = { roles = ["PARTNER"] }'
    governed = Governed(look, rules=rules, approvals=MemoryApprovals(), journal=MemoryJournal())
    asked = governed.call("look")
    assert asked.status is Status.APPROVAL_REQUIRED
    assert governed.decide(asked.metadata.approval_id, Approve(), PARTNER).content == "seen"


Answer = Decision | str


def handler_of(answer: Answer, seen: list[dict[str, object]], *, asynchronous: bool) -> Any:
    """A handler that changes what it is shown, and then answers."""

    def clerk(_tool: Tool, arguments: Mapping[str, object]) -> Any:
        seen.append(dict(arguments))
        assert isinstance(arguments, dict)
        arguments["path"] = "everything"
        if answer == "raise":
            raise ValueError("secret")
        return answer

    async def waiting(tool: Tool, arguments: Mapping[str, object]) -> Any:
        return clerk(tool, arguments)

    return waiting if asynchronous else clerk


ANSWERS: dict[str, tuple[Answer, Status, list[str], list[str]]] = {
    "approved": (Approve(), Status.SUCCESS, ["a"], ["approval.granted"]),
    "rejected": (Reject("no"), Status.REJECTED, [], ["approval.rejected"]),
    "edited": (Edit({"path": "b"}), Status.SUCCESS, ["b"], ["approval.edited", "approval.granted"]),
    "edited badly": (Edit({"path": 1}), Status.INVALID_ARGUMENTS, [], ["approval.edited"]),
    "nonsense": ("yes", Status.ERROR, [], []),
    "failing": ("raise", Status.ERROR, [], []),
}


@pytest.mark.requirement("approval-handler")
@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("case", ANSWERS)
def test_handler_in_this_process(case: str, asynchronous: bool) -> None:
    """A handler approves, rejects or edits; what it answers else, or raises, approves nothing."""
    answer, status, ran, types = ANSWERS[case]
    seen: list[dict[str, object]] = []
    desk = Desk(RULE, approver=handler_of(answer, seen, asynchronous=asynchronous))
    result = desk.ask()
    assert (result.status, desk.ran, seen) == (status, ran, [{"path": "a"}])
    assert [event["event_type"] for event in desk.governed.events() if event["phase"] == "decided"] == types
    name = "waiting" if asynchronous else "clerk"
    assert {event["agent_id"] for event in desk.governed.events() if event["phase"] == "decided"} <= {name}
    assert result.metadata.approved_by == (name if result.success else None)
    assert "secret" not in repr(desk.governed.events())


def test_handler_does_not_stand_in_for_a_named_person() -> None:
    """Where the policy names who approves, a handler in this process is not asked."""
    seen: list[dict[str, object]] = []
    desk = Desk(approver=handler_of(Approve(), seen, asynchronous=False))
    assert desk.ask().status is Status.APPROVAL_REQUIRED
    assert seen == []


def test_failing_preview_stops_nothing() -> None:
    """A preview that raises is replaced by a sentence that names the class only."""

    def preview(_given: Mapping[str, Any]) -> str:
        raise ValueError("/etc/secret")

    wipe = define_tool("wipe", "Wipes.", [], safety_level="dangerous", handler=lambda _: None, preview=preview)
    store = MemoryApprovals()
    Governed(wipe, rules=FOUR_EYES, approvals=store, journal=MemoryJournal()).call("wipe")
    assert [one.preview for one in store.requests.values()] == ["There is no preview: ValueError inside the tool."]


@pytest.mark.requirement("approval-rejected")
def test_tool_may_have_a_model_told_more_about_a_rejection() -> None:
    """Beside the protocol's words, from whatever way the rejection came, also when the call is made again."""
    wipe = replace(Desk().wipe(), after_rejection="STOP.")
    told = "Tool execution denied by user: no. Do not retry. STOP."
    asked_at_once = Governed(wipe, rules=RULE, approver=lambda _tool, _arguments: Reject("no"))
    assert asked_at_once.call("wipe", {"path": "a"}).content == told
    filed = Governed(wipe, rules=FOUR_EYES, approvals=MemoryApprovals(), journal=MemoryJournal())
    context = CallContext(ADMIN, idempotency_key="k")
    request = filed.call("wipe", {"path": "a"}, context).metadata.approval_id
    assert filed.decide(request, Reject("no"), PARTNER).content == told
    assert filed.call("wipe", {"path": "a"}, context).content == told


@pytest.mark.requirement("approval-edited")
@pytest.mark.parametrize(("reason", "said"), [("only b\nis old.", "only b is old"), ("", "other arguments")])
def test_model_is_told_that_its_call_was_edited(reason: str, said: str) -> None:
    """With the person's reason, which is recorded; the result itself is that of the edited call."""
    desk = Desk(RULE, approver=lambda _tool, _arguments: Edit({"path": "b"}, reason))
    result = desk.ask()
    assert result.content == (
        f"Tool call edited by user: {said}. What ran is the edited call; do not propose again what was left out.\nnil"
    )
    assert (result.metadata.edited, result.structured, desk.ran) == (said, None, ["b"])
    assert desk.governed.events()[0]["reason"] == said


@pytest.mark.requirement("approval-edited", "approval-target")
def test_edit_of_a_handler_is_checked_like_any_call() -> None:
    """The tool's own check is asked of the edited call, too; then it neither counts as granted nor runs."""

    @tool(safety_level="dangerous", check=lambda path: Failure(f"no {path}", {}, NotFound) if path == "c" else None)
    def wipe(path: str) -> str:
        """Wipes."""
        return path

    governed = Governed(wipe, approver=lambda _tool, _arguments: Edit({"path": "c"}))
    assert governed.call("wipe", {"path": "a"}).error == "no c"
    assert [event["event_type"] for event in governed.events()] == ["approval.edited", "person.tool_call"]
    assert governed.trail()[-1] == ("stopped", "ERROR")
