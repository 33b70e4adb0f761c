"""Calls that wait for an approval under an idempotency key, and what cannot be recorded."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.approvals import ApprovalRequest, ApprovalState
from casewright.domain.ids import ActorId
from casewright.errors import StorageFull
from casewright.tools.approvals import Approvals
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.decisions import Approve, Edit, Reject
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.approval_desk import FOUR_EYES, PARTNER, Desk
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.governed import ADMIN, TENANT
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from casewright.audit.events import Event
    from casewright.domain.actors import Actor
    from casewright.domain.ids import TenantId


@pytest.mark.requirement("idempotency-pending")
def test_pending_request_is_found_again_by_its_key(desk: Desk) -> None:
    """The same call under the same key is filed once; decided, it is answered from what was decided."""
    first, second = desk.ask(key="k"), desk.ask(key="k")
    assert first.metadata.approval_id == second.metadata.approval_id
    assert second.status is Status.APPROVAL_REQUIRED
    other = desk.ask("b", key="k")
    assert other.status is Status.INVALID_ARGUMENTS
    assert "used for another call" in other.content
    desk.decide(first, Approve())
    after = desk.ask(key="k")
    assert (after.status, after.metadata.replayed, desk.ran) == (Status.SUCCESS, True, ["a"])


def test_rejected_key_stays_rejected() -> None:
    """The same key after a rejection is answered with the rejection and files nothing."""
    desk = Desk()
    desk.decide(desk.ask(key="k"), Reject("no"))
    assert desk.ask(key="k").content == "Tool execution denied by user: no. Do not retry."
    assert len(desk.memory.requests) == 1


def test_expired_key_is_filed_anew() -> None:
    """A request that nobody decided in time does not stand in the way of the next."""
    desk = Desk()
    first = desk.ask(key="k")
    desk.governed.clock.advance(hours=3)
    assert desk.ask(key="k").metadata.approval_id != first.metadata.approval_id


class Crash(Exception):
    """Stands for the end of the process."""


class CrashingApprovals(MemoryApprovals):
    """Loses the process after the grant was stored and before it is used."""

    armed = True

    def advance(self, before: ApprovalState, after: ApprovalRequest) -> bool:
        if after.state is ApprovalState.CONSUMED and self.armed:
            raise Crash
        return super().advance(before, after)


def test_grant_that_was_not_used_is_used_by_the_next_call_with_its_key() -> None:
    """Where the process ended between the decision and the run, the requester's call under the same key runs it."""
    store = CrashingApprovals()
    desk = Desk(store=store)
    asked = desk.ask(key="k")
    with pytest.raises(Crash):
        desk.decide(asked, Approve())
    store.armed = False
    done = desk.ask(key="k")
    assert (done.status, done.metadata.approved_by, desk.ran) == (Status.SUCCESS, "pat", ["a"])


def test_waiting_call_takes_its_place_in_the_limits_once() -> None:
    """A call that waits counts, asking again under its key does not, and its run does not count twice."""
    desk = Desk(FOUR_EYES + "\nmax_calls_per_round = 2")
    first = desk.ask("a", key="k")
    for _ in range(3):
        assert desk.ask("a", key="k").status is Status.APPROVAL_REQUIRED
    assert desk.decide(first, Approve()).success
    assert desk.ask("b").status is Status.APPROVAL_REQUIRED
    assert desk.ask("c").status is Status.LIMITED


class Forgetful:
    """An audit that takes ``room`` events and then refuses."""

    def __init__(self, log: Any, room: int) -> None:
        self._log, self._room = log, room

    def submit(self, event: Event) -> int:
        if self._room == 0:
            raise StorageFull("There is no room left")
        self._room -= 1
        seq: int = self._log.submit(event)
        return seq

    def records(self, tenant: TenantId, after: int = 0) -> Any:
        return self._log.records(tenant, after)

    def head(self, tenant: TenantId) -> Any:
        return self._log.head(tenant)


@pytest.mark.requirement("tool-record-first")
@pytest.mark.parametrize("room", [0, 1, 2])
def test_what_cannot_be_recorded_does_not_count(room: int) -> None:
    """A request, a decision or an intent that cannot be recorded runs nothing and leaves no way to run it later."""
    desk = Desk()
    policy, log = desk.governed.policy, Forgetful(desk.governed.log, room)
    executor = Executor(
        Registry([desk.wipe()]),
        policy=policy,
        audit=log,
        clock=FixedClock(),
        key=b"k" * 32,
        approvals=desk.memory,
        journal=MemoryJournal(),
    )
    asked = asyncio.run(executor.execute(ToolCall("1", "wipe", {"path": "a"}), CallContext(ADMIN)))
    request = next(iter(desk.memory.requests.values()))
    decided = asyncio.run(executor.decide(request.id, Approve(), CallContext(PARTNER)))
    assert desk.ran == []
    assert not decided.success
    assert (asked.status is Status.ERROR) == (room == 0)
    assert desk.memory.requests[TENANT, request.id].state in (ApprovalState.EXPIRED, ApprovalState.CONSUMED)


def test_grant_is_used_up_once() -> None:
    """Of those who use one grant, by whatever way they came to it, the first gets it."""
    desk = Desk()
    granted = replace(desk.stored(desk.ask()), state=ApprovalState.GRANTED)
    desk.memory.requests[TENANT, granted.id] = granted
    approvals = Approvals(
        desk.memory, policy=desk.governed.policy, clock=FixedClock(), key=b"k" * 32, new_id=lambda: "id"
    )
    assert [approvals.consume(granted) for _ in range(2)] == [True, False]


def test_stored_call_is_shown_to_who_asked(desk: Desk) -> None:
    """Its requester finds it by its id, in whatever role they are now; nobody else does."""
    asked = desk.ask(key="k")

    def found(actor: Actor, request: str = asked.metadata.approval_id or "") -> ApprovalRequest | None:
        return asyncio.run(desk.governed.executor.find_request(request, CallContext(actor)))

    assert found(ADMIN) == desk.stored(asked)
    assert found(replace(ADMIN, role="PARTNER")) == desk.stored(asked)
    assert found(PARTNER) is None
    assert found(ADMIN, "nothing") is None


def test_edited_call_answers_under_its_key(desk: Desk) -> None:
    """A call that was approved with other arguments is answered under the key that it was first asked for by."""
    edited = desk.decide(desk.ask(key="k"), Edit({"path": "b"}))
    second = replace(PARTNER, id=ActorId("pam"))
    assert desk.decide(edited, Approve(), second).success
    after = desk.ask(key="k")
    assert (after.status, after.metadata.replayed, desk.ran) == (Status.SUCCESS, True, ["b"])
    assert (after.metadata.approved_by, after.metadata.approval_id) == ("pam", edited.metadata.approval_id)
