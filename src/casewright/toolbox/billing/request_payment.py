"""The tool ``request_payment``: what a case costs by itself, and how it is paid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from uuid import UUID, uuid4

from pydantic import BaseModel, Field

from casewright.domain.cases import Case, CaseStatus
from casewright.domain.payments import Payment, PaymentId, PaymentStatus
from casewright.errors import Refused
from casewright.toolbox.billing.billing import tier_of
from casewright.toolbox.billing.settlement import REQUESTED
from casewright.toolbox.cases.payment_lock import PAYMENT_LOCK
from casewright.tools.arguments import Arguments
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.casework.plans import Price
    from casewright.toolbox.billing.billing import Billing
    from casewright.tools.ports.billing import PaymentProvider, PaymentStore


class RequestPaymentInput(Arguments):
    """Input of the ``request_payment`` tool. What the case costs is its plan's to say."""

    case_id: str = Field(description="The ID of the case")


class RequestPaymentOutput(BaseModel):
    """What to pay and how: ``reference`` names it to whoever takes the money, ``url`` is where, if there is a place."""

    status: Literal["success"] = "success"
    payment_id: str
    cents: int
    currency: str
    adapter: str
    reference: str
    url: str | None


def request_payment(
    *, billing: Billing, payments: PaymentStore, provider: PaymentProvider, new_id: Callable[[], UUID] = uuid4
) -> Tool:
    """The tool over these stores and who takes the money."""
    request = _PaymentRequest(billing, payments, provider, new_id)
    return Tool(
        name="request_payment",
        description=(
            "Ask for the payment of a case that waits for it: the amount, and how it is paid. Asked again, it is the "
            "same payment until that one is paid, failed or expired."
        ),
        arguments=RequestPaymentInput,
        output=RequestPaymentOutput,
        handler=request.run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        idempotent=True,
        reads=("the tenant's plan",),
        writes=("the case's payment",),
        sends=("the amount, and the ids of tenant, case and payment, to who takes the money",),
        emits=(REQUESTED,),
        passes=frozenset({PAYMENT_LOCK}),
    )


@dataclass(frozen=True, slots=True)
class _PaymentRequest:
    """Requests the payment of a case."""

    billing: Billing
    payments: PaymentStore
    provider: PaymentProvider
    new_id: Callable[[], UUID]

    def run(self, arguments: RequestPaymentInput, context: CallContext) -> RequestPaymentOutput | Failure:
        case = self.billing.stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        payment = self._open_payment(case, context)
        reference, url = payment.reference, payment.url
        if reference is None:
            # The payment is on disk, and its id names it to the provider: asked again, it is the same one.
            reference, url = self.provider.request(payment)
            stored = self.payments.refer(payment.tenant, payment.id, reference=reference, url=url)
            if stored is not None and stored.reference is not None:
                reference, url = stored.reference, stored.url
            details = {"case_id": case.id, "payment_id": payment.id, "adapter": payment.adapter}
            emit(REQUESTED, {**details, "cents": payment.cents, "currency": payment.currency})
        return RequestPaymentOutput(
            payment_id=payment.id,
            cents=payment.cents,
            currency=payment.currency,
            adapter=payment.adapter,
            reference=reference,
            url=url,
        )

    def _open_payment(self, case: Case, context: CallContext) -> Payment:
        """The case's open payment with this provider; a new one where it has none."""
        with self.billing.stores.transaction.together():
            case = self.billing.stores.cases.get(case.tenant, case.id) or case
            price = _price(self.billing, case)
            now = self.billing.stores.clock.now()
            for before in self.payments.of_case(case.tenant, case.id):
                if before.status is PaymentStatus.OPEN and before.adapter != self.provider.name:
                    self.payments.settle(before, PaymentStatus.WITHDRAWN, now)
            return self.payments.open(
                Payment(
                    id=PaymentId(str(self.new_id())),
                    tenant=case.tenant,
                    case=case.id,
                    tier=tier_of(case),
                    cents=price.cents,
                    currency=price.currency,
                    adapter=self.provider.name,
                    reference=None,
                    url=None,
                    status=PaymentStatus.OPEN,
                    requested_by=context.owner,
                    requested_at=now,
                )
            )


def _price(billing: Billing, case: Case) -> Price:
    """What the case costs by itself. Raises ``Refused`` where nothing is to be paid, or nothing is for sale."""
    if case.status is not CaseStatus.PAYMENT_PENDING:
        raise Refused(f"Nothing is to be paid: the case is {case.status.value.replace('_', ' ')}")
    tier, plan = tier_of(case), billing.plan(case.tenant)
    price = plan.extra_case.get(tier)
    if price is None:
        raise Refused(
            f"The plan {plan.name!r} sells no more cases of tier {tier}: wait for the next month, or have an "
            "administrator set another plan ('casewright plans show' lists them)"
        )
    return price
