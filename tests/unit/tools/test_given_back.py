"""A grant whose call the journal refuses is not used up: it runs the call once the key is free."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.domain.approvals import ApprovalState
from casewright.errors import StorageFull
from casewright.tools.calls import CallContext, Status
from casewright.tools.decisions import Approve
from casewright.tools.ports.journal import Entry
from tests.approval_desk import Desk
from tests.fakes.fixed_clock import START
from tests.fakes.governed import ADMIN
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from casewright.domain.approvals import ApprovalRequest
    from casewright.tools.calls import ToolResult

MINE = CallContext(ADMIN).caller
OTHER = Entry(MINE, "k", "another call's", "send", START)


class Refusing(MemoryJournal):
    """Refuses what is begun, while ``how`` says so: it is full, or another call takes the key just before."""

    how: str | None = None

    def begin(self, entry: Entry) -> Entry | None:
        if self.how == "full":
            raise StorageFull("There is no room left")
        if self.how == "overtaken":
            super().begin(OTHER)
        return super().begin(entry)

    def mend(self) -> None:
        """Take everything from now on, and free the key."""
        self.how = None
        self.entries.clear()


class Slow(MemoryApprovals):
    """Keeps grants from being used, while ``stuck``: as where the process ends after the decision."""

    stuck = True

    def advance(self, before: ApprovalState, after: ApprovalRequest) -> bool:
        if after.state is ApprovalState.CONSUMED and self.stuck:
            return False
        return super().advance(before, after)


def ran_once(desk: Desk, asked: ToolResult, done: ToolResult) -> None:
    """The call ran by the grant that was given, and does not run again."""
    assert (done.status, done.metadata.approved_by) == (Status.SUCCESS, "pat"), done.content
    assert desk.stored(asked).state is ApprovalState.CONSUMED
    again = desk.ask(key="k")
    assert (again.status, again.metadata.replayed, desk.ran) == (Status.SUCCESS, True, ["a"])


@pytest.mark.requirement("approval-given-back")
@pytest.mark.parametrize("how", ["full", "overtaken"])
def test_grant_survives_a_journal_that_refuses_the_decision_s_call(how: str) -> None:
    """The decision stands, with who took it; the requester's call runs by it once the journal takes it."""
    store, journal = MemoryApprovals(), Refusing()
    desk = Desk(store=store, journal=journal)
    asked = desk.ask(key="k")
    journal.how = how
    refused = desk.decide(asked, Approve())
    assert (refused.success, desk.ran) == (False, [])
    assert (desk.stored(asked).state, desk.stored(asked).decided_by) == (ApprovalState.GRANTED, "pat")
    journal.mend()
    ran_once(desk, asked, desk.ask(key="k"))


@pytest.mark.requirement("approval-given-back")
@pytest.mark.parametrize("how", ["full", "overtaken"])
def test_grant_survives_a_journal_that_refuses_the_requester_s_call(how: str) -> None:
    """As often as it is refused."""
    store, journal = Slow(), Refusing()
    desk = Desk(store=store, journal=journal)
    asked = desk.ask(key="k")
    desk.decide(asked, Approve())
    assert desk.stored(asked).state is ApprovalState.GRANTED
    store.stuck = False
    for _ in range(2):
        journal.how = how
        refused = desk.ask(key="k")
        assert (refused.success, desk.ran) == (False, [])
        assert desk.stored(asked).state is ApprovalState.GRANTED
    journal.mend()
    ran_once(desk, asked, desk.ask(key="k"))


@pytest.mark.requirement("approval-given-back")
def test_approver_hears_that_the_key_was_used_meanwhile() -> None:
    """Nothing is decided while another call of the requester's has the key; afterwards the request can be granted."""
    journal = MemoryJournal()
    desk = Desk(store=MemoryApprovals(), journal=journal)
    asked = desk.ask(key="k")
    journal.begin(OTHER)
    refused = desk.decide(asked, Approve())
    assert refused.status is Status.DENIED
    assert "its idempotency key was used for another call meanwhile" in refused.content
    assert desk.stored(asked).state is ApprovalState.PENDING
    journal.forget(MINE, "k")
    ran_once(desk, asked, desk.decide(asked, Approve()))


@pytest.mark.requirement("approval-given-back")
def test_grant_of_a_call_that_ran_is_not_given_back() -> None:
    """Where the same call is in the journal already, the grant is used up: it may have run."""
    journal = MemoryJournal()
    desk = Desk(store=MemoryApprovals(), journal=journal)
    asked = desk.ask(key="k")
    journal.begin(replace(OTHER, fingerprint=desk.stored(asked).fingerprint, tool="wipe"))
    refused = desk.decide(asked, Approve())
    assert (refused.status, desk.ran) == (Status.DENIED, [])
    assert desk.stored(asked).state is ApprovalState.CONSUMED
