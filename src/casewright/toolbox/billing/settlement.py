"""Apply a provider's event, or an administrator's word, to the stored payment.

News comes in any order and more than once. Money that came is never forgotten: a payment that was given up is paid
all the same, and one for a case that a unit covers gives the unit back; one for a case that is over, or paid for by
another, is to be given back. What does not fit the payment that is stored is refused, and kept as refused.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from casewright.domain.payments import Grant, NewsKind, PaymentStatus, TakenEvent
from casewright.errors import Unavailable
from casewright.toolbox.billing.billing import ACTIVATED
from casewright.toolbox.cases.case_status import DONE
from casewright.tools.call_events import emit

if TYPE_CHECKING:
    from casewright.domain.payments import Payment, PaymentNews
    from casewright.toolbox.billing.billing import Billing
    from casewright.tools.ports.billing import PaymentStore

REQUESTED, SETTLED, REFUSED = "payment.requested", "payment.settled", "payment.refused"
"""What the audit is told of payments."""
SETTLING = (SETTLED, REFUSED, ACTIVATED)
"""What may come of news."""
_TRIES = 5
_WITHOUT_MONEY = {NewsKind.FAILED: PaymentStatus.FAILED, NewsKind.EXPIRED: PaymentStatus.EXPIRED}


class Outcome(StrEnum):
    """What came of news."""

    SETTLED = "settled"
    NOTED = "noted"
    REPEATED = "repeated"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class PaymentResult:
    """The outcome, and the reason where it is a refusal."""

    outcome: Outcome
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Settlement:
    """Over these stores; ``adapter`` is the name of the provider whose events are applied."""

    billing: Billing
    payments: PaymentStore
    adapter: str

    def apply(self, news: PaymentNews) -> PaymentResult:
        """Hold the event against what is stored, and do what follows from it, in one transaction."""
        for _ in range(_TRIES):
            with suppress(_Overtaken), self.billing.stores.transaction.together():
                return self._apply(news)
        raise Unavailable("The payment is being changed by others all the time: try again")

    def mark_paid(self, payment: Payment) -> PaymentResult:
        """Take the payment as paid: its case becomes active. Somebody answers for it who is not the adapter."""
        with suppress(_Overtaken), self.billing.stores.transaction.together():
            return self._settle(payment, PaymentStatus.PAID)
        return PaymentResult(Outcome.REPEATED)

    def _apply(self, news: PaymentNews) -> PaymentResult:
        payment = self.payments.get(news.tenant, news.payment)
        reason = _misfit(payment, news, self.adapter)
        if reason is not None or payment is None:
            result = PaymentResult(Outcome.REFUSED, reason)
        else:
            status = _new_status(payment, news.kind)
            result = PaymentResult(Outcome.NOTED) if status is None else self._settle(payment, status)
        if not self._first_time(news, result.outcome):
            return PaymentResult(Outcome.REPEATED)
        if result.reason is not None:
            emit(REFUSED, {"case_id": news.case, "payment_id": news.payment, "reason": result.reason})
        return result

    def _first_time(self, news: PaymentNews, outcome: Outcome) -> bool:
        """Note an event; whether it is a new one. What was asked for is no event."""
        now = self.billing.stores.clock.now()
        taken = TakenEvent(news.tenant, self.adapter, news.event, news.payment, outcome.value, now)
        return news.event == "" or self.payments.take(taken)

    def _settle(self, payment: Payment, status: PaymentStatus) -> PaymentResult:
        """Give the payment its status, and its case what follows from it. Raises ``_Overtaken``."""
        now = self.billing.stores.clock.now()
        if not self.payments.settle(payment, status, now):
            raise _Overtaken
        case = self.billing.stores.cases.get(payment.tenant, payment.case)
        if status is PaymentStatus.PAID:
            if case is not None and case.status in DONE:
                return PaymentResult(Outcome.REFUSED, f"the case is {case.status.value}: give this money back")
            grant = Grant(payment.tenant, payment.case, payment.tier, None, payment.id, now)
            if not self.billing.grants.pay(grant):
                return PaymentResult(Outcome.REFUSED, "the case is paid for by another payment: give this money back")
        details = {"case_id": payment.case, "payment_id": payment.id, "payment_status": status.value}
        emit(SETTLED, {**details, "cents": payment.cents, "currency": payment.currency})
        if status is PaymentStatus.PAID and case is not None:
            self.billing.make_active(case)
        return PaymentResult(Outcome.SETTLED)


class _Overtaken(Exception):
    """Somebody settled the payment in between: nothing of this try is kept."""


def _new_status(payment: Payment, kind: NewsKind) -> PaymentStatus | None:
    """What the payment becomes by news that fits it; None where it stays as it is."""
    if kind is NewsKind.PAID:
        return None if payment.status is PaymentStatus.PAID else PaymentStatus.PAID
    return _WITHOUT_MONEY.get(kind) if payment.status is PaymentStatus.OPEN else None


def _misfit(payment: Payment | None, news: PaymentNews, adapter: str) -> str | None:
    """Why the news is not about this payment; None where it is."""
    if payment is None or payment.case != news.case:
        return "no such payment was asked for in the case"
    if payment.adapter != adapter:
        return f"the payment is to be made by {payment.adapter}, and the news is {adapter}'s"
    if payment.reference not in (None, news.reference):
        return "the payment has another reference"
    if (payment.cents, payment.currency) != (news.cents, news.currency):
        return f"{payment.cents} {payment.currency} were asked for, and the news is of {news.cents} {news.currency}"
    return None
