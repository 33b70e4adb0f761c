"""Payment by Stripe Checkout: the official library against a server on this machine, over real sockets."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import stripe
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.payments.stripe_checkout import StripePayments
from casewright.adapters.payments.stripe_errors import meaning
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.payments import NewsKind, Payment, PaymentId, PaymentNews, PaymentStatus
from casewright.errors import CasewrightError, Refused, ToolFailed, Unavailable
from tests.fakes.fixed_clock import START
from tests.providers.stripe import KEY, SECRET, StripeServer, Trouble, signed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CASE, PAYMENT = MatterId("3f2b8c1e-0000-4000-8000-000000000000"), PaymentId("9b1d0c7e-0000-4000-8000-000000000000")
ASKED = Payment(
    id=PAYMENT,
    tenant=TenantId("acme"),
    case=CASE,
    tier=2,
    cents=2900,
    currency="EUR",
    adapter="stripe",
    reference=None,
    url=None,
    status=PaymentStatus.OPEN,
    requested_by=ActorId("ada"),
    requested_at=START,
)
FIELDS = {
    *("id", "object", "metadata", "amount_total", "currency", "payment_status", "data", "type", "account"),
    *("casewright_payment", "casewright_case", "casewright_tenant"),
}
"""What a message may hold."""


@pytest.fixture
def server() -> Iterator[StripeServer]:
    """Stripe, on this machine."""
    with StripeServer() as running:
        yield running


@pytest.fixture
def stripe_at(server: StripeServer) -> Iterator[Callable[..., StripePayments]]:
    """Makes the adapter over that server, and closes it."""
    opened: list[StripePayments] = []

    def make(**changed: object) -> StripePayments:
        given = {"key": KEY, "webhook_secret": SECRET, "base_url": server.address, "timeout": 60.0, "retries": 0}
        opened.append(StripePayments(return_url="http://localhost/paid", **{**given, **changed}))  # type: ignore[arg-type]
        return opened[-1]

    yield make
    for one in opened:
        one.close()


def news(event: str, kind: NewsKind, reference: str = "cs_test_0001") -> PaymentNews:
    return PaymentNews(event, kind, ASKED.tenant, CASE, PAYMENT, reference, 2900, "EUR")


@pytest.mark.requirement("payment-stripe")
def test_session_says_amount_and_ids(server: StripeServer, stripe_at: Callable[..., StripePayments]) -> None:
    """A payment is a session under the payment's id as key; what is sent is its amount and ids, and no more."""
    reference, url = stripe_at().request(ASKED)

    [asked] = server.asked
    assert (reference, url) == ("cs_test_0001", f"{server.address}/pay/cs_test_0001")
    assert asked.headers["idempotency-key"] == PAYMENT
    assert asked.form == {
        "mode": "payment",
        "client_reference_id": PAYMENT,
        "success_url": "http://localhost/paid",
        "cancel_url": "http://localhost/paid",
        "line_items[0][price_data][currency]": "eur",
        "line_items[0][price_data][unit_amount]": "2900",
        "line_items[0][price_data][product_data][name]": "Case, tier 2",
        "line_items[0][quantity]": "1",
        "metadata[casewright_tenant]": "acme",
        "metadata[casewright_case]": CASE,
        "metadata[casewright_payment]": PAYMENT,
    }


@pytest.mark.requirement("payment-stripe")
def test_nothing_about_this_machine_is_sent(server: StripeServer, stripe_at: Callable[..., StripePayments]) -> None:
    """No telemetry, and no header that says which Python runs where, on the second request either."""
    payments = stripe_at()
    payments.request(ASKED)
    payments.check(replace(ASKED, reference="cs_test_0001"))

    for asked in server.asked:
        assert asked.headers["user-agent"] == "casewright"
        assert [name for name in asked.headers if name.startswith("x-stripe")] == []
    assert stripe.enable_telemetry is False


@pytest.mark.requirement("payment-once")
def test_payment_asked_for_twice_is_one_session(server: StripeServer, stripe_at: Callable[..., StripePayments]) -> None:
    """Asked again, after whatever became of the first answer, Stripe has one session for the payment."""
    server.troubles = [Trouble(status=200, body=b"lost", after=True)]
    with pytest.raises(Unavailable):
        stripe_at().request(ASKED)

    assert stripe_at().request(ASKED) == stripe_at().request(ASKED)
    assert len(server.sessions) == 1


