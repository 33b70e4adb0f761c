"""Payments by Stripe on this machine, with its own library."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.home import Casewright
from casewright.tools.calls import Status
from tests.e2e.paid_cases import PAID, asked, call, unpaid_case, verified
from tests.providers.stripe import StripeServer, signed

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell


def bring(shell: Shell, payload: bytes, signature: str | None = None) -> Any:
    """Bring a message as a webhook would; the whole result."""
    with Casewright.open(shell.home) as casewright:
        return casewright.payment_event(payload, signed(payload) if signature is None else signature)


@pytest.mark.requirement("payment-webhook")
def test_webhook_before_the_person_is_back(shell: Shell, stripe_server: StripeServer) -> None:
    """The signed event comes first, and twice: the case is active once; back from paying, nothing more is asked."""
    case = unpaid_case(shell)
    link = shell("case", "pay", case).out
    session = asked(shell, case)
    stripe_server.pay(session)
    payload = stripe_server.event("checkout.session.completed", stripe_server.sessions[session])

    outcomes = [bring(shell, payload).structured["outcome"] for _ in range(2)]

    assert f"Pay it here: {stripe_server.address}/pay/{session}" in link
    assert outcomes == ["settled", "repeated"]
    assert shell("case", "pay", case).out == PAID.format(case)
    assert len(stripe_server.sessions) == 1
    assert shell("--json", "plans", "show").json["used"]["3"] == 1
    verified(shell)


@pytest.mark.requirement("payment-webhook")
def test_webhook_that_never_comes(shell: Shell, stripe_server: StripeServer) -> None:
    """Asked whether it is paid, Stripe says so: the case is active, and the event that comes late changes nothing."""
    case = unpaid_case(shell)
    session = asked(shell, case)
    stripe_server.pay(session)

    assert shell("case", "pay", case).out == PAID.format(case)
    late = stripe_server.event("checkout.session.completed", stripe_server.sessions[session])
    assert bring(shell, late).structured["outcome"] == "noted"
    verified(shell)


@pytest.mark.requirement("payment-any-order")
def test_payment_that_takes_days_comes_in_any_order(shell: Shell, stripe_server: StripeServer) -> None:
    """First what came last: paid stays paid, whatever older event comes after."""
    case = unpaid_case(shell)
    session = stripe_server.sessions[asked(shell, case)]
    paid, unpaid = session | {"payment_status": "paid"}, session | {"payment_status": "unpaid"}

    outcomes = [
        bring(shell, stripe_server.event(f"checkout.session.{type_}", state)).structured["outcome"]
        for type_, state in (
            ("async_payment_failed", unpaid),
            ("async_payment_succeeded", paid),
            ("completed", unpaid),
            ("expired", unpaid),
        )
    ]

    assert outcomes == ["settled", "settled", "noted", "noted"]
    assert call(shell, "show_case", case_id=case)["status"] == "active"


@pytest.mark.requirement("payment-refused")
def test_events_that_are_not_believed(shell: Shell, stripe_server: StripeServer) -> None:
    """Forged, of another account, of another amount, currency or session: the case waits on, and all is recorded."""
    case = unpaid_case(shell)
    session = stripe_server.sessions[asked(shell, case)]
    stripe_server.pay(session["id"])
    event = stripe_server.event
    paid = dict(stripe_server.sessions[session["id"]])
    done = "checkout.session.completed"

    forged = bring(shell, event(done, paid), "t=1,v1=00")
    other_account = bring(shell, event(done, paid, account="acct_other"))
    refused = [
        bring(shell, event(done, paid | changed)).structured["outcome"]
        for changed in ({"amount_total": 1}, {"currency": "ron"}, {"id": "cs_other"})
    ]
    strangers = bring(shell, event(done, paid | {"metadata": {**paid["metadata"], "casewright_tenant": "other"}}))

    assert (forged.status, other_account.status) == (Status.DENIED, Status.DENIED)
    assert refused == ["refused"] * 3
    assert (strangers.success, strangers.structured) == (True, None)
    assert bring(shell, event("invoice.paid", {"id": "in_1", "object": "invoice"})).success
    assert call(shell, "show_case", case_id=case)["status"] == "payment_pending"
    events = shell("--json", "audit", "show", "--tool", "take_payment_event", "--last", "100").json["events"]
    told = [(one["event_type"], one["phase"], one["result_status"]) for one in events]
    assert told.count(("service.tool_call", "stopped", "DENIED")) == 3
    assert told.count(("payment.refused", "effect", None)) == 3
    assert "casewright_payment" not in json.dumps(events)
    verified(shell)


def test_session_that_expired_is_followed_by_another(shell: Shell, stripe_server: StripeServer) -> None:
    """After a session that expired, or failed, paying is asked for anew."""
    case = unpaid_case(shell)
    first = asked(shell, case)
    stripe_server.sessions[first]["status"] = "expired"

    second = asked(shell, case)

    assert second != first
    stripe_server.pay(second)
    assert shell("--json", "case", "pay", case).json["covered_by"] == "payment"


def test_stripe_is_down(shell: Shell, stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Stripe cannot be reached, paying ends with 4 and a sentence; afterwards it is the same payment."""
    case = unpaid_case(shell)
    monkeypatch.setenv("CASEWRIGHT_STRIPE_BASE_URL", "http://127.0.0.1:9")
    assert "Stripe: it cannot be reached" in shell("case", "pay", case, code=4).err
    monkeypatch.setenv("CASEWRIGHT_STRIPE_BASE_URL", stripe_server.address)
    payment = shell("--json", "case", "pay", case).json["payment"]["payment_id"]
    assert [one.headers["idempotency-key"] for one in stripe_server.asked if one.method == "POST"] == [payment]


@pytest.mark.parametrize("name", ["STRIPE_API_KEY", "STRIPE_WEBHOOK_SECRET", "PAYMENT_RETURN_URL"])
def test_setting_that_is_missing(
    shell: Shell, stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Stripe without its key, its secret or the page to come back to: the sentence names the setting; 2."""
    case = unpaid_case(shell)
    monkeypatch.delenv(f"CASEWRIGHT_{name}")
    assert f"CASEWRIGHT_{name} is not set" in shell("case", "pay", case, code=2).err


def test_library_that_is_missing(shell: Shell, stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Stripe's library the sentence says what to install, 2; everything else works."""
    for name in [name for name in sys.modules if name.startswith("casewright.adapters.payments.stripe")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "stripe", None)
    case = unpaid_case(shell)
    assert "pip install 'casewright[stripe]'" in shell("case", "pay", case, code=2).err
    assert call(shell, "show_case", case_id=case)["status"] == "payment_pending"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("STRIPE_BASE_URL", "http://stripe.example"),
        ("PAYMENT_RETURN_URL", "http://example.com"),
        ("PAYMENT_RETURN_URL", "javascript:alert(1)"),
        ("PAYMENTS", "paypal"),
    ],
)
def test_setting_that_cannot_be_used(shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """An address that is neither https nor this machine's, and a provider that there is not: 2, with the setting."""
    monkeypatch.setenv(f"CASEWRIGHT_{name}", value)
    assert f"CASEWRIGHT_{name}" in shell("plans", "show", code=2).err
