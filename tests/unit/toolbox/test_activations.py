"""Cases that become active at once, on real databases: threads, processes, and money that comes in between."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.domain.cases import CaseStatus
from casewright.domain.payments import NewsKind, Payment, PaymentId, PaymentNews, PaymentStatus
from casewright.errors import Refused
from tests.activating import activated, billing_over, new_case, settlement_over, start
from tests.fakes.fixed_clock import START
from tests.shelf import ANN, OURS

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from casewright.adapters.database.engine import Database
    from casewright.domain.cases import Case
    from casewright.toolbox.billing.settlement import Outcome

MONTH = "2025-03"
UNITS = {1: 5, 2: 2, 3: 1}
"""Of the plan that a tenant has where nobody set one."""


@pytest.mark.requirement("quota-atomic")
@pytest.mark.parametrize("tier", [1, 2, 3])
def test_64_cases_activated_at_once_never_take_more_than_the_plan(database: Database, tier: int) -> None:
    """64 cases in 16 threads: the plan's units are taken, each by one case; every other one waits for its payment."""
    billing = billing_over(database)
    cases = [new_case(billing, tier) for _ in range(64)]

    with ThreadPoolExecutor(16) as pool:
        ended = list(pool.map(lambda case: activated(billing, case), cases))

    assert ended.count("active") == UNITS[tier]
    assert ended.count("payment_pending") == 64 - UNITS[tier]
    assert billing.grants.used(OURS, MONTH) == {tier: UNITS[tier]}
    stored = {case.id: case.status for case in billing.stores.cases.all(OURS)}
    assert [stored[case.id].value for case in cases] == ended
    covered = [billing.grants.of(OURS, case.id) is not None for case in cases]
    assert covered == [status == "active" for status in ended]


@pytest.mark.requirement("quota-atomic")
def test_one_case_activated_64_times_at_once_takes_one_unit(database: Database) -> None:
    """64 tries for the same case: every one is told that it is active, and one unit is taken."""
    billing = billing_over(database)
    case = new_case(billing, 1)

    with ThreadPoolExecutor(16) as pool:
        ended = list(pool.map(lambda _: activated(billing, case), range(64)))

    assert set(ended) == {"active"}
    assert billing.grants.used(OURS, MONTH) == {1: 1}


@pytest.mark.requirement("quota-atomic")
def test_tier_that_was_set_anew_in_between_is_the_one_that_is_taken(database: Database) -> None:
    """The tier that stood there when the case was looked at does not count, but the one that it has."""
    billing = billing_over(database)
    looked_at = new_case(billing, 1)
    billing.stores.alter(looked_at, lambda before, _: replace(before, tier=3))

    assert activated(billing, looked_at) == "active"

    assert billing.grants.used(OURS, MONTH) == {3: 1}


@pytest.mark.requirement("quota-atomic")
def test_tiers_and_activations_at_once_agree(database: Database) -> None:
    """However a case's tier is set while it is made active: the unit is of the tier that it has in the end."""
    billing = billing_over(database)
    cases = [new_case(billing, 1) for _ in range(24)]

    def tiered(case: Case) -> None:
        with suppress(Refused):
            billing.stores.alter(case, _of_tier_2)

    def made_active(case: Case) -> None:
        with suppress(Refused):
            activated(billing, case)

    with ThreadPoolExecutor(8) as pool:
        for case in cases:
            pool.submit(made_active, case)
            pool.submit(tiered, case)

    for case in cases:
        stored, grant = billing.stores.cases.get(OURS, case.id), billing.grants.of(OURS, case.id)
        assert stored is not None
        assert (stored.status is CaseStatus.ACTIVE) == (grant is not None)
        assert grant is None or grant.tier == stored.tier


def _of_tier_2(before: Case, _: datetime) -> Case:
    if before.status is not CaseStatus.TIER_PENDING:
        raise Refused("It stays.")
    return replace(before, tier=2)


@pytest.mark.requirement("quota-atomic")
def test_processes_at_once_never_take_more_than_the_plan(
    database_address: str, opened: Callable[..., Database]
) -> None:
    """Four processes of four threads, 64 cases, and each case in two of them: the plan's units are taken, once."""
    billing = billing_over(opened(database_address))
    cases = [new_case(billing, 1) for _ in range(64)]

    halves = [cases[:32], cases[32:], cases[::2], cases[1::2]]
    children = [start(database_address, half) for half in halves]
    outputs = [child.communicate(timeout=120) for child in children]

    assert [child.returncode for child in children] == [0] * 4, outputs
    told = [line for out, _ in outputs for line in out.split()]
    assert (told.count("active"), len(told)) == (2 * UNITS[1], 128)
    assert billing.grants.used(OURS, MONTH) == {1: UNITS[1]}


def payment(case: Case) -> Payment:
    return Payment(
        id=PaymentId(f"p-{case.id}"),
        tenant=OURS,
        case=case.id,
        tier=1,
        cents=900,
        currency="EUR",
        adapter="till",
        reference="r",
        url=None,
        status=PaymentStatus.OPEN,
        requested_by=ANN,
        requested_at=START,
    )


@pytest.mark.requirement("payment-once")
def test_money_and_units_at_once(database: Database) -> None:
    """Ten cases, each paid by an event brought four times and made active four times, all at once.

    Every case ends active by its payment; no unit is left taken; every payment was settled by one of the events.
    """
    settlement = settlement_over(database)
    billing = settlement.billing
    cases = [new_case(billing, 1) for _ in range(10)]
    for case in cases:
        settlement.payments.open(payment(case))

    def paid(case: Case, event: int) -> Outcome | None:
        kind = NewsKind.PAID if event % 2 == 0 else NewsKind.EXPIRED
        news = PaymentNews(f"{case.id}-{event // 2}-{kind}", kind, OURS, case.id, payment(case).id, "r", 900, "EUR")
        return settlement.apply(news).outcome

    def activate(case: Case, _: int) -> None:
        activated(billing, case)

    work = [(act, case, event) for case in cases for event in range(4) for act in (paid, activate)]
    random.Random(7).shuffle(work)
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda one: one[0](one[1], one[2]), work))

    assert billing.grants.used(OURS, MONTH).get(1, 0) == 0
    for case in cases:
        grant, stored = billing.grants.of(OURS, case.id), settlement.payments.get(OURS, payment(case).id)
        assert grant is not None
        assert stored is not None
        assert (grant.payment, stored.status) == (stored.id, PaymentStatus.PAID)
    assert {case.status for case in billing.stores.cases.all(OURS)} == {CaseStatus.ACTIVE}
