"""What cases cost: tiers, units of a plan, and payments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.billing import open_billing

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def billing_tools(given: Materials) -> list[Tool]:
    """Tier, quota and activation of cases; plans shown and set."""
    from casewright.toolbox.cases.activate_case import activate_case
    from casewright.toolbox.cases.check_quota import check_quota
    from casewright.toolbox.cases.set_case_tier import set_case_tier
    from casewright.toolbox.cases.set_plan import set_plan
    from casewright.toolbox.cases.show_plans import show_plans

    billing = open_billing(given)
    return [
        check_quota(billing=billing, users=given.stores.users),
        set_case_tier(stores=billing.stores),
        activate_case(billing=billing),
        show_plans(billing=billing),
        set_plan(billing=billing),
    ]
