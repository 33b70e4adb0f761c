"""Plans, units and payments of cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.outside import load_plans, payment_provider
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.toolbox.billing.billing import Billing
    from casewright.toolbox.billing.settlement import Settlement
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("billing")


@TOOLKIT.tool(SAFE, "cases", sensitive=("organization_id", "user_id"))
def check_quota(given: Materials) -> Tool:
    from casewright.toolbox.billing.check_quota import check_quota

    return check_quota(billing=given.share(_billing), users=given.stores.users)


@TOOLKIT.tool(CAUTIOUS, "cases")
def activate_case(given: Materials) -> Tool:
    from casewright.toolbox.billing.activate_case import activate_case

    return activate_case(billing=given.share(_billing))


@TOOLKIT.tool(CAUTIOUS, "cases")
def request_payment(given: Materials) -> Tool:
    from casewright.toolbox.billing.request_payment import request_payment

    return request_payment(
        billing=given.share(_billing), payments=given.stores.payments, provider=given.share(payment_provider)
    )


@TOOLKIT.tool(CAUTIOUS, "cases")
def check_payment(given: Materials) -> Tool:
    from casewright.toolbox.billing.check_payment import check_payment

    return check_payment(settlement=given.share(_settlement), provider=given.share(payment_provider))


@TOOLKIT.tool(CAUTIOUS, "cases")
def confirm_payment(given: Materials) -> Tool:
    from casewright.toolbox.billing.confirm_payment import confirm_payment

    return confirm_payment(settlement=given.share(_settlement), provider=given.share(payment_provider))


@TOOLKIT.tool(CAUTIOUS, "cases", sensitive=("currency", "event_id", "kind", "payment_id", "reference"))
def take_payment_event(given: Materials) -> Tool:
    from casewright.toolbox.billing.take_payment_event import take_payment_event

    return take_payment_event(settlement=given.share(_settlement))


@TOOLKIT.tool(SAFE, "cases")
def show_plans(given: Materials) -> Tool:
    from casewright.toolbox.billing.show_plans import show_plans

    return show_plans(billing=given.share(_billing))


@TOOLKIT.tool(SAFE, "billing")
def show_usage(given: Materials) -> Tool:
    from casewright.adapters.scoring.isaacus.spend import PROVIDER
    from casewright.toolbox.billing.show_usage import show_usage

    return show_usage(
        storage=given.storage,
        money=given.model_money,
        spend=given.stores.spend,
        provider=PROVIDER,
        requests=given.settings.requests_a_minute,
    )


@TOOLKIT.tool(CAUTIOUS, "cases")
def set_plan(given: Materials) -> Tool:
    from casewright.toolbox.billing.set_plan import set_plan

    return set_plan(billing=given.share(_billing))


def _billing(given: Materials) -> Billing:
    """Raises ``BadSettings`` for a file of plans that cannot be used."""
    from casewright.toolbox.billing.billing import Billing

    return Billing(
        stores=given.case_stores,
        subscriptions=given.stores.subscriptions,
        grants=given.stores.grants,
        plans=load_plans(given.settings),
    )


def _settlement(given: Materials) -> Settlement:
    from casewright.toolbox.billing.settlement import Settlement

    return Settlement(given.share(_billing), given.stores.payments, given.share(payment_provider).name)
