"""The tools with which a person pays for a case: request_payment, check_payment, confirm_payment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casewright.adapters.payments.invoice import InvoicePayments
from casewright.casework.plans import read_plans
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.cases import CaseStatus
from casewright.domain.ids import ActorId
from casewright.domain.payments import NewsKind
from casewright.tools.calls import CallContext
from tests.fakes.governed import TENANT
from tests.fakes.paying_case import PayingCase
from tests.fakes.till_events import Paying

NOT_SOLD = {
    "timezone": "Europe/Bucharest",
    "currency": "EUR",
    "plan": [{"name": "individual", "units": {"1": 0, "2": 0, "3": 0}}],
}


def test_payment_is_requested_with_its_price() -> None:
    """The price is the plan's; the provider is asked once, and its reference and page are told from then on."""
    home = PayingCase()
    made = home.unpaid_case()

    first, again = (home.ok("request_payment", case_id=made) for _ in range(2))

    assert first == again
    assert (first["cents"], first["currency"], first["adapter"]) == (9900, "EUR", "till")
    assert first["reference"] == f"till-{first['payment_id']}"
    assert first["url"] == f"https://till.example/{first['payment_id']}"
    assert home.till.requested == [first["payment_id"]]
    assert home.told()[-1] == "payment.requested"


@pytest.mark.parametrize("status", [status for status in CaseStatus if status is not CaseStatus.PAYMENT_PENDING])
def test_nothing_is_requested_for_another_case(status: CaseStatus) -> None:
    """Only a case that waits for its payment is paid for."""
    home = PayingCase()
    made = home.unpaid_case()
    home.stores.alter(home.case(made), lambda before, _: replace(before, status=status))

    assert home.call("request_payment", case_id=made).metadata.error_kind == "Refused"
    assert home.till.requested == []


@pytest.mark.requirement("quota-exceeded")
def test_nothing_is_requested_where_nothing_is_sold() -> None:
    """Without a price on the plan there is no payment, and the sentence says what helps."""
    home = PayingCase(plans=read_plans(NOT_SOLD))
    made = home.new_case(tier=1)
    home.ok("activate_case", case_id=made)

    said = home.call("request_payment", case_id=made)

    assert said.metadata.error_kind == "Refused"
    assert "sells no more cases of tier 1: wait for the next month" in (said.error or "")


@pytest.mark.requirement("payment-webhook")
def test_webhook_twice_before_the_redirect() -> None:
    """The event comes before the person is back, and again: then asking finds the case active, and asks nobody."""
    paying = Paying()
    outcomes = [paying.outcome(NewsKind.PAID), paying.outcome(NewsKind.PAID), paying.outcome(NewsKind.PAID, "other")]

    found = paying.home.ok("check_payment", case_id=paying.case)

    assert outcomes == ["settled", "repeated", "noted"]
    assert (found["payment_status"], found["case_status"]) == ("paid", "active")
    assert paying.home.told().count("case.activated") == 2


@pytest.mark.requirement("payment-webhook")
def test_webhook_that_never_comes() -> None:
    """Asked for the payment, the provider says that it came: the case is active without any event, and once."""
    paying = Paying()
    before = paying.home.ok("check_payment", case_id=paying.case)
    paying.home.till.news[paying.id] = paying.news(NewsKind.PAID, "")

    after, again = (paying.home.ok("check_payment", case_id=paying.case) for _ in range(2))

    assert (before["payment_status"], before["case_status"]) == ("open", "payment_pending")
    assert after == again
    assert (after["payment_status"], after["case_status"]) == ("paid", "active")
    assert paying.outcome(NewsKind.PAID) == "noted"
    assert paying.home.told().count("payment.settled") == 1


def test_provider_that_says_another_amount_is_not_believed() -> None:
    """What is asked for is held against the payment like what comes by itself."""
    paying = Paying()
    paying.home.till.news[paying.id] = paying.news(NewsKind.PAID, "", cents=1)

    assert paying.home.ok("check_payment", case_id=paying.case)["case_status"] == "payment_pending"
    assert paying.home.told()[-1] == "payment.refused"


def test_check_without_a_payment() -> None:
    """A case that nobody requested a payment for has none, and that is an answer."""
    home = PayingCase()
    expected = {"payment_id": None, "payment_status": None, "case_status": "tier_pending"}
    assert home.ok("check_payment", case_id=home.id) == {"status": "success", **expected}


@pytest.mark.requirement("payment-invoice")
def test_administrator_confirms_an_invoice() -> None:
    """An invoice has a number and no page; asking about it says nothing; confirmed, the case is active, once."""
    home = PayingCase(provider=InvoicePayments())
    made = home.unpaid_case()
    asked = home.ok("request_payment", case_id=made)

    waiting = home.ok("check_payment", case_id=made)["case_status"]
    first, again = (home.ok("confirm_payment", case_id=made) for _ in range(2))

    assert asked["reference"].startswith("CW-2025-")
    assert asked["url"] is None
    assert waiting == "payment_pending"
    assert first == again
    assert (first["payment_status"], first["case_status"]) == ("paid", "active")
    assert home.told().count("payment.settled") == 1


@pytest.mark.requirement("payment-invoice")
def test_confirmation_that_does_not_count() -> None:
    """Not before a payment was requested, not by a model, and not where the provider knows by itself."""
    home = PayingCase(provider=InvoicePayments())
    made = home.unpaid_case()
    missing = home.call("confirm_payment", case_id=made)
    home.ok("request_payment", case_id=made)
    model = CallContext(Actor(TENANT, ActorId("m/ada"), "ADMIN", ActorKind.MODEL), matter=made)

    assert missing.metadata.error_kind == "NotFound"
    assert "Only a person" in (home.call("confirm_payment", model, case_id=made).error or "")
    paying = Paying()
    assert "not confirmed by hand" in (paying.home.call("confirm_payment", case_id=paying.case).error or "")
    assert home.case(made).status is CaseStatus.PAYMENT_PENDING
