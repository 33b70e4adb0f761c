"""Tier, quota and payment on the command line: by invoice, and by Stripe on this machine with its own library."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId
from casewright.tools.calls import CallContext, Status, ToolCall
from tests.providers.stripe import StripeServer, signed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.e2e.conftest import Shell

OWN_PLANS = """
timezone = "Europe/Bucharest"
currency = "RON"
[[plan]]
name = "individual"
units = { 1 = 3, 2 = 0, 3 = 0 }
extra_case_cents = { 2 = 14950 }
"""
PAID = "The case is active, covered by its payment.\nIt goes on with: casewright case message {}\n"


def call(shell: Shell, tool: str, *, code: int = 0, **arguments: object) -> Any:
    """The structured result of one call."""
    return shell("--json", "tools", "call", tool, "--args", json.dumps(arguments), code=code).json["structured"]


def new_case(shell: Shell, tier: int = 3) -> str:
    """A case of that tier, not active yet."""
    case: str = shell("--json", "case", "create", "Dosar").json["case"]["case_id"]
    call(shell, "set_case_tier", case_id=case, tier=tier, justification="cerut")
    return case


def unpaid_case(shell: Shell) -> str:
    """A case of tier 3 with the plan's one unit taken by another."""
    call(shell, "activate_case", case_id=new_case(shell))
    case = new_case(shell)
    assert call(shell, "activate_case", case_id=case)["case_status"] == "payment_pending"
    return case


def verified(shell: Shell) -> None:
    """The audit holds, and no call was left without its outcome."""
    assert shell("--json", "audit", "verify").json["verified"] is True
    assert shell("calls", "unresolved").out == "Every call that was begun has its outcome.\n"


@pytest.mark.requirement("plans-command")
def test_plans_are_shown_and_set(shell: Shell) -> None:
    """The plan, what is left, every plan with its prices; another one by its name; a wrong name gets a sentence."""
    shown = shell("plans", "show").out
    assert "Your plan is individual" in shown
    assert "tier 3: 1 left in 20" in shown
    assert "organisation-pro     50 (9.00 EUR) · 25 (29.00 EUR) · 10 (99.00 EUR)" in shown
    assert "tier 1: 20 left" in shell("plans", "set", "organisation-basic").out
    assert shell("--json", "plans", "show").json["plan"] == "organisation-basic"
    assert "There is no plan 'gold': use one of individual" in shell("plans", "set", "gold", code=2).err


@pytest.mark.requirement("plans-command")
def test_plan_is_the_administrators_to_set(shell: Shell, tmp_path: Path) -> None:
    """Another user sees the plan and does not set it: 3."""
    key = tmp_path / "bob.key"
    shell("users", "add", "bob", "--role", "PARTNER", "--key-file", key)
    assert "Your plan is individual" in shell("--as", key, "plans", "show").out
    assert "not permitted for PARTNER" in shell("--as", key, "plans", "set", "organisation-pro", code=3).err


@pytest.mark.requirement("tool-check-quota")
def test_assistant_asks_for_the_quota_of_its_person(shell: Shell, tmp_path: Path) -> None:
    """The case's assistant asks within the case, and an id is not taken for the name of a party who is called so."""
    with Casewright.open(shell.home, actor=Actor(LOCAL_TENANT, ActorId("ana"), "ADMIN")) as casewright:
        case = casewright.call("create_case", {"title": "Dosar"}).structured
        party = casewright.call("add_party", {"kind": "individual", "firstName": "Ana", "lastName": "Pop"}).structured
        assert isinstance(case, dict)
        assert isinstance(party, dict)
        attached = {"case_id": case["case_id"], "party_id": party["party_id"], "role": "reclamant"}
        assert casewright.call("attach_party", attached).success
        assistant = Actor(LOCAL_TENANT, ActorId("case_assistant/ana"), "case_assistant", ActorKind.MODEL)
        within = CallContext(assistant, matter=MatterId(case["case_id"]), on_behalf_of=casewright.actor)
        asked = ToolCall("1", "check_quota", {"user_id": "ana", "organization_id": None, "tier": 2})

        result = casewright.wait(casewright.executor.execute(asked, within))

    assert result.structured == {"status": "success", "has_quota": True}


