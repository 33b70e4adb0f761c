"""Cases to be paid for on the command line, and what is asked of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell

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


def asked(shell: Shell, case: str) -> str:
    """The checkout session of a case whose payment is requested."""
    reference: str = shell("--json", "case", "pay", case).json["payment"]["reference"]
    return reference
