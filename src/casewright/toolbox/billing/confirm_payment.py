"""The tool ``confirm_payment``: an administrator says that the money of an invoice came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.actors import ActorKind
from casewright.domain.payments import PaymentStatus
from casewright.errors import NotFound, Refused
from casewright.toolbox.billing.check_payment import PaymentView, newest, payment_view
from casewright.toolbox.billing.settlement import SETTLING, Outcome
from casewright.toolbox.cases.case_status import DONE
from casewright.toolbox.cases.payment_lock import PAYMENT_LOCK
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.billing.settlement import Settlement
    from casewright.tools.ports.billing import PaymentProvider


class ConfirmPaymentInput(Arguments):
    """Input of the ``confirm_payment`` tool."""

    case_id: str = Field(description="The ID of the case")


def confirm_payment(*, settlement: Settlement, provider: PaymentProvider) -> Tool:
    """The tool over these stores. Only a person confirms, and only where no provider knows by itself."""

    def run(arguments: ConfirmPaymentInput, context: CallContext) -> PaymentView | Failure:
        case = settlement.billing.stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        if context.actor.kind is not ActorKind.PERSON:
            raise Refused("Only a person can confirm that money came: ask an administrator")
        if not provider.by_hand:
            raise Refused(f"Payments by {provider.name} are not confirmed by hand: 'casewright case pay' asks it")
        payment = newest(settlement, case)
        if payment is None:
            raise NotFound("No payment was requested for the case: 'casewright case pay' requests it")
        if payment.status is not PaymentStatus.PAID:
            if case.status in DONE:
                raise Refused(f"The case is {case.status.value}: give this money back")
            if payment.status is not PaymentStatus.OPEN or payment.adapter != provider.name:
                raise Refused(f"The payment is {payment.status.value}: request it anew with 'casewright case pay'")
            result = settlement.mark_paid(payment)
            if result.outcome is Outcome.REFUSED:
                raise Refused(f"The payment cannot be taken: {result.reason}")
        return payment_view(settlement, case)

    return Tool(
        name="confirm_payment",
        description="Confirm, as an administrator, that the money of a case's invoice came: the case becomes active.",
        arguments=ConfirmPaymentInput,
        output=PaymentView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        idempotent=True,
        reads=("the case's payment",),
        writes=("the case's payment", "the case's status"),
        emits=SETTLING,
        on_closed=True,
        passes=frozenset({PAYMENT_LOCK}),
    )
