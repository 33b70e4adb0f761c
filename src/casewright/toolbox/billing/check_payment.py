"""The tool ``check_payment``: asks who takes the money whether it came."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.domain.cases import Case, CaseStatus
from casewright.domain.payments import Payment, PaymentStatus
from casewright.toolbox.billing.settlement import SETTLING
from casewright.toolbox.cases.payment_lock import PAYMENT_LOCK
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.billing.settlement import Settlement
    from casewright.tools.ports.billing import PaymentProvider


class CheckPaymentInput(Arguments):
    """Input of the ``check_payment`` tool."""

    case_id: str = Field(description="The ID of the case")


class PaymentView(BaseModel):
    """The case's newest payment as it stands now, and the case; null where none was requested."""

    status: Literal["success"] = "success"
    payment_id: str | None
    payment_status: PaymentStatus | None
    case_status: CaseStatus


def check_payment(*, settlement: Settlement, provider: PaymentProvider) -> Tool:
    """The tool over these stores and who takes the money."""

    def run(arguments: CheckPaymentInput, context: CallContext) -> PaymentView | Failure:
        case = settlement.billing.stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        asked = newest(settlement, case)
        if asked is not None and asked.status is not PaymentStatus.PAID and asked.adapter == provider.name:
            news = provider.check(asked) if asked.reference is not None else None
            if news is not None:
                settlement.apply(news)
        return payment_view(settlement, case)

    return Tool(
        name="check_payment",
        description="Ask whether a case's payment came; where it did, the case becomes active.",
        arguments=CheckPaymentInput,
        output=PaymentView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        idempotent=True,
        reads=("the case's payment",),
        writes=("the case's payment", "the case's status"),
        sends=("the payment's reference to who takes the money",),
        emits=SETTLING,
        on_closed=True,
        passes=frozenset({PAYMENT_LOCK}),
    )


def newest(settlement: Settlement, case: Case) -> Payment | None:
    """The case's payment that was requested last; one that is paid comes first."""
    found = settlement.payments.of_case(case.tenant, case.id)
    return next((one for one in found if one.status is PaymentStatus.PAID), next(iter(found), None))


def payment_view(settlement: Settlement, case: Case) -> PaymentView:
    """The view of a case's payment as it is now."""
    now = settlement.billing.stores.cases.get(case.tenant, case.id) or case
    payment = newest(settlement, case)
    return PaymentView(
        payment_id=None if payment is None else payment.id,
        payment_status=None if payment is None else payment.status,
        case_status=now.status,
    )
