"""Plans of tenants and the units that cases take, in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import billing
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.payments import Grant, PaymentId, Subscription, Taken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection

    from casewright.adapters.database.engine import Database

_subscriptions = billing.subscriptions
_use = billing.quota_use
_grants = billing.case_grants


class SqlSubscriptions:
    """Fits ``tools.ports.billing.SubscriptionStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, tenant: TenantId) -> Subscription | None:
        """The plan that was set."""
        query = select(_subscriptions).where(_subscriptions.c.tenant_id == tenant)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        return Subscription(TenantId(row.tenant_id), row.plan, ActorId(row.set_by), row.set_at)

    def put(self, subscription: Subscription) -> None:
        """Set the plan."""
        values = {"plan": subscription.plan, "set_by": subscription.set_by, "set_at": subscription.set_at}
        with self._database.write() as connection:
            statement = insert_into(connection, _subscriptions).values(tenant_id=subscription.tenant, **values)
            connection.execute(statement.on_conflict_do_update(index_elements=["tenant_id"], set_=values))


class SqlGrants:
    """Fits ``tools.ports.billing.GrantStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, tenant: TenantId, case: MatterId) -> Grant | None:
        """What covers the case."""
        with self._database.read() as connection:
            row = connection.execute(select(_grants).where(_of_case(tenant, case))).one_or_none()
        if row is None:
            return None
        payment = None if row.payment_id is None else PaymentId(row.payment_id)
        return Grant(TenantId(row.tenant_id), MatterId(row.case_id), row.tier, row.month, payment, row.granted_at)

    def used(self, tenant: TenantId, month: str) -> Mapping[int, int]:
        """The units used in that month by tier."""
        query = select(_use.c.tier, _use.c.used).where(_use.c.tenant_id == tenant, _use.c.month == month)
        with self._database.read() as connection:
            return {row.tier: row.used for row in connection.execute(query)}

    def take_unit(self, grant: Grant, *, most: int) -> Taken:
        """Cover the case by one unit of its month and tier, where fewer than ``most`` are used."""
        assert grant.month is not None, "a unit is one of a month"
        counter = {"tenant_id": grant.tenant, "month": grant.month, "tier": grant.tier, "used": 0}
        of_month = _of_month(grant.tenant, grant.month, grant.tier)
        one_more = update(_use).where(of_month, _use.c.used < most).values(used=_use.c.used + 1)
        with self._database.write() as connection:
            # The grant's key comes first: whoever covers the same case at the same time waits here, and finds it.
            if not _granted(connection, grant):
                return Taken.COVERED_BEFORE
            connection.execute(insert_into(connection, _use).values(counter).on_conflict_do_nothing())
            if connection.execute(one_more).rowcount == 1:
                return Taken.TAKEN
            connection.execute(delete(_grants).where(_of_case(grant.tenant, grant.case)))
            return Taken.NONE_LEFT

    def pay(self, grant: Grant) -> bool:
        """Cover the case by the payment; a unit that covered it is given back."""
        assert grant.payment is not None, "it is a payment that covers the case"
        of_case = _of_case(grant.tenant, grant.case)
        paid = {"month": None, "payment_id": grant.payment, "granted_at": grant.at}
        with self._database.write() as connection:
            if _granted(connection, grant):
                return True
            row = connection.execute(select(_grants).where(of_case).with_for_update()).one()
            if row.payment_id is not None:
                return False
            back = update(_use).where(_of_month(grant.tenant, row.month, row.tier)).values(used=_use.c.used - 1)
            connection.execute(update(_grants).where(of_case).values(**paid))
            connection.execute(back)
            return True


def _granted(connection: Connection, grant: Grant) -> bool:
    row = {
        "tenant_id": grant.tenant,
        "case_id": grant.case,
        "tier": grant.tier,
        "month": grant.month,
        "payment_id": grant.payment,
        "granted_at": grant.at,
    }
    added = insert_into(connection, _grants).values(row).on_conflict_do_nothing().returning(_grants.c.case_id)
    return connection.execute(added).one_or_none() is not None


def _of_case(tenant: TenantId, case: MatterId) -> ColumnElement[bool]:
    return (_grants.c.tenant_id == tenant) & (_grants.c.case_id == case)


def _of_month(tenant: TenantId, month: str, tier: int) -> ColumnElement[bool]:
    return (_use.c.tenant_id == tenant) & (_use.c.month == month) & (_use.c.tier == tier)
