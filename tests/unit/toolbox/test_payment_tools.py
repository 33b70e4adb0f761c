"""The tools for payments of cases: request_payment, check_payment, confirm_payment, take_payment_event."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.payments.invoice import InvoicePayments
from casewright.casework.plans import read_plans
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.cases import CaseStatus
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.payments import CoveredBy, NewsKind, Payment, PaymentId, PaymentNews, PaymentStatus
from casewright.tools.calls import CallContext, Status, ToolResult
from tests.fakes.governed import ADMIN, TENANT
from tests.fakes.paying_case import PayingCase

if TYPE_CHECKING:
    from collections.abc import Sequence

MONTH = "2025-03"
NOT_SOLD = {
    "timezone": "Europe/Bucharest",
    "currency": "EUR",
    "plan": [{"name": "individual", "units": {"1": 0, "2": 0, "3": 0}}],
}


def service(case: MatterId, tenant: TenantId = TENANT) -> CallContext:
    """The provider, in this case."""
    return CallContext(Actor(tenant, ActorId("till"), "payment_provider", ActorKind.SERVICE), matter=case)


class Paying:
    """A case that waits for its payment, with the payment requested; events are the till's."""

    def __init__(self) -> None:
        self.home = PayingCase()
        self.case = self.home.unpaid_case()
        asked = self.home.ok("request_payment", case_id=self.case)
        self.id = PaymentId(asked["payment_id"])

    @property
    def payment(self) -> Payment:
        found = self.home.payments.get(TENANT, self.id)
        assert found is not None
        return found

    def news(self, kind: NewsKind, event: str = "evt", **changed: Any) -> PaymentNews:
        """What the till says of the payment."""
        payment = self.payment
        said = PaymentNews(
            event, kind, TENANT, self.case, self.id, payment.reference or "", payment.cents, payment.currency
        )
        return replace(said, **changed)

    def event(
        self, kind: NewsKind, event: str = "evt", *, within: CallContext | None = None, **changed: Any
    ) -> ToolResult:
        """Bring an event, as the till where nobody else is named."""
        news = self.news(kind, event, **changed)
        arguments = {
            "case_id": news.case,
            "payment_id": news.payment,
            "event_id": news.event,
            "kind": news.kind.value,
            "reference": news.reference,
            "cents": news.cents,
            "currency": news.currency,
        }
        return self.home.call("take_payment_event", within or service(news.case), **arguments)

    def outcome(self, kind: NewsKind, event: str = "evt", **changed: Any) -> str:
        """What came of an event."""
        result = self.event(kind, event, **changed)
        assert isinstance(result.structured, dict), result
        return str(result.structured["outcome"])

    def status(self) -> CaseStatus:
        return self.home.case(self.case).status


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