@pytest.mark.requirement("plans-own")
def test_plans_of_ones_own(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of one's own holds in place of the shipped plans: units, prices, and what is not for sale."""
    file = tmp_path / "plans.toml"
    file.write_text(OWN_PLANS)
    monkeypatch.setenv("CASEWRIGHT_PLANS", str(file))

    assert (
        "individual           3 (no more for sale) · 0 (149.50 RON) · 0 (no more for sale)"
        in shell("plans", "show").out
    )
    assert "This case costs 149.50 RON." in shell("case", "pay", new_case(shell, 2)).out
    refused = shell("case", "pay", new_case(shell, 3), code=3).err
    assert "The plan 'individual' sells no more cases of tier 3: wait for the next month" in refused


@pytest.mark.requirement("plans-own")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot be read"),
        ("plan = [", "cannot be used"),
        ("currency = 'EUR'\n", "There is no plan: give at least one [[plan]]"),
        (OWN_PLANS.replace("3 = 0", "4 = 0"), "'individual' has a tier '4' in units"),
        (OWN_PLANS.replace('"individual"', '"mine"'), "have no 'individual'"),
    ],
)
def test_bad_file_of_plans_gets_a_sentence(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, said: str
) -> None:
    """A file that is missing, no TOML, empty, wrong or without the default plan: 2, and the sentence names it."""
    file = tmp_path / "plans.toml"
    if text is not None:
        file.write_text(text)
    monkeypatch.setenv("CASEWRIGHT_PLANS", str(file))

    told = shell("plans", "show", code=2).err

    assert said in told
    assert "CASEWRIGHT_PLANS" in told


@pytest.mark.requirement("payment-invoice")
def test_case_is_paid_by_invoice(shell: Shell, tmp_path: Path) -> None:
    """The invoice is shown, locked work names the command, only an administrator confirms, then work goes on."""
    case = unpaid_case(shell)
    shown = shell("case", "pay", case).out
    again = shell("case", "pay", case).out

    assert "This case costs 99.00 EUR.\nInvoice CW-" in shown
    assert again == shown
    arguments = json.dumps({"case_id": case, "updates": {"facts": [{"fact": "plata se sare"}]}})
    locked = shell("tools", "call", "update_case_details", "--args", arguments, code=3)
    assert f"casewright case pay {case}" in locked.out + locked.err
    shell("users", "add", "bob", "--role", "PARTNER", "--key-file", tmp_path / "bob.key")
    shell("--as", tmp_path / "bob.key", "case", "pay", case, "--confirm", code=3)
    assert shell("case", "pay", case, "--confirm").out == PAID.format(case)
    assert shell("case", "pay", case).out == PAID.format(case)
    assert shell("--json", "plans", "show").json["used"]["3"] == 1
    call(shell, "update_case_details", case_id=case, updates={"facts": [{"fact": "plătit"}]})
    told = [event["event_type"] for event in shell("--json", "audit", "show", "--last", "200").json["events"]]
    for kind in ("case.tiered", "case.payment_required", "payment.requested", "payment.settled", "case.activated"):
        assert kind in told
    verified(shell)


def test_case_that_cannot_be_paid(shell: Shell) -> None:
    """No such case: 2. A case without a tier: 3, with what to do. Nothing to confirm: 2."""
    assert "Case ID not found" in shell("case", "pay", "nope", code=2).err
    case = shell("--json", "case", "create", "Dosar").json["case"]["case_id"]
    assert "no tier yet" in shell("case", "pay", case, code=3).err
    assert "No payment was requested" in shell("case", "pay", unpaid_case(shell), "--confirm", code=2).err


@pytest.mark.requirement("quota-payment")
def test_another_plan_makes_paying_needless(shell: Shell) -> None:
    """With another plan set in the meantime, paying finds that the case is covered by it."""
    case = unpaid_case(shell)
    shell("case", "pay", case)
    shell("plans", "set", "organisation-basic")
    assert shell("case", "pay", case).out == PAID.format(case).replace("its payment", "your plan")


@pytest.fixture
def stripe_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StripeServer]:
    """Stripe on this machine, and the settings that name it."""
    with StripeServer() as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        yield server


