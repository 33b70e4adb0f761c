"""The tool ``check_quota``, with the seed's replies (case-agent.md, tool 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.casework.plans import Covered
from casewright.casework.tier_definitions import TIERS
from casewright.domain.ids import ActorId
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.cases.case_stores import failed
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.billing.billing import Billing
    from casewright.tools.ports.people import UserStore


class CheckQuotaInput(Arguments):
    """Input of the ``check_quota`` tool. The organisation is the tenant; a private person is a tenant of one."""

    user_id: str = Field(description="The ID of the user whose case it is")
    organization_id: str | None = Field(description="The organisation's ID; null for a private person")
    tier: int = Field(description="The case's tier: 1, 2 or 3")


class CheckQuotaOutput(BaseModel):
    """Whether one more case of the tier is covered this month."""

    status: Literal["success"] = "success"
    has_quota: bool


def check_quota(*, billing: Billing, users: UserStore) -> Tool:
    """The tool over the plans and the tenant's users."""

    def run(arguments: CheckQuotaInput, context: CallContext) -> CheckQuotaOutput | Failure:
        tier = next((one for one in TIERS if one == arguments.tier), None)
        if tier is None:
            return failed("Invalid tier", InvalidInput)
        user = users.get(context.tenant, ActorId(arguments.user_id))
        if arguments.user_id != context.owner and (user is None or not user.active):
            return failed("User not found", NotFound)
        if arguments.organization_id not in (None, context.tenant):
            return failed("Subscription not found", NotFound)
        try:
            return CheckQuotaOutput(has_quota=isinstance(billing.cover(context.tenant, tier), Covered))
        except InvalidInput:  # the plan that was set is not among the plans any more
            return failed("Subscription not found", NotFound)

    return Tool(
        name="check_quota",
        description="Whether the subscription covers one more case of this tier this month. It takes nothing.",
        arguments=CheckQuotaInput,
        output=CheckQuotaOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases",),
        sensitive=frozenset({"user_id", "organization_id"}),
        reads=("the tenant's plan", "its units of the month"),
    )