def test_request_is_sent_again_where_the_server_failed(
    server: StripeServer, stripe_at: Callable[..., StripePayments]
) -> None:
    """A failing answer is tried again by the library, under the same key."""
    server.troubles = [Trouble(status=503)]

    stripe_at(retries=1).request(ASKED)

    assert [asked.headers["idempotency-key"] for asked in server.asked] == [PAYMENT, PAYMENT]


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"status": "open"}, None),
        ({"status": "complete", "payment_status": "paid"}, NewsKind.PAID),
        ({"status": "complete", "payment_intent": {"id": "pi_1", "status": "processing"}}, NewsKind.PENDING),
        (
            {"status": "complete", "payment_intent": {"id": "pi_1", "status": "requires_payment_method"}},
            NewsKind.FAILED,
        ),
        ({"status": "complete", "payment_intent": "pi_1"}, NewsKind.PENDING),
        ({"status": "expired"}, NewsKind.EXPIRED),
    ],
)
def test_session_is_asked_about(
    server: StripeServer, stripe_at: Callable[..., StripePayments], changed: dict[str, object], kind: NewsKind | None
) -> None:
    """What Stripe says of a session, in each state that it can have."""
    payments = stripe_at()
    reference, _ = payments.request(ASKED)
    server.sessions[reference] |= changed

    assert payments.check(replace(ASKED, reference=reference)) == (None if kind is None else news("", kind))


@pytest.mark.requirement("payment-webhook")
@pytest.mark.parametrize(
    ("type_", "state", "kind"),
    [
        ("checkout.session.completed", "paid", NewsKind.PAID),
        ("checkout.session.completed", "unpaid", NewsKind.PENDING),
        ("checkout.session.async_payment_succeeded", "paid", NewsKind.PAID),
        ("checkout.session.async_payment_failed", "unpaid", NewsKind.FAILED),
        ("checkout.session.expired", "unpaid", NewsKind.EXPIRED),
    ],
)
def test_signed_message_is_read(
    server: StripeServer, stripe_at: Callable[..., StripePayments], type_: str, state: str, kind: NewsKind
) -> None:
    """A message that Stripe signed says what it says of the payment."""
    payments = stripe_at()
    reference, _ = payments.request(ASKED)
    payload = server.event(type_, server.sessions[reference] | {"payment_status": state}, id_="evt_9")

    assert payments.read(payload, signed(payload)) == news("evt_9", kind)


def test_message_about_something_else_is_none_of_ours(
    server: StripeServer, stripe_at: Callable[..., StripePayments]
) -> None:
    """Another type of event, and a session that somebody else made, say nothing about our payments."""
    payments = stripe_at()
    reference, _ = payments.request(ASKED)
    session = server.sessions[reference]

    for payload in (
        server.event("customer.created", {"id": "cus_1", "object": "customer"}),
        server.event("checkout.session.completed", session | {"metadata": {}}),
        server.event("checkout.session.completed", session | {"metadata": None}),
    ):
        assert payments.read(payload, signed(payload)) is None


@pytest.mark.requirement("payment-webhook")
def test_message_that_is_not_stripes_is_refused(server: StripeServer, stripe_at: Callable[..., StripePayments]) -> None:
    """Signed by another, not at all, for another body or too long ago; another account's; no event at all."""
    payments = stripe_at()
    reference, _ = payments.request(ASKED)
    good = server.event("checkout.session.completed", server.sessions[reference])
    other = server.event("checkout.session.completed", server.sessions[reference], account="acct_2")
    odd = json.dumps({"type": "checkout.session.completed", "data": {"object": {"metadata": {}}}}).encode()
    halved = server.event("checkout.session.expired", {"id": "x", "metadata": {"casewright_payment": "p"}})
    payloads = [
        (good, signed(good, "whsec_other")),
        (good, ""),
        (good, "t=1,v1=00"),
        (good, "nonsense"),
        (good, signed(odd)),
        (good, signed(good, at=int(time.time()) - 301)),
        (other, signed(other)),
        (b"\xff\xfe", "t=1,v1=00"),
        (halved, signed(halved)),
        *((body, signed(body)) for body in (b"", b"[]", b"null", b"{}", b"{", b'{"type": 1, "data": 2}')),
    ]

    for payload, signature in payloads:
        with pytest.raises(Refused, match="it is not looked at"):
            payments.read(payload, signature)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(sorted(FIELDS)), inner, max_size=6),
    max_leaves=12,
)


@pytest.mark.requirement("payment-webhook")
@given(body=JSON, type_=st.sampled_from(["checkout.session.completed", "checkout.session.expired", "x", None]))
def test_no_signed_message_breaks_the_reader(body: object, type_: str | None) -> None:
    """Whatever stands in a signed message, it is news, something else, or refused."""
    payments = StripePayments(key=KEY, webhook_secret=SECRET, return_url="http://localhost/paid")
    event = {"id": "evt_1", "type": type_, "data": {"object": body}} if type_ is not None else body
    payload = json.dumps(event).encode()
    try:
        found = payments.read(payload, signed(payload))
    except Refused:
        found = None
    finally:
        payments.close()
    assert found is None or isinstance(found, PaymentNews)


