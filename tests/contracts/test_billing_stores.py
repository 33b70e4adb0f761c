"""What every store of plans, of units and of payments keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from casewright.adapters.database.billing import SqlGrants, SqlSubscriptions
from casewright.adapters.database.billing_payments import SqlPayments
from casewright.adapters.database.cases import SqlCases
from casewright.adapters.database.matters import SqlMatters
from casewright.domain.cases import Case, CaseStatus, ProcessingState
from casewright.domain.matters import MatterKind
from casewright.domain.payments import (
    CoveredBy,
    Grant,
    Payment,
    PaymentId,
    PaymentStatus,
    Subscription,
    Taken,
    TakenEvent,
)
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_billing import MemoryGrants, MemoryPayments, MemorySubscriptions
from tests.fakes.memory_casework import MemoryCases
from tests.fakes.memory_matters import MemoryMatters
from tests.shelf import ANN, OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.billing import GrantStore, PaymentStore, SubscriptionStore
    from casewright.tools.ports.matters import MatterStore

LATER = START + timedelta(hours=1)
MONTH = "2025-03"


@dataclass(frozen=True)
class Stores:
    """A store of each, over the same database."""

    matters: MatterStore
    cases: SqlCases | MemoryCases
    subscriptions: SubscriptionStore
    grants: GrantStore
    payments: PaymentStore

    def case(self, tenant: TenantId = OURS) -> MatterId:
        """A case that is there."""
        matter = self.matters.create(
            tenant, title="", description="", kind=MatterKind.CASE, jurisdiction="RO", created_by=ANN, at=START
        ).id
        nothing = ProcessingState(None, None, None)
        self.cases.add(Case(matter, tenant, CaseStatus.TIER_PENDING, 2, {}, nothing, ("a", "r"), 1, ANN, START, START))
        return matter


def over(database: Database) -> Stores:
    return Stores(
        SqlMatters(database),
        SqlCases(database),
        SqlSubscriptions(database),
        SqlGrants(database),
        SqlPayments(database),
    )


@pytest.fixture(params=EVERYWHERE)
def stores(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Stores:
    """Empty stores of each kind in turn."""
    if request.param == "memory":
        return Stores(MemoryMatters(), MemoryCases(), MemorySubscriptions(), MemoryGrants(), MemoryPayments())
    return over(new_database(request.param))


def unit(case: MatterId, tenant: TenantId = OURS, *, tier: int = 2, month: str = MONTH) -> Grant:
    return Grant(tenant, case, tier, month, None, START)


def paid(case: MatterId, payment: str = "p", tenant: TenantId = OURS) -> Grant:
    return Grant(tenant, case, 2, None, PaymentId(payment), LATER)


def payment(case: MatterId, tenant: TenantId = OURS) -> Payment:
    return Payment(
        id=PaymentId(str(uuid4())),
        tenant=tenant,
        case=case,
        tier=2,
        cents=2900,
        currency="EUR",
        adapter="till",
        reference=None,
        url=None,
        status=PaymentStatus.OPEN,
        requested_by=ANN,
        requested_at=START,
    )


def test_plan_of_a_tenant_is_the_one_set_last(stores: Stores) -> None:
    """A plan comes back as it was set, a later one takes its place, and another tenant has none."""
    assert stores.subscriptions.of(OURS) is None
    stores.subscriptions.put(Subscription(OURS, "individual", ANN, START))
    last = Subscription(OURS, "organisation-pro", ANN, LATER)
    stores.subscriptions.put(last)

    assert stores.subscriptions.of(OURS) == last
    assert stores.subscriptions.of(THEIRS) is None


def test_units_are_taken_until_none_is_left(stores: Stores) -> None:
    """The plan's number of cases is covered, the next one is not, and nothing of the one refused is stored."""
    cases = [stores.case() for _ in range(3)]

    taken = [stores.grants.take_unit(unit(case), most=2) for case in cases]

    assert taken == [Taken.TAKEN, Taken.TAKEN, Taken.NONE_LEFT]
    assert stores.grants.used(OURS, MONTH) == {2: 2}
    assert stores.grants.of(OURS, cases[0]) == unit(cases[0])
    assert unit(cases[0]).covered_by is CoveredBy.UNIT
    assert stores.grants.of(OURS, cases[2]) is None
    assert stores.grants.of(THEIRS, cases[0]) is None


def test_case_takes_one_unit_however_often_it_asks(stores: Stores) -> None:
    """A case that is covered takes no second unit, not of another tier or month either."""
    case = stores.case()
    stores.grants.take_unit(unit(case), most=5)

    again = [
        stores.grants.take_unit(unit(case), most=5),
        stores.grants.take_unit(unit(case, tier=3), most=5),
        stores.grants.take_unit(unit(case, month="2025-04"), most=5),
    ]

    assert set(again) == {Taken.COVERED_BEFORE}
    assert stores.grants.used(OURS, MONTH) == {2: 1}
    assert sum(stores.grants.used(OURS, "2025-04").values()) == 0


def test_months_tiers_and_tenants_are_counted_apart(stores: Stores) -> None:
    """A unit of one month, tier or tenant leaves those of the others."""
    stores.grants.take_unit(unit(stores.case()), most=1)

    others = [
        unit(stores.case(), month="2025-04"),
        unit(stores.case(), tier=1),
        unit(stores.case(THEIRS), THEIRS),
    ]

    assert [stores.grants.take_unit(one, most=1) for one in others] == [Taken.TAKEN] * 3
    assert stores.grants.used(OURS, MONTH) == {2: 1, 1: 1}


