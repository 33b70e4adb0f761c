"""What cases cost: tiers, units of a plan, and payments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.billing import open_billing
from casewright.bootstrap.payments import open_provider

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def billing_tools(given: Materials) -> list[Tool]:
    """Tier, quota and activation of cases; plans shown and set; payments requested, asked about and confirmed."""
    from casewright.adapters.database.billing_payments import SqlPayments
    from casewright.toolbox.billing.activate_case import activate_case
    from casewright.toolbox.billing.check_payment import check_payment
    from casewright.toolbox.billing.check_quota import check_quota
    from casewright.toolbox.billing.confirm_payment import confirm_payment
    from casewright.toolbox.billing.request_payment import request_payment
    from casewright.toolbox.billing.set_plan import set_plan
    from casewright.toolbox.billing.settlement import Settling
    from casewright.toolbox.billing.show_plans import show_plans
    from casewright.toolbox.billing.take_payment_event import take_payment_event
    from casewright.toolbox.cases.set_case_tier import set_case_tier

    billing, provider, payments = open_billing(given), open_provider(given), SqlPayments(given.database)
    settling = Settling(billing, payments, provider.name)
    return [
        check_quota(billing=billing, users=given.stores.users),
        set_case_tier(stores=billing.stores),
        activate_case(billing=billing),
        request_payment(billing=billing, payments=payments, provider=provider),
        check_payment(settling=settling, provider=provider),
        confirm_payment(settling=settling, provider=provider),
        take_payment_event(settling=settling),
        show_plans(billing=billing),
        set_plan(billing=billing),
    ]