@given(payload=st.binary(max_size=64), signature=st.text(max_size=64))
def test_no_other_bytes_are_believed(payload: bytes, signature: str) -> None:
    """Any bytes with any header are refused, as ours is the only secret."""
    payments = StripePayments(key=KEY, webhook_secret=SECRET, return_url="http://localhost/paid")
    with pytest.raises(Refused):
        payments.read(payload, signature)
    payments.close()


def _classes(kind: type[stripe.StripeError]) -> Iterator[type[stripe.StripeError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _classes(below)


@pytest.mark.requirement("payment-errors")
@pytest.mark.parametrize("kind", sorted(set(_classes(stripe.StripeError)), key=repr))
def test_every_error_of_the_library_is_one_of_ours(kind: type[stripe.StripeError]) -> None:
    """Each class that the library can raise has a meaning, and what the server said is not repeated."""
    error = kind.__new__(kind)
    stripe.StripeError.__init__(error, "ion.popescu@example.com owes", http_status=400)

    said = meaning(error)

    assert type(said) in (Unavailable, ToolFailed)
    assert str(said).startswith("Stripe: ")
    assert "popescu" not in str(said)


@pytest.mark.requirement("payment-errors")
@pytest.mark.parametrize(
    ("trouble", "kind", "said"),
    [
        (Trouble(401, b'{"error": {"type": "invalid_request_error"}}'), Unavailable, "CASEWRIGHT_STRIPE_API_KEY"),
        (Trouble(403, b'{"error": {"type": "invalid_request_error"}}'), Unavailable, "the right to write"),
        (Trouble(429, b'{"error": {"type": "rate_limit_error"}}'), Unavailable, "too many requests"),
        (Trouble(400, b'{"error": {"type": "invalid_request_error"}}'), ToolFailed, "the request was refused"),
        (Trouble(402, b'{"error": {"type": "card_error", "code": "c"}}'), ToolFailed, "card was refused"),
        (Trouble(500, b"<html>"), Unavailable, "the server failed"),
        (Trouble(500, b'{"error": {"type": "api_error"}}'), Unavailable, "the server failed (500)"),
        (Trouble(200, b"<html>"), Unavailable, "not what its API promises"),
        (Trouble(200, b"[]"), Unavailable, "not what its API promises"),
        (Trouble(200, b'{"object": "checkout.session"}'), Unavailable, "not what its API promises"),
        (Trouble(hangs=True), Unavailable, "cannot be reached"),
    ],
)
def test_answers_that_are_none(
    server: StripeServer, stripe_at: Callable[..., StripePayments], trouble: Trouble, kind: type, said: str
) -> None:
    """Whatever comes in place of a session is an error of ours that says what to do."""
    server.troubles = [trouble]
    with pytest.raises(CasewrightError, match="Stripe") as raised:
        stripe_at(timeout=0.3 if trouble.hangs else 60.0).request(ASKED)
    assert isinstance(raised.value, kind)
    assert said in str(raised.value)


def test_other_amount_under_the_same_key(server: StripeServer, stripe_at: Callable[..., StripePayments]) -> None:
    """A payment whose amount was changed behind our back is not another session."""
    stripe_at().request(ASKED)
    with pytest.raises(ToolFailed, match="another amount"):
        stripe_at().request(replace(ASKED, cents=1))
    assert len(server.sessions) == 1


@pytest.mark.requirement("payment-stripe")
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(server: StripeServer, stripe_at: Callable[..., StripePayments], status: int) -> None:
    """The key goes nowhere but to the address that was set."""
    with StripeServer() as elsewhere:
        server.troubles = [Trouble(status, b"", {"location": f"{elsewhere.address}/v1/checkout/sessions"})]
        with pytest.raises(Unavailable):
            stripe_at().request(ASKED)
        assert elsewhere.asked == []


def test_notice_of_the_server_is_not_printed(server: StripeServer, stripe_at: Callable[..., StripePayments]) -> None:
    """What the server would have the library print as a warning is not printed."""
    body = json.dumps({"id": "cs_1", "object": "checkout.session", "url": None}).encode()
    server.troubles = [Trouble(200, body, {"stripe-notice": "upgrade now"})]
    assert stripe_at().request(ASKED) == ("cs_1", None)


def test_nobody_answers(stripe_at: Callable[..., StripePayments]) -> None:
    """An address where nobody listens is told as such."""
    with pytest.raises(Unavailable, match="cannot be reached"):
        stripe_at(base_url="http://127.0.0.1:9").request(ASKED)
