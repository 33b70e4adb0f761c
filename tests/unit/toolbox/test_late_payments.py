"""Money that comes late, twice, or for a case that is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casewright.adapters.payments.invoice import InvoicePayments
from casewright.domain.cases import CaseStatus
from casewright.domain.payments import CoveredBy, NewsKind, PaymentId, PaymentStatus
from tests.fakes.governed import TENANT
from tests.fakes.paying_case import PayingCase
from tests.fakes.till_events import MONTH, Paying


@pytest.mark.requirement("payment-once")
def test_late_payment_gives_the_unit_back() -> None:
    """The next month's unit made the case active, then the money came after all: the unit is there again."""
    paying = Paying()
    paying.home.clock.advance(days=20)
    assert paying.home.ok("activate_case", case_id=paying.case)["covered_by"] == "unit"

    assert paying.outcome(NewsKind.PAID) == "settled"

    assert paying.home.ok("activate_case", case_id=paying.case) == {
        "status": "success",
        "case_status": "active",
        "covered_by": "payment",
        "left": 1,
        "price": None,
        "reason": None,
    }


@pytest.mark.requirement("payment-once")
def test_money_that_comes_twice_is_told_to_be_given_back() -> None:
    """Two payments of one case that are both paid: the second is refused with what to do, and kept as paid."""
    paying = Paying()
    first = paying.news(NewsKind.PAID, "late")
    paying.event(NewsKind.EXPIRED)
    paying.id = PaymentId(paying.home.ok("request_payment", case_id=paying.case)["payment_id"])
    assert paying.outcome(NewsKind.PAID, "new") == "settled"

    result = paying.event(
        NewsKind.PAID, "late", payment=first.payment, reference=first.reference, cents=first.cents
    ).structured

    assert isinstance(result, dict)
    assert result["outcome"] == "refused"
    assert "give this money back" in result["reason"]


def test_payment_after_the_case_was_closed() -> None:
    """What was to be paid is withdrawn. Money that comes all the same is kept as paid, and told to be given back."""
    paying = Paying()
    paying.home.ok("close_case", case_id=paying.case)
    withdrawn = paying.payment.status

    told = paying.event(NewsKind.PAID).structured

    assert withdrawn is PaymentStatus.WITHDRAWN
    assert isinstance(told, dict)
    assert (told["outcome"], told["reason"]) == ("refused", "the case is closed: give this money back")
    assert (paying.status(), paying.payment.status) == (CaseStatus.CLOSED, PaymentStatus.PAID)
    assert paying.home.grants.of(TENANT, paying.case) is None
    assert paying.home.told()[-1] == "payment.refused"
    assert paying.outcome(NewsKind.PAID) == "repeated"


@pytest.mark.requirement("payment-once")
def test_payment_after_a_case_with_a_unit_was_closed() -> None:
    """The unit that the case took stays taken, and no money comes in its place."""
    paying = Paying()
    paying.event(NewsKind.EXPIRED)
    paying.home.clock.advance(days=20)
    assert paying.home.ok("activate_case", case_id=paying.case)["covered_by"] == "unit"
    paying.home.ok("close_case", case_id=paying.case)

    assert paying.outcome(NewsKind.PAID, "late") == "refused"
    grant = paying.home.grants.of(TENANT, paying.case)
    assert grant is not None
    assert grant.covered_by is CoveredBy.UNIT
    assert paying.home.grants.used(TENANT, "2025-04") == {3: 1}


def test_payment_that_came_before_the_case_was_closed() -> None:
    """It stays paid, and closing withdraws nothing."""
    paying = Paying()
    paying.event(NewsKind.PAID)
    paying.home.ok("close_case", case_id=paying.case)
    assert paying.payment.status is PaymentStatus.PAID
    assert paying.home.told()[-1] == "case.closed"


@pytest.mark.requirement("payment-invoice")
def test_money_for_a_closed_case_is_not_confirmed() -> None:
    """An administrator who confirms an invoice of a closed case is told to give the money back."""
    home = PayingCase(provider=InvoicePayments())
    made = home.unpaid_case()
    home.ok("request_payment", case_id=made)
    home.ok("close_case", case_id=made)

    said = home.call("confirm_payment", case_id=made)

    assert said.metadata.error_kind == "Refused"
    assert "The case is closed: give this money back" in (said.error or "")


def test_payment_while_support_has_the_case() -> None:
    """Money that comes for a paused case is kept; once the pause is over the case is active by it, without a unit."""
    paying = Paying()
    paying.home.stores.alter(
        paying.home.case(paying.case), lambda before, _: replace(before, status=CaseStatus.PAUSED_SUPPORT)
    )
    settled, paused = paying.outcome(NewsKind.PAID), paying.status()
    paying.home.stores.alter(
        paying.home.case(paying.case), lambda before, _: replace(before, status=CaseStatus.PAYMENT_PENDING)
    )

    found = paying.home.ok("activate_case", case_id=paying.case)

    assert (settled, paused) == ("settled", CaseStatus.PAUSED_SUPPORT)
    assert (found["case_status"], found["covered_by"]) == ("active", "payment")
    assert paying.home.grants.used(TENANT, MONTH) == {3: 1}


def test_payment_by_another_way_is_withdrawn() -> None:
    """Where payments are by another provider now, the open one of the former is given up for a new one."""
    paying = Paying()
    elsewhere = replace(paying.payment, id=PaymentId("p2"), adapter="other")
    paying.home.payments.settle(paying.payment, PaymentStatus.EXPIRED, paying.home.clock.now())
    paying.home.payments.open(elsewhere)

    anew = paying.home.ok("request_payment", case_id=paying.case)

    former = paying.home.payments.get(TENANT, elsewhere.id)
    assert former is not None
    assert former.status is PaymentStatus.WITHDRAWN
    assert anew["adapter"] == "till"
