"""Payments of cases on the command line: by invoice, in processes that are killed, and many at once."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.home import Casewright
from casewright.tools.calls import ToolCall
from tests.e2e.paid_cases import PAID, asked, call, new_case, unpaid_case, verified

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell
    from tests.providers.stripe import StripeServer


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
    assert "There is no matter 'nope'" in shell("case", "pay", "nope", code=2).err
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
