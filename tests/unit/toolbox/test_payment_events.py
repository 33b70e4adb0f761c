"""What a payment provider says of a payment: take_payment_event."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.cases import CaseStatus
from casewright.domain.ids import MatterId, TenantId
from casewright.domain.payments import CoveredBy, NewsKind, PaymentId, PaymentStatus
from casewright.tools.calls import CallContext, Status
from tests.fakes.governed import ADMIN, TENANT
from tests.fakes.till_events import MONTH, Paying, service

if TYPE_CHECKING:
    from collections.abc import Sequence


@pytest.mark.requirement("payment-webhook")
def test_paid_case_is_active_and_takes_no_unit() -> None:
    """A paid event makes the case active by its own payment; the audit is told of both; no unit is taken."""
    paying = Paying()

    assert paying.outcome(NewsKind.PAID) == "settled"

    grant = paying.home.grants.of(TENANT, paying.case)
    assert paying.status() is CaseStatus.ACTIVE
    assert grant is not None
    assert (grant.covered_by, grant.payment) == (CoveredBy.PAYMENT, paying.id)
    assert paying.home.grants.used(TENANT, MONTH) == {3: 1}
    assert paying.home.told()[-2:] == ["payment.settled", "case.activated"]


EVENTS = (
    (NewsKind.PENDING, "completed"),
    (NewsKind.PAID, "succeeded"),
    (NewsKind.FAILED, "failed"),
    (NewsKind.EXPIRED, "expired"),
)


@pytest.mark.requirement("payment-any-order")
@pytest.mark.parametrize("order", list(permutations(EVENTS)), ids=lambda order: "-".join(kind for kind, _ in order))
def test_money_that_came_counts_in_any_order(order: Sequence[tuple[NewsKind, str]]) -> None:
    """Every order of the four events, each brought twice, ends paid, active, once."""
    paying = Paying()

    outcomes = [paying.outcome(kind, event) for kind, event in order for _ in range(2)]

    assert outcomes[1::2] == ["repeated"] * 4
    assert paying.payment.status is PaymentStatus.PAID
    assert paying.status() is CaseStatus.ACTIVE
    assert paying.home.told().count("case.activated") == 2
    assert paying.home.grants.used(TENANT, MONTH) == {3: 1}


@pytest.mark.requirement("payment-any-order")
@pytest.mark.parametrize(
    ("kinds", "status"),
    [
        ((NewsKind.PENDING,), PaymentStatus.OPEN),
        ((NewsKind.PENDING, NewsKind.FAILED), PaymentStatus.FAILED),
        ((NewsKind.FAILED, NewsKind.PENDING), PaymentStatus.FAILED),
        ((NewsKind.EXPIRED,), PaymentStatus.EXPIRED),
        ((NewsKind.EXPIRED, NewsKind.FAILED), PaymentStatus.EXPIRED),
    ],
)
def test_without_money_the_case_waits_on(kinds: tuple[NewsKind, ...], status: PaymentStatus) -> None:
    """A payment that is pending, failed or expired leaves the case where it is; after the end a new one is opened."""
    paying = Paying()
    for kind in kinds:
        paying.event(kind, f"evt-{kind}")

    assert paying.payment.status is status
    assert paying.status() is CaseStatus.PAYMENT_PENDING
    anew = paying.home.ok("request_payment", case_id=paying.case)["payment_id"]
    assert (anew == paying.id) is (status is PaymentStatus.OPEN)


@pytest.mark.requirement("payment-refused")
@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"cents": 9899}, "9900 EUR were asked for, and the news is of 9899 EUR"),
        ({"cents": 0}, "9900 EUR were asked for, and the news is of 0 EUR"),
        ({"currency": "RON"}, "9900 EUR were asked for, and the news is of 9900 RON"),
        ({"reference": "till-other"}, "the payment has another reference"),
        ({"payment": PaymentId("unknown")}, "no such payment was asked for in the case"),
    ],
)
@pytest.mark.parametrize("kind", [NewsKind.PAID, NewsKind.FAILED])
def test_event_that_does_not_fit_is_refused_and_recorded(changed: Any, reason: str, kind: NewsKind) -> None:
    """Another amount, currency, session or payment changes nothing; that it came, and why not, is told to the audit."""
    paying = Paying()

    result = paying.event(kind, **changed)

    assert isinstance(result.structured, dict)
    assert (result.structured["outcome"], result.structured["reason"]) == ("refused", reason)
    assert paying.payment.status is PaymentStatus.OPEN
    assert paying.status() is CaseStatus.PAYMENT_PENDING
    assert paying.home.told()[-1] == "payment.refused"
    assert paying.outcome(kind, **changed) == "repeated"
    assert paying.outcome(NewsKind.PAID, "the right one") == "settled"


@pytest.mark.requirement("payment-refused")
def test_event_of_another_case_is_refused() -> None:
    """A payment of one case does not make another one active."""
    paying = Paying()
    other = paying.home.new_case(tier=3)
    paying.home.ok("activate_case", case_id=other)

    assert paying.outcome(NewsKind.PAID, case=other) == "refused"
    assert paying.home.case(other).status is CaseStatus.PAYMENT_PENDING
    assert paying.status() is CaseStatus.PAYMENT_PENDING


def test_event_for_a_case_that_is_not_there() -> None:
    """An event about a case of another tenant, or of nobody, is the one answer for both."""
    paying = Paying()
    for case in ("3f2b8c1e-0000-4000-8000-000000000000", "none"):
        result = paying.event(NewsKind.PAID, case=MatterId(case))
        assert result.structured == {"status": "error", "error_message": "Case ID not found"}
    theirs = service(paying.case, TenantId("theirs"))
    result = paying.home.call("take_payment_event", theirs, case_id=paying.case)
    assert not result.success


@pytest.mark.requirement("payment-webhook")
def test_event_is_the_providers_alone() -> None:
    """No person, an administrator neither, brings an event; the provider sees the case of its message and no other."""
    paying = Paying()
    other = paying.home.new_case(tier=3)

    by_admin = paying.event(NewsKind.PAID, within=CallContext(ADMIN))
    elsewhere = paying.event(NewsKind.PAID, within=service(other))

    assert by_admin.status is Status.DENIED
    assert elsewhere.structured == {"status": "error", "error_message": "Case ID not found"}
    assert paying.home.call("show_case", service(paying.case), case_id=paying.case).status is Status.DENIED
    assert paying.status() is CaseStatus.PAYMENT_PENDING


def test_providers_calls_are_recorded_as_a_services() -> None:
    """The audit tells a service's calls from people's and agents', and holds no reference in clear."""
    paying = Paying()
    paying.event(NewsKind.PAID)

    events = [event for event in paying.home.governed.events() if event["tool_name"] == "take_payment_event"]

    assert {event["event_type"] for event in events if event["phase"] != "effect"} == {"service.tool_call"}
    assert events[0]["agent_id"] == "till"
    assert events[0]["tool_args"]["reference"].startswith("hmac-sha256:")
