"""What every store of support tickets, and of approvals of plans, keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.cases import SqlCases
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.support_plan_approvals import SqlPlanApprovals
from casewright.adapters.database.support_tickets import SqlTickets
from casewright.domain.cases import CaseStatus
from casewright.domain.ids import ActorId, MatterId, TenantId, TicketId
from casewright.domain.matters import MatterKind
from casewright.domain.tickets import Ticket, TicketStatus
from tests.contracts.test_case_stores import case
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_casework import MemoryCases
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_support import MemoryPlanApprovals, MemoryTickets
from tests.shelf import ANN, OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.cases import CaseStore
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.support import PlanApprovals, TicketStore

LATER = START + timedelta(hours=1)


@dataclass(frozen=True)
class Stores:
    """A store of each, over the same database."""

    matters: MatterStore
    cases: CaseStore
    tickets: TicketStore
    approvals: PlanApprovals

    def case(self, tenant: TenantId = OURS) -> MatterId:
        matter = self.matters.create(
            tenant, title="", description="", kind=MatterKind.CASE, jurisdiction="RO", created_by=ANN, at=START
        )
        self.cases.add(case(matter.id, tenant))
        return matter.id


@pytest.fixture(params=EVERYWHERE)
def stores(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Stores:
    """Empty stores of each kind in turn."""
    if request.param == "memory":
        return Stores(MemoryMatters(), MemoryCases(), MemoryTickets(), MemoryPlanApprovals())
    database = new_database(request.param)
    return Stores(SqlMatters(database), SqlCases(database), SqlTickets(database), SqlPlanApprovals(database))


def ticket(of: MatterId, name: str, cause: str = "c", tenant: TenantId = OURS) -> Ticket:
    snapshot = {"facts": [{"fact": "Ș \x00 \ud800", "n": 2.5}], "step": None}
    return Ticket(TicketId(name), tenant, of, cause, "ș \x00", snapshot, CaseStatus.ACTIVE, ANN, START)


def test_stored_ticket_comes_back_equal(stores: Stores) -> None:
    """Every field comes back as it was, in the order of adding; another tenant has none of them."""
    first, second = stores.case(), stores.case()
    one = ticket(first, "z")
    two = replace(ticket(second, "a"), snapshot=None)
    assert stores.tickets.add(one) == one
    stores.tickets.add(two)

    assert list(stores.tickets.all(OURS)) == [one, two]
    assert list(stores.tickets.of_case(OURS, second)) == [two]
    assert list(stores.tickets.all(THEIRS)) == []
    assert list(stores.tickets.of_case(THEIRS, first)) == []


def test_one_ticket_for_a_case_and_a_cause(stores: Stores) -> None:
    """A second one of the same cause is the first one, unchanged; other causes and other cases have their own."""
    first, second = stores.case(), stores.case()
    one = stores.tickets.add(ticket(first, "a"))

    assert stores.tickets.add(replace(ticket(first, "b"), description="other")) == one
    assert stores.tickets.add(ticket(first, "c", cause="d")).id == "c"
    assert stores.tickets.add(ticket(second, "e")).id == "e"
    assert [found.id for found in stores.tickets.all(OURS)] == ["a", "c", "e"]


def test_of_any_number_who_add_at_once_one_adds(stores: Stores) -> None:
    """Every one of them is told of the same ticket."""
    of = stores.case()
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda name: stores.tickets.add(ticket(of, str(name))).id, range(16)))

    assert len(set(told)) == 1
    assert len(stores.tickets.all(OURS)) == 1


def test_changed_ticket(stores: Stores) -> None:
    """What was closed says who, when and why; one that is not there is not made."""
    of = stores.case()
    one = stores.tickets.add(ticket(of, "a"))
    closed = replace(
        one,
        status=TicketStatus.CLOSED,
        times=2,
        paused_from=CaseStatus.TIER_PENDING,
        closed_by=ActorId("bob"),
        closed_at=LATER,
        note="ș",
    )
    stores.tickets.change(closed)
    stores.tickets.change(replace(closed, id=TicketId("other"), cause="d"))

    assert list(stores.tickets.all(OURS)) == [closed]


def test_approval_is_taken_once(stores: Stores) -> None:
    """One unused approval for a name, however often it was approved; one revision takes it, and others find none."""
    of = stores.case()
    made = stores.approvals.approve(OURS, of, "Plângere", reasoner="rules", at=START)
    assert (made.number, made.draft_name, made.reasoner, made.approved_at) == (1, "Plângere", "rules", START)
    assert stores.approvals.approve(OURS, of, "Plângere", reasoner="other", at=LATER) == made

    assert not stores.approvals.take(OURS, of, "Cerere", draft="d1", at=LATER)
    assert not stores.approvals.used_for(OURS, of, "d1")
    assert stores.approvals.take(OURS, of, "Plângere", draft="d1", at=LATER)
    assert stores.approvals.used_for(OURS, of, "d1")
    assert not stores.approvals.take(OURS, of, "Plângere", draft="d2", at=LATER)

    again = stores.approvals.approve(OURS, of, "Plângere", reasoner="rules", at=LATER)
    assert again.number == 2
    assert list(stores.approvals.of_case(OURS, of)) == [replace(made, used_for="d1", used_at=LATER), again]


def test_approvals_of_others_are_not_taken(stores: Stores) -> None:
    """Another case, and another tenant, have none of them."""
    of, other = stores.case(), stores.case()
    stores.approvals.approve(OURS, of, "x", reasoner="rules", at=START)

    assert not stores.approvals.take(OURS, other, "x", draft="d", at=LATER)
    assert not stores.approvals.take(THEIRS, of, "x", draft="d", at=LATER)
    assert list(stores.approvals.of_case(THEIRS, of)) == []


def test_approval_is_given_back(stores: Stores) -> None:
    """Where the revision was not made, another may take the approval; one of two that are unused is taken at a time."""
    of = stores.case()
    stores.approvals.approve(OURS, of, "x", reasoner="rules", at=START)
    assert stores.approvals.take(OURS, of, "x", draft="d1", at=LATER)
    stores.approvals.approve(OURS, of, "x", reasoner="rules", at=LATER)
    stores.approvals.give_back(OURS, of, "d1")

    assert stores.approvals.approve(OURS, of, "x", reasoner="rules", at=LATER).number == 1
    assert stores.approvals.take(OURS, of, "x", draft="d2", at=LATER)
    assert stores.approvals.take(OURS, of, "x", draft="d3", at=LATER)
    assert not stores.approvals.take(OURS, of, "x", draft="d4", at=LATER)
    assert [one.used_for for one in stores.approvals.of_case(OURS, of)] == ["d2", "d3"]


def test_approval_is_renamed(stores: Stores) -> None:
    """Under its new name it is taken, under the old one it is not there any more."""
    of = stores.case()
    stores.approvals.approve(OURS, of, "x", reasoner="rules", at=START)
    stores.approvals.rename(OURS, of, 1, "y")

    assert not stores.approvals.take(OURS, of, "x", draft="d", at=LATER)
    assert stores.approvals.take(OURS, of, "y", draft="d", at=LATER)


def test_of_any_number_who_approve_at_once_one_approves(stores: Stores) -> None:
    """Every one of them is told of the same approval."""
    of = stores.case()
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: stores.approvals.approve(OURS, of, "x", reasoner="r", at=START), range(32)))

    assert list(stores.approvals.of_case(OURS, of)) == [told[0]]
    assert len({one.number for one in told}) == 1


def test_of_any_number_who_take_at_once_one_takes(stores: Stores) -> None:
    """One approval, sixteen revisions: one gets it."""
    of = stores.case()
    stores.approvals.approve(OURS, of, "x", reasoner="rules", at=START)
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda name: stores.approvals.take(OURS, of, "x", draft=str(name), at=LATER), range(16)))

    assert got.count(True) == 1
