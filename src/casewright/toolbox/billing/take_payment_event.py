"""The tool ``take_payment_event``: what a provider's verified message says of a payment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.domain.cases import CaseStatus
from casewright.domain.payments import NewsKind, PaymentId, PaymentNews
from casewright.toolbox.billing.settlement import SETTLING, Outcome
from casewright.toolbox.cases.payment_lock import PAYMENT_LOCK
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.billing.settlement import Settlement


class TakePaymentEventInput(Arguments):
    """Input of the ``take_payment_event`` tool."""

    case_id: str = Field(description="The ID of the case")
    payment_id: str = Field(description="The ID of the payment")
    event_id: str = Field(description="The event's own ID: no event is taken twice", min_length=1)
    kind: NewsKind = Field(description="What happened to the payment")
    reference: str = Field(description="How the provider calls the payment")
    cents: int = Field(description="The amount, in the hundredth part of its currency")
    currency: str = Field(description="The currency, in three capital letters")


class TakePaymentEventOutput(BaseModel):
    """What came of the event; ``reason`` says why it was refused."""

    status: Literal["success"] = "success"
    outcome: Outcome
    reason: str | None
    case_status: CaseStatus


def take_payment_event(*, settlement: Settlement) -> Tool:
    """The tool over these stores. The event is held against the payment that was asked for."""

    def run(arguments: TakePaymentEventInput, context: CallContext) -> TakePaymentEventOutput | Failure:
        stores = settlement.billing.stores
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        result = settlement.apply(
            PaymentNews(
                event=arguments.event_id,
                kind=arguments.kind,
                tenant=context.tenant,
                case=case.id,
                payment=PaymentId(arguments.payment_id),
                reference=arguments.reference,
                cents=arguments.cents,
                currency=arguments.currency,
            )
        )
        now = stores.cases.get(case.tenant, case.id) or case
        return TakePaymentEventOutput(outcome=result.outcome, reason=result.reason, case_status=now.status)

    return Tool(
        name="take_payment_event",
        description="Take a provider's verified message about a payment, once: paid, pending, failed or expired.",
        arguments=TakePaymentEventInput,
        output=TakePaymentEventOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        idempotent=True,
        # Ids and codes, not words: nothing in them is to be masked.
        sensitive=frozenset({"payment_id", "event_id", "kind", "reference", "currency"}),
        reads=("the case's payment",),
        writes=("the case's payment", "the case's status"),
        emits=SETTLING,
        on_closed=True,
        passes=frozenset({PAYMENT_LOCK}),
    )
