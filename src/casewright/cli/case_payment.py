"""``casewright case pay``: what a case costs, how it is paid, and whether it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.case_conversation import gone_on, print_turn, waits_for
from casewright.cli.state import State, answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from casewright.bootstrap.home import Casewright

_Case = Annotated[str, typer.Argument(metavar="CASE", help="Id of the case, as 'casewright case list' shows it.")]
_Confirm = Annotated[
    bool, typer.Option("--confirm", help="Confirm, as an administrator, that the invoice's money came.")
]


def pay(context: typer.Context, case_id: _Case, confirm: _Confirm = False) -> None:
    """Show what a case costs and how to pay it, or that it is paid; with --confirm, say that the money came.

    Where the plan has a unit for the case by now, nothing is to be paid. Once it is active your case goes on with what
    you had asked.
    """
    state: State = context.obj
    with state.open() as casewright:
        waited = waits_for(casewright, case_id)
        told = confirmed(casewright, case_id) if confirm else paid_or_asked(casewright, case_id)
        turn = gone_on(casewright, state, case_id, waited) if told["case_status"] == "active" else None
    state.output.document(told if turn is None else {**told, "turn": turn})
    if not state.output.json:
        _print(state.output.console(), told)
        if turn is not None:
            print_turn(state.output.console(), case_id, turn)


def paid_or_asked(casewright: Casewright, case_id: str) -> dict[str, Any]:
    """Where the case stands: ``case_status``, ``covered_by``, and the open ``payment`` or None.

    Asks for a unit first, then whether the payment came, and else requests one. Raises ``CallRefused``.
    """
    told = _standing(casewright, case_id)
    if told["case_status"] == "active":
        return told
    if answer(casewright, "check_payment", {"case_id": case_id})["case_status"] == "active":
        return _standing(casewright, case_id)
    return {**told, "payment": answer(casewright, "request_payment", {"case_id": case_id})}


def confirmed(casewright: Casewright, case_id: str) -> dict[str, Any]:
    """The same after an administrator said that the money came. Raises ``CallRefused``."""
    found = answer(casewright, "confirm_payment", {"case_id": case_id})
    if found["case_status"] == "active":
        return _standing(casewright, case_id)
    return {"case_id": case_id, "case_status": found["case_status"], "covered_by": "payment", "payment": None}


def amount(price: Mapping[str, Any]) -> str:
    """An amount such as ``29.00 EUR``."""
    return f"{price['cents'] // 100}.{price['cents'] % 100:02} {price['currency']}"


def _standing(casewright: Casewright, case_id: str) -> dict[str, Any]:
    now = answer(casewright, "activate_case", {"case_id": case_id})
    return {
        "case_id": case_id,
        "case_status": now["case_status"],
        "covered_by": now["covered_by"],
        "left": now["left"],
        "payment": None,
    }


def _print(console: Console, told: Mapping[str, Any]) -> None:
    payment = told["payment"]
    if payment is None and told["case_status"] != "active":
        status = told["case_status"].replace("_", " ")
        console.print(f"The payment is taken. The case is {status}, and stays so for now.", markup=False)
        return
    if payment is None:
        by = "by your plan" if told["covered_by"] == "unit" else "by its payment"
        console.print(f"The case is active, covered {by}.", markup=False, soft_wrap=True)
        console.print(f"It goes on with: casewright case message {told['case_id']}", markup=False, soft_wrap=True)
        return
    console.print(f"This case costs {amount(payment)}.", markup=False, soft_wrap=True)
    if payment["url"] is not None:
        console.print(f"Pay it here: {payment['url']}", markup=False, soft_wrap=True)
        console.print(f"Then: casewright case pay {told['case_id']}", markup=False, soft_wrap=True)
        return
    console.print(f"Invoice {payment['reference']}", markup=False, soft_wrap=True)
    then = f"casewright case pay {told['case_id']} --confirm"
    console.print(f"When the money is there, an administrator confirms it: {then}", markup=False, soft_wrap=True)
