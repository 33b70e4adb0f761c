"""Payments, and the events about them, in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import billing
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.payments import Payment, PaymentId, PaymentStatus, TakenEvent
from casewright.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Row

    from casewright.adapters.database.engine import Database

_payments = billing.payments
_events = billing.payment_events
_TRIES = 5
"""How often it is looked again, where the open payment was settled in between."""


class SqlPayments:
    """Fits ``tools.ports.billing.PaymentStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, payment: Payment) -> Payment:
        """Store a new payment, unless its case has one that is open; the one that is open then comes back."""
        of_case = (_payments.c.tenant_id == payment.tenant) & (_payments.c.open_case == payment.case)
        with self._database.write() as connection:
            for _ in range(_TRIES):
                connection.execute(insert_into(connection, _payments).values(_row(payment)).on_conflict_do_nothing())
                row = connection.execute(select(_payments).where(of_case)).one_or_none()
                if row is not None:
                    return _payment(row)
        raise Unavailable("The case's payments are being changed by others all the time: try again")

    def get(self, tenant: TenantId, payment: PaymentId) -> Payment | None:
        """The payment, None where the tenant has none of that id."""
        with self._database.read() as connection:
            row = connection.execute(select(_payments).where(_one(tenant, payment))).one_or_none()
        return None if row is None else _payment(row)

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[Payment]:
        """The case's payments, the one requested last first."""
        query = (
            select(_payments)
            .where(_payments.c.tenant_id == tenant, _payments.c.case_id == case)
            .order_by(_payments.c.requested_at.desc(), _payments.c.id)
        )
        with self._database.read() as connection:
            return [_payment(row) for row in connection.execute(query)]

    def refer(self, tenant: TenantId, payment: PaymentId, *, reference: str, url: str | None) -> Payment | None:
        """Store how the adapter calls it, where nothing is stored yet; the payment as it is then."""
        of_payment = _one(tenant, payment)
        first = update(_payments).where(of_payment, _payments.c.reference.is_(None))
        with self._database.write() as connection:
            connection.execute(first.values(reference=reference, url=url))
            row = connection.execute(select(_payments).where(of_payment)).one_or_none()
        return None if row is None else _payment(row)

    def settle(self, payment: Payment, status: PaymentStatus, at: datetime) -> bool:
        """Give it the status, where it still has the one that ``payment`` says; whether it did."""
        still = update(_payments).where(_one(payment.tenant, payment.id), _payments.c.status == payment.status.value)
        with self._database.write() as connection:
            settled = still.values(status=status.value, open_case=None, settled_at=at)
            return connection.execute(settled).rowcount == 1

    def take(self, event: TakenEvent) -> bool:
        """Note that an event was taken; False, and nothing stored, where it was taken before."""
        row = {
            "tenant_id": event.tenant,
            "adapter": event.adapter,
            "event_id": event.event,
            "payment_id": event.payment,
            "outcome": event.outcome,
            "taken_at": event.at,
        }
        with self._database.write() as connection:
            added = insert_into(connection, _events).values(row).on_conflict_do_nothing().returning(_events.c.event_id)
            return connection.execute(added).one_or_none() is not None


def _one(tenant: TenantId, payment: PaymentId) -> ColumnElement[bool]:
    return (_payments.c.tenant_id == tenant) & (_payments.c.id == payment)


def _row(payment: Payment) -> dict[str, object]:
    return {
        "tenant_id": payment.tenant,
        "id": payment.id,
        "case_id": payment.case,
        "open_case": payment.case if payment.status is PaymentStatus.OPEN else None,
        "tier": payment.tier,
        "cents": payment.cents,
        "currency": payment.currency,
        "adapter": payment.adapter,
        "reference": payment.reference,
        "url": payment.url,
        "status": payment.status.value,
        "requested_by": payment.requested_by,
        "requested_at": payment.requested_at,
        "settled_at": payment.settled_at,
    }


def _payment(row: Row[*tuple[object, ...]]) -> Payment:
    return Payment(
        id=PaymentId(row.id),
        tenant=TenantId(row.tenant_id),
        case=MatterId(row.case_id),
        tier=row.tier,
        cents=row.cents,
        currency=row.currency,
        adapter=row.adapter,
        reference=row.reference,
        url=row.url,
        status=PaymentStatus(row.status),
        requested_by=ActorId(row.requested_by),
        requested_at=row.requested_at,
        settled_at=row.settled_at,
    )
