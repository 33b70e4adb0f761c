"""Nobody is asked twice about one call, nor at all about a call that cannot be done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.domain.actors import Actor
from casewright.domain.approvals import ApprovalState
from casewright.domain.ids import ActorId
from casewright.errors import NotFound
from casewright.tools.calls import Failure, Status
from casewright.tools.decisions import Approve, Edit, Reject
from casewright.tools.definition import tool
from tests.approval_desk import FOUR_EYES, Desk
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_approvals import MemoryApprovals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel

    from casewright.tools.calls import CallContext

FILES = {"a", "b"}


class CheckedDesk(Desk):
    """The same desk with a tool that knows which paths there are."""

    def wipe(self, version: str = "1"):  # type: ignore[no-untyped-def]
        """The tool, with a check."""
        return replace(super().wipe(version), check=self.check)

    @staticmethod
    def check(arguments: BaseModel, context: CallContext) -> Failure | None:
        """Whether there is such a path."""
        del context
        path = arguments.model_dump()["path"]
        if path == "broken":
            raise ValueError("a secret")
        if path == "odd":
            return Failure("odd is no path", {"error": "odd is no path"}, NotFound)
        if path not in FILES:
            raise NotFound(f"There is no {path!r}: look at the list")
        return None


@pytest.mark.requirement("approval-target")
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("c", "There is no 'c': look at the list"),
        ("odd", '{"error":"odd is no path"}'),
        ("broken", "Tool error: ValueError inside the tool; the log of this process says more"),
    ],
)
def test_call_whose_target_is_not_there_is_refused_at_once(path: str, said: str) -> None:
    """A sentence, one event, and no request; what failed inside of the check is not told."""
    desk = CheckedDesk()
    refused = desk.ask(path, key="k")
    assert (refused.status, refused.content) == (Status.ERROR, said)
    assert refused.metadata.approval_id is None
    assert desk.memory.requests == {}
    assert desk.trail() == [("person.tool_call", "ada", "ERROR")]


@pytest.mark.requirement("approval-target")
def test_target_that_is_there_is_asked_about_and_answered_from_the_record() -> None:
    """Once it is gone by the call itself, the call's key still has its first result."""
    desk = CheckedDesk()
    asked = desk.ask("a", key="k")
    assert desk.decide(asked, Approve()).status is Status.SUCCESS
    FILES.discard("a")
    try:
        again = desk.ask("a", key="k")
        assert (again.status, again.metadata.replayed) == (Status.SUCCESS, True)
        assert desk.ask("a").status is Status.ERROR
    finally:
        FILES.add("a")


@pytest.mark.requirement("approval-target")
def test_edit_to_a_target_that_is_not_there_changes_nothing() -> None:
    """The request waits on, and whoever edits is told why."""
    desk = CheckedDesk()
    asked = desk.ask("a")
    edited = desk.decide(asked, Edit({"path": "c"}))
    assert (edited.status, "There is no 'c'" in edited.content) == (Status.ERROR, True)
    assert desk.stored(asked).state is ApprovalState.PENDING


@pytest.mark.requirement("approval-target")
def test_handler_is_not_asked_about_what_is_not_there() -> None:
    """A handler in the process is a person, too."""
    asked: list[str] = []

    def handler(_tool: object, arguments: Mapping[str, object]) -> Approve:
        asked.append(str(arguments["path"]))
        return Approve()

    @tool(safety_level="dangerous", check=lambda path: CheckedDesk.check(_Path(path), None))  # type: ignore[arg-type]
    def wipe(path: str) -> str:
        """Wipes."""
        return path

    governed = Governed(wipe, approver=handler)
    assert governed.call("wipe", {"path": "c"}).status is Status.ERROR
    assert governed.call("wipe", {"path": "a"}).status is Status.SUCCESS
    assert asked == ["a"]


class _Path:
    """Arguments with one path."""

    def __init__(self, path: str) -> None:
        self._path = path

    def model_dump(self) -> dict[str, str]:
        return {"path": self._path}


@pytest.mark.requirement("approval-once")
def test_same_call_waits_once(desk: Desk) -> None:
    """Asked for twice by the same person, it is one request; other arguments or another person are another."""
    first, second = desk.ask("a"), desk.ask("a")
    assert second.status is Status.APPROVAL_REQUIRED
    assert second.metadata.approval_id == first.metadata.approval_id
    assert desk.ask("b").metadata.approval_id != first.metadata.approval_id
    other = desk.ask("a", actor=Actor(TENANT, ActorId("max"), "ADMIN"))
    assert other.metadata.approval_id != first.metadata.approval_id
    assert desk.trail().count(("approval.requested", "ada", "APPROVAL_REQUIRED")) == 2


@pytest.mark.requirement("approval-once")
def test_call_that_was_decided_is_asked_for_anew(desk: Desk) -> None:
    """Only what is pending stands for the same call: after a decision, or its time, the next is another."""
    rejected = desk.ask("a")
    desk.decide(rejected, Reject("no"))
    late = desk.ask("a")
    desk.governed.clock.advance(hours=3)
    now = desk.ask("a")
    assert len({one.metadata.approval_id for one in (rejected, late, now)}) == 3


@pytest.mark.requirement("approval-once")
def test_request_of_another_policy_is_closed_and_filed_anew() -> None:
    """What nobody can decide any more does not stand in the way."""
    store = MemoryApprovals()
    old = Desk(store=store).ask("a")
    desk = Desk(FOUR_EYES.replace("= 2", "= 3"), store=store)
    new = desk.ask("a")
    assert new.metadata.approval_id != old.metadata.approval_id
    closed = desk.stored(old)
    assert (closed.state, closed.reason) == (
        ApprovalState.EXPIRED,
        "was filed under another policy: ask for the call anew",
    )


@pytest.mark.requirement("approval-once")
def test_calls_under_keys_of_their_own_are_calls_of_their_own(desk: Desk) -> None:
    """Whoever gives two keys means two calls; one without a key is the one that waits already."""
    one, two = desk.ask("a", key="1", actor=ADMIN), desk.ask("a", key="2")
    assert one.metadata.approval_id != two.metadata.approval_id
    assert desk.ask("a").metadata.approval_id in {one.metadata.approval_id, two.metadata.approval_id}
