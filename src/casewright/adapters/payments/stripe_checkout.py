"""Payment by Stripe Checkout, over the official library.

A payment is one checkout session: its idempotency key is the payment's id, so that a request that was sent twice makes
one session. Ids of tenant, case and payment travel as metadata, and nothing about the case. Messages are believed where
the library finds Stripe's signature on them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import stripe

from casewright.adapters.payments.stripe_errors import translated
from casewright.adapters.payments.stripe_transport import PlainTransport
from casewright.domain.ids import MatterId, TenantId
from casewright.domain.payments import NewsKind, PaymentId, PaymentNews
from casewright.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.payments import Payment

BASE_URL = "https://api.stripe.com"
_TIMEOUT, _RETRIES = 15.0, 2
_PREFIX = "casewright_"
_EVENTS: Mapping[str, NewsKind] = {
    "checkout.session.completed": NewsKind.PAID,
    "checkout.session.async_payment_succeeded": NewsKind.PAID,
    "checkout.session.async_payment_failed": NewsKind.FAILED,
    "checkout.session.expired": NewsKind.EXPIRED,
}
_GIVEN_UP = ("requires_payment_method", "canceled")
"""What a payment intent says after a payment that took its time has failed."""


class StripePayments:
    """Fits ``tools.ports.billing.PaymentProvider``. ``return_url`` is where people land after paying, or not."""

    name = "stripe"
    by_hand = False

    def __init__(
        self,
        *,
        key: str,
        webhook_secret: str,
        return_url: str,
        base_url: str = BASE_URL,
        timeout: float = _TIMEOUT,
        retries: int = _RETRIES,
    ) -> None:
        stripe.enable_telemetry = False
        self._secret, self._return_url = webhook_secret, return_url
        address = base_url.rstrip("/")
        self._transport = PlainTransport(address, timeout=timeout)
        self._client = stripe.StripeClient(
            key,
            base_addresses={"api": address, "connect": address, "files": address, "meter_events": address},
            max_network_retries=retries,
            http_client=self._transport,
        )

    def close(self) -> None:
        """Close its connections."""
        self._transport.close()

    def request(self, payment: Payment) -> tuple[str, str | None]:
        """A checkout session for the payment: its id, and the page where it is paid."""
        ids = {"tenant": payment.tenant, "case": payment.case, "payment": payment.id}
        price: stripe.params.checkout.SessionCreateParamsLineItemPriceData = {
            "currency": payment.currency.lower(),
            "unit_amount": payment.cents,
            "product_data": {"name": f"Case, tier {payment.tier}"},
        }
        with translated():
            session = self._client.v1.checkout.sessions.create(
                {
                    "mode": "payment",
                    "line_items": [{"price_data": price, "quantity": 1}],
                    "client_reference_id": payment.id,
                    "metadata": {f"{_PREFIX}{name}": value for name, value in ids.items()},
                    "success_url": self._return_url,
                    "cancel_url": self._return_url,
                },
                {"idempotency_key": payment.id},
            )
            return str(session.id), session.url

    def check(self, payment: Payment) -> PaymentNews | None:
        """What Stripe says of the session; None while it is open."""
        assert payment.reference is not None, "it was requested"
        with translated():
            session = self._client.v1.checkout.sessions.retrieve(payment.reference, {"expand": ["payment_intent"]})
            kind = _kind_of(session.to_dict())
            return None if kind is None else _news("", kind, session.to_dict())

    def read(self, payload: bytes, signature: str) -> PaymentNews | None:
        """What a webhook's message says of a payment; None where it is about something else.

        Raises ``Refused`` where it is not signed by Stripe for us, is older than five minutes, or another account's.
        """
        try:
            stripe.WebhookSignature.verify_header(payload, signature, self._secret, stripe.Webhook.DEFAULT_TOLERANCE)
            event = json.loads(payload)
            kind, session = _EVENTS.get(event["type"]), event["data"]["object"]
            if event.get("account") is not None:
                raise Refused("The message is about another Stripe account: it is not looked at")
            if kind is None or f"{_PREFIX}payment" not in (session.get("metadata") or {}):
                return None
            if event["type"] == "checkout.session.completed" and session.get("payment_status") == "unpaid":
                kind = NewsKind.PENDING
            return _news(event["id"], kind, session)
        except stripe.SignatureVerificationError as error:
            raise Refused("The message is not signed by Stripe for us, or is too old: it is not looked at") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Refused("The message is no event of Stripe's: it is not looked at") from error


def _kind_of(session: Mapping[str, Any]) -> NewsKind | None:
    """What a session that was asked for says; None while it is open."""
    if session["status"] == "expired":
        return NewsKind.EXPIRED
    if session["status"] != "complete":
        return None
    if session["payment_status"] != "unpaid":
        return NewsKind.PAID
    intent = session.get("payment_intent")
    given_up = isinstance(intent, dict) and intent.get("status") in _GIVEN_UP
    return NewsKind.FAILED if given_up else NewsKind.PENDING


def _news(event: str, kind: NewsKind, session: Mapping[str, Any]) -> PaymentNews:
    """The session's ids, amount and currency. Raises what reading something else raises."""
    metadata = session["metadata"]
    return PaymentNews(
        event=str(event),
        kind=kind,
        tenant=TenantId(str(metadata[f"{_PREFIX}tenant"])),
        case=MatterId(str(metadata[f"{_PREFIX}case"])),
        payment=PaymentId(str(metadata[f"{_PREFIX}payment"])),
        reference=str(session["id"]),
        cents=int(session["amount_total"]),
        currency=str(session["currency"]).upper(),
    )
