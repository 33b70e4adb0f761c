"""The tool ``set_plan``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.payments import Subscription
from casewright.toolbox.billing.show_plans import PlansView, plans_of
from casewright.tools.arguments import Arguments
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.billing.billing import Billing

PLAN_SET = "plan.set"
"""What the audit is told."""


class SetPlanInput(Arguments):
    """Input of the ``set_plan`` tool."""

    plan: str = Field(description="The plan's name, as show_plans lists it")


def set_plan(*, billing: Billing) -> Tool:
    """The tool over the plans. What is used of the month stays used."""

    def run(arguments: SetPlanInput, context: CallContext) -> PlansView:
        plan = billing.plans.named(arguments.plan)
        subscription = Subscription(context.tenant, plan.name, context.owner, billing.stores.clock.now())
        with billing.stores.transaction.together():
            billing.subscriptions.put(subscription)
            emit(PLAN_SET, {"plan": plan.name})
        return plans_of(billing, context.tenant)

    return Tool(
        name="set_plan",
        description="Give the tenant another plan, from now on. What was used this month stays used.",
        arguments=SetPlanInput,
        output=PlansView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        writes=("the tenant's plan",),
        emits=(PLAN_SET,),
    )
