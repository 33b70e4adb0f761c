"""``casewright case pay``: what a case costs, how it is paid, and whether it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.case_conversation import gone_on, print_turn, waits_for
from casewright.cli.references import Case
from casewright.cli.state import State, answer
from casewright.domain.cases import CaseStatus
from casewright.domain.payments import CoveredBy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.toolbox.billing.activate_case import PriceView
    from casewright.toolbox.billing.request_payment import RequestPaymentOutput

_Confirm = Annotated[
    bool, typer.Option("--confirm", help="Confirm, as an administrator, that the invoice's money came.")
]


def pay(context: typer.Context, case_id: Case, confirm: _Confirm = False) -> None:
    """Show what a case costs and how to pay it, or that it is paid; with --confirm, say that the money came.

    Where the plan has a unit for the case by now, nothing is to be paid. Once it is active your case goes on with what
    you had asked.
    """
    state: State = context.obj
    with state.open_cases() as casewright:
        case_id = casewright.find_matter(case_id, kind="case")
        waited = waits_for(casewright, case_id)
        told = confirmed(casewright, case_id) if confirm else paid_or_asked(casewright, case_id)
        turn = gone_on(casewright, state, case_id, waited) if told.status is CaseStatus.ACTIVE else None
    state.output.document(told.data if turn is None else {**told.data, "turn": turn.data})
    _print(state.output, case_id, told)
    if turn is not None:
        print_turn(state.output, case_id, turn.output)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a case stands: its status, what covers it, and the open payment or None; ``data`` is the JSON document."""

    status: CaseStatus
    covered_by: CoveredBy | None
    payment: RequestPaymentOutput | None
    data: Mapping[str, object]


def paid_or_asked(casewright: Casewright, case_id: str) -> Standing:
    """Where the case stands.

    Asks for a unit first, then whether the payment came, and else requests one. Raises ``CallRefused``.
    """
    from casewright.toolbox.billing.check_payment import PaymentView
    from casewright.toolbox.billing.request_payment import RequestPaymentOutput

    told = _standing(casewright, case_id)
    if told.status is CaseStatus.ACTIVE:
        return told
    paid = answer(casewright, PaymentView, "check_payment", {"case_id": case_id}).output
    if paid.case_status is CaseStatus.ACTIVE:
        return _standing(casewright, case_id)
    payment = answer(casewright, RequestPaymentOutput, "request_payment", {"case_id": case_id})
    return replace(told, payment=payment.output, data={**told.data, "payment": payment.data})


def confirmed(casewright: Casewright, case_id: str) -> Standing:
    """The same after an administrator said that the money came. Raises ``CallRefused``."""
    from casewright.toolbox.billing.check_payment import PaymentView

    status = answer(casewright, PaymentView, "confirm_payment", {"case_id": case_id}).output.case_status
    if status is CaseStatus.ACTIVE:
        return _standing(casewright, case_id)
    data = {"case_id": case_id, "case_status": status.value, "covered_by": CoveredBy.PAYMENT.value, "payment": None}
    return Standing(status, CoveredBy.PAYMENT, None, data)


def amount(price: PriceView | RequestPaymentOutput) -> str:
    """An amount such as ``29.00 EUR``."""
    return f"{price.cents // 100}.{price.cents % 100:02} {price.currency}"


def _standing(casewright: Casewright, case_id: str) -> Standing:
    from casewright.toolbox.billing.activate_case import ActivateCaseOutput

    now = answer(casewright, ActivateCaseOutput, "activate_case", {"case_id": case_id})
    covered = {name: now.data[name] for name in ("case_status", "covered_by", "left")}
    return Standing(
        now.output.case_status, now.output.covered_by, None, {"case_id": case_id, **covered, "payment": None}
    )


def _print(output: Output, case_id: str, told: Standing) -> None:
    payment = told.payment
    if payment is None and told.status is not CaseStatus.ACTIVE:
        status = told.status.replace("_", " ")
        output.prose(f"The payment is taken. The case is {status}, and stays so for now.")
        return
    if payment is None:
        by = "by your plan" if told.covered_by is CoveredBy.UNIT else "by its payment"
        output.line(f"The case is active, covered {by}.")
        output.line(f"It goes on with: casewright case message {case_id}")
        return
    output.line(f"This case costs {amount(payment)}.")
    if payment.url is not None:
        output.line(f"Pay it here: {payment.url}")
        output.line(f"Then: casewright case pay {case_id}")
        return
    output.line(f"Invoice {payment.reference}")
    then = f"casewright case pay {case_id} --confirm"
    output.line(f"When the money is there, an administrator confirms it: {then}")