def bring(shell: Shell, payload: bytes, signature: str | None = None) -> Any:
    """Bring a message as a webhook would; the whole result."""
    with Casewright.open(shell.home) as casewright:
        return casewright.payment_event(payload, signed(payload) if signature is None else signature)


def asked(shell: Shell, case: str) -> str:
    """The checkout session of a case whose payment is requested."""
    reference: str = shell("--json", "case", "pay", case).json["payment"]["reference"]
    return reference


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


DYING = """
import os, signal, sys
from casewright.adapters.database.effects import SqlEffects
from casewright.cli.main import run

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

SqlEffects.settle = die
run(["--home", sys.argv[1], "tools", "call", sys.argv[2], "--args", sys.argv[3]])
"""


def killed(shell: Shell, tool: str, case: str) -> None:
    """Call a tool in a process that dies after its effect and before its outcome."""
    arguments = [sys.executable, "-c", DYING, str(shell.home), tool, json.dumps({"case_id": case})]
    died = subprocess.run(arguments, capture_output=True, timeout=60, check=False)
    assert died.returncode == -9, died


@pytest.mark.requirement("payment-once")
def test_killed_between_unit_and_outcome(shell: Shell) -> None:
    """kill -9 between the two: the unit is taken, the case active, asked again nothing more; the audit is whole."""
    case = new_case(shell)
    killed(shell, "activate_case", case)

    assert call(shell, "activate_case", case_id=case)["covered_by"] == "unit"
    assert shell("--json", "plans", "show").json["used"]["3"] == 1
    told = [event["event_type"] for event in shell("--json", "audit", "show", "--last", "100").json["events"]]
    assert told.count("case.activated") == 1
    verified(shell)


@pytest.mark.requirement("payment-once")
@pytest.mark.parametrize("tool", ["confirm_payment", "check_payment"])
def test_killed_between_money_and_outcome(shell: Shell, tool: str, request: pytest.FixtureRequest) -> None:
    """kill -9 after the money was taken: the case is active by it, once, and the audit is whole."""
    if tool == "check_payment":
        server: StripeServer = request.getfixturevalue("stripe_server")
    case = unpaid_case(shell)
    reference = asked(shell, case)
    if tool == "check_payment":
        server.pay(reference)
    killed(shell, tool, case)

    assert shell("case", "pay", case).out == PAID.format(case)
    told = [event["event_type"] for event in shell("--json", "audit", "show", "--last", "100").json["events"]]
    assert told.count("payment.settled") == 1
    verified(shell)


LOST = """
import os, signal, sys
from casewright.adapters.database.billing_payments import SqlPayments
from casewright.cli.main import run

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

SqlPayments.refer = die
run(["--home", sys.argv[1], "case", "pay", sys.argv[2]])
"""


@pytest.mark.requirement("payment-once")
def test_killed_after_stripe_made_the_session(shell: Shell, stripe_server: StripeServer) -> None:
    """kill -9 between Stripe's answer and our note of it: asked again, it is the same session."""
    case = unpaid_case(shell)
    died = subprocess.run(
        [sys.executable, "-c", LOST, str(shell.home), case], capture_output=True, timeout=60, check=False
    )
    assert died.returncode == -9, died

    assert asked(shell, case) == "cs_test_0001"
    assert len(stripe_server.sessions) == 1


@pytest.mark.requirement("quota-atomic")
def test_64_calls_at_once_take_no_more_than_the_plan(shell: Shell) -> None:
    """64 calls of activate_case side by side, each recorded, where the plan has five units: five become active."""
    with Casewright.open(shell.home) as casewright:
        made = [casewright.call("create_case", {"title": "Dosar"}).structured for _ in range(64)]
        cases = [one["case_id"] for one in made if isinstance(one, dict)]
        for case in cases:
            assert casewright.call("set_case_tier", {"case_id": case, "tier": 1, "justification": "cerut"}).success
        calls = [ToolCall(case, "activate_case", {"case_id": case}) for case in cases]
        ended = casewright.wait(casewright.executor.execute_many(calls, casewright.context()))
        standing = [one.structured["case_status"] for one in ended if isinstance(one.structured, dict)]

    assert (standing.count("active"), standing.count("payment_pending")) == (5, 59)
    assert shell("--json", "plans", "show").json["used"]["1"] == 5
    verified(shell)