def test_no_unit_of_a_plan_that_has_none(stores: Stores) -> None:
    """Of zero units none is taken."""
    assert stores.grants.take_unit(unit(stores.case()), most=0) is Taken.NONE_LEFT


def test_paid_case_takes_no_unit(stores: Stores) -> None:
    """A payment covers a case once; no unit is taken for it before or after."""
    case = stores.case()

    assert stores.grants.pay(paid(case))
    assert not stores.grants.pay(paid(case, "another"))
    assert stores.grants.take_unit(unit(case), most=5) is Taken.COVERED_BEFORE
    assert stores.grants.of(OURS, case) == paid(case)
    assert sum(stores.grants.used(OURS, MONTH).values()) == 0


def test_payment_after_a_unit_gives_the_unit_back(stores: Stores) -> None:
    """Money that comes for a case that a unit covers covers it instead: the unit is there for another case."""
    case, other = stores.case(), stores.case()
    stores.grants.take_unit(unit(case), most=1)

    assert stores.grants.pay(paid(case))

    assert stores.grants.of(OURS, case) == paid(case)
    assert stores.grants.take_unit(unit(other), most=1) is Taken.TAKEN


@pytest.mark.requirement("quota-atomic")
def test_units_taken_at_once_are_never_more_than_the_plan(database: Database) -> None:
    """64 cases of four handles at once: as many as the plan has are covered, the others are refused."""
    stores = over(database)
    cases = [stores.case() for _ in range(64)]
    handles = [SqlGrants(database) for _ in range(4)]

    with ThreadPoolExecutor(8) as pool:
        tries = enumerate(cases)
        taken = list(pool.map(lambda one: handles[one[0] % 4].take_unit(unit(one[1]), most=10), tries))

    assert (taken.count(Taken.TAKEN), taken.count(Taken.NONE_LEFT)) == (10, 54)
    assert stores.grants.used(OURS, MONTH) == {2: 10}
    assert sum(stores.grants.of(OURS, case) is not None for case in cases) == 10


@pytest.mark.requirement("quota-atomic")
def test_one_case_asked_for_at_once_takes_one_unit(database: Database) -> None:
    """64 tries for one case at once: one takes a unit, the others find that it is covered."""
    stores = over(database)
    case = stores.case()

    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda _: stores.grants.take_unit(unit(case), most=50), range(64)))

    assert (taken.count(Taken.TAKEN), taken.count(Taken.COVERED_BEFORE)) == (1, 63)
    assert stores.grants.used(OURS, MONTH) == {2: 1}


def test_payment_comes_back_as_it_was_stored(stores: Stores) -> None:
    """A payment comes back equal, to its own tenant only."""
    one = payment(stores.case())

    assert stores.payments.open(one) == one
    assert stores.payments.get(OURS, one.id) == one
    assert list(stores.payments.of_case(OURS, one.case)) == [one]
    assert stores.payments.get(THEIRS, one.id) is None
    assert list(stores.payments.of_case(THEIRS, one.case)) == []


def test_case_has_one_open_payment(stores: Stores) -> None:
    """A second request gets the payment that is open; once that is over, a new one is opened, and shown first."""
    case = stores.case()
    first = stores.payments.open(payment(case))

    assert stores.payments.open(payment(case)) == first
    assert stores.payments.settle(first, PaymentStatus.EXPIRED, LATER)
    second = stores.payments.open(replace(payment(case), requested_at=LATER))

    assert second.id != first.id
    over_now = replace(first, status=PaymentStatus.EXPIRED, settled_at=LATER)
    assert list(stores.payments.of_case(OURS, case)) == [second, over_now]


def test_reference_is_stored_once(stores: Stores) -> None:
    """How the adapter calls a payment is kept from the first time on."""
    one = stores.payments.open(payment(stores.case()))

    stores.payments.refer(OURS, one.id, reference="r1", url="https://pay.example")
    stores.payments.refer(OURS, one.id, reference="r2", url=None)

    expected = replace(one, reference="r1", url="https://pay.example")
    assert stores.payments.get(OURS, one.id) == expected
    assert stores.payments.refer(THEIRS, one.id, reference="r3", url=None) is None


def test_payment_is_settled_by_one_who_knows_its_status(stores: Stores) -> None:
    """A status is given where the one known still holds, and not a second time."""
    one = stores.payments.open(payment(stores.case()))

    assert stores.payments.settle(one, PaymentStatus.PAID, LATER)
    assert not stores.payments.settle(one, PaymentStatus.FAILED, LATER)
    stored = stores.payments.get(OURS, one.id)
    assert stored == replace(one, status=PaymentStatus.PAID, settled_at=LATER)


def test_event_is_taken_once(stores: Stores) -> None:
    """The same event of the same adapter is not taken again; another's of the same id is another event."""
    one = stores.payments.open(payment(stores.case()))
    event = TakenEvent(OURS, "till", "evt_1", one.id, "settled", LATER)

    taken = [stores.payments.take(event), stores.payments.take(event), stores.payments.take(replace(event, event="e2"))]

    assert taken == [True, False, True]
    assert stores.payments.take(replace(event, adapter="other"))


def test_payments_opened_at_once_are_one(database: Database) -> None:
    """Of many requests for one case at once one payment is stored, and everybody is told of it."""
    stores = over(database)
    case = stores.case()

    with ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(lambda _: stores.payments.open(payment(case)).id, range(24)))

    assert len(set(opened)) == 1
    assert len(stores.payments.of_case(OURS, case)) == 1
