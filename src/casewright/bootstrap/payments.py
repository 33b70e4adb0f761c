"""Who takes the money in an open home, and where that one's messages come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from casewright.adapters.payments.stripe_checkout import StripePayments
    from casewright.bootstrap.materials import Materials
    from casewright.tools.executor import Executor
    from casewright.tools.payment_entrance import PaymentEntrance
    from casewright.tools.ports.billing import PaymentProvider


def open_provider(given: Materials) -> PaymentProvider:
    """The one that is set; Stripe's library and its settings are looked at with the first payment."""
    if given.settings.payments == "invoice":
        from casewright.adapters.payments.invoice import InvoicePayments

        return InvoicePayments()
    from casewright.adapters.payments.lazy import LazyPayments

    return LazyPayments("stripe", lambda: _stripe(given))


def open_entrance(given: Materials, executor: Executor) -> PaymentEntrance:
    """Where messages of who takes the money come in."""
    from casewright.adapters.database.billing_payments import SqlPayments
    from casewright.tools.payment_entrance import PaymentEntrance

    return PaymentEntrance(
        provider=open_provider(given),
        payments=SqlPayments(given.database),
        executor=executor,
        audit=given.proofs.log,
        clock=given.clock,
        policy_hash=given.policy.hash,
        home=LOCAL_TENANT,
    )


def _stripe(given: Materials) -> StripePayments:
    settings = given.settings
    try:
        from casewright.adapters.payments.stripe_checkout import StripePayments
    except ModuleNotFoundError as error:
        raise BadSettings(
            "CASEWRIGHT_PAYMENTS is 'stripe', and its client library is missing: pip install 'casewright[stripe]'"
        ) from error
    key, secret, return_url = settings.stripe_api_key, settings.stripe_webhook_secret, settings.payment_return_url
    if key is None or secret is None or return_url is None:
        missing = "STRIPE_API_KEY" if key is None else "STRIPE_WEBHOOK_SECRET" if secret is None else None
        name = f"CASEWRIGHT_{missing or 'PAYMENT_RETURN_URL'}"
        raise BadSettings(f"CASEWRIGHT_PAYMENTS is 'stripe', and {name} is not set: set it")
    payments = StripePayments(
        key=key.get_secret_value(),
        webhook_secret=secret.get_secret_value(),
        return_url=return_url,
        base_url=settings.stripe_base_url,
    )
    given.closing.callback(payments.close)
    return payments
