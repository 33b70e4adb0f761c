"""Payment by invoice, for whoever runs Casewright for themselves: an administrator says that the money came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import Refused

if TYPE_CHECKING:
    from casewright.domain.payments import Payment, PaymentNews


class InvoicePayments:
    """Fits ``tools.ports.billing.PaymentProvider``; it asks nobody and knows nothing that it was not told."""

    name = "invoice"
    by_hand = True

    def request(self, payment: Payment) -> tuple[str, str | None]:
        """The invoice's number, by the payment's id: the same for the same payment. There is no place to pay it at."""
        return f"CW-{payment.requested_at.year}-{payment.id.replace('-', '')[:10].upper()}", None

    def check(self, payment: Payment) -> PaymentNews | None:  # noqa: ARG002 (the port's)
        """Nothing: it is confirmed by hand."""
        return None

    def read(self, payload: bytes, signature: str) -> PaymentNews | None:  # noqa: ARG002 (the port's)
        """No message is ours. Raises ``Refused``."""
        raise Refused("Payments are by invoice here, and an administrator confirms them: no message is taken")
