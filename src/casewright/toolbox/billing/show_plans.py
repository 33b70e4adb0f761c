"""The tool ``show_plans``: the tenant's plan, what is left of it this month, and the plans there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.casework.tier_definitions import TIERS
from casewright.domain.payments import DEFAULT_PLAN
from casewright.toolbox.billing.activate_case import PriceView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.casework.plans import Plan
    from casewright.domain.ids import TenantId
    from casewright.toolbox.billing.billing import Billing


class ShowPlansInput(Arguments):
    """Input of the ``show_plans`` tool: nothing."""


class PlanView(BaseModel):
    """A plan: units a month by tier, and what one case more costs. A tier without a price is not for sale."""

    name: str
    units: dict[int, int]
    extra_case: dict[int, PriceView]

    @classmethod
    def of(cls, plan: Plan) -> PlanView:
        """The view of one."""
        prices = {tier: PriceView.of(price) for tier, price in plan.extra_case.items()}
        return cls(name=plan.name, units=dict(plan.units), extra_case=prices)


class PlansView(BaseModel):
    """The tenant's own plan and every plan there is."""

    plan: str
    known: bool = Field(description="False where the plan that was set is not among the plans any more")
    month: str = Field(description="The month that is counted now, such as 2026-11")
    used: dict[int, int] = Field(description="Units used this month by tier")
    left: dict[int, int]
    plans: list[PlanView]


def show_plans(*, billing: Billing) -> Tool:
    """The tool over the plans and what is used of them."""

    def run(_arguments: ShowPlansInput, context: CallContext) -> PlansView:
        return plans_of(billing, context.tenant)

    return Tool(
        name="show_plans",
        description="Your plan, what is left of it this month, and every plan there is with its prices.",
        arguments=ShowPlansInput,
        output=PlansView,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases",),
        reads=("the tenant's plan", "its units of the month"),
    )


def plans_of(billing: Billing, tenant: TenantId) -> PlansView:
    """What the tenant has, and what there is."""
    stored = billing.subscriptions.of(tenant)
    name = DEFAULT_PLAN if stored is None else stored.plan
    plan, month = billing.plans.by_name.get(name), billing.month().key
    used = billing.grants.used(tenant, month)
    return PlansView(
        plan=name,
        known=plan is not None,
        month=month,
        used={tier: used.get(tier, 0) for tier in TIERS},
        left={tier: 0 if plan is None else max(0, plan.units[tier] - used.get(tier, 0)) for tier in TIERS},
        plans=[PlanView.of(one) for one in billing.plans.by_name.values()],
    )
