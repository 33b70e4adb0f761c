"""The tool ``activate_case``: a case takes its unit and becomes active, or waits for its payment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.domain.cases import CaseStatus
from casewright.domain.payments import CoveredBy
from casewright.toolbox.billing.billing import ACTIVATED, PAYMENT_REQUIRED
from casewright.toolbox.cases.payment_lock import PAYMENT_LOCK
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.casework.plans import Price
    from casewright.toolbox.billing.billing import Billing


class ActivateCaseInput(Arguments):
    """Input of the ``activate_case`` tool. Nothing in it can say that a case costs nothing."""

    case_id: str = Field(description="The ID of the case")


class PriceView(BaseModel):
    """An amount in the hundredth part of its currency."""

    cents: int
    currency: str

    @classmethod
    def of(cls, price: Price) -> PriceView:
        """The view of one."""
        return cls(cents=price.cents, currency=price.currency)


class ActivateCaseOutput(BaseModel):
    """Where the case stands. ``reason`` says why it is not active, ``price`` what would make it so."""

    status: Literal["success"] = "success"
    case_status: CaseStatus
    covered_by: CoveredBy | None
    left: int = Field(description="Units of the case's tier that are left this month")
    price: PriceView | None
    reason: Literal["payment_required", "quota_exceeded"] | None


def activate_case(*, billing: Billing) -> Tool:
    """The tool over the plans and what is used of them."""

    def run(arguments: ActivateCaseInput, context: CallContext) -> ActivateCaseOutput | Failure:
        case = billing.stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        found = billing.activate(case)
        reason: Literal["payment_required", "quota_exceeded"] | None = None
        if found.status is CaseStatus.PAYMENT_PENDING:
            reason = "quota_exceeded" if found.price is None else "payment_required"
        return ActivateCaseOutput(
            case_status=found.status,
            covered_by=found.covered_by,
            left=found.left,
            price=None if found.price is None else PriceView.of(found.price),
            reason=reason,
        )

    return Tool(
        name="activate_case",
        description=(
            "Make a case active: it takes one unit of its tier from this month's plan, once. Where none is left it "
            "waits for its payment; where the plan sells no more of that tier, for another month or plan."
        ),
        arguments=ActivateCaseInput,
        output=ActivateCaseOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        reads=("the tenant's plan",),
        writes=("the case's status", "the tenant's units of the month"),
        emits=(ACTIVATED, PAYMENT_REQUIRED),
        passes=frozenset({PAYMENT_LOCK}),
    )
