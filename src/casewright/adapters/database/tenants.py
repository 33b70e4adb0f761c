"""The tenant whose rows a PostgreSQL transaction sees: set as it begins, gone as it ends.

Policies of row-level security compare each row with the setting ``casewright.tenant`` (``row_security``). It belongs to
the transaction, so a pooled connection carries nothing of it to the next; where nothing is set, nothing is seen.
SQLite has no such policies, and nothing is set there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, text

from casewright.domain.ids import TenantId
from casewright.tools.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Column, Connection, Table

SET_TENANT = "SELECT set_config('casewright.tenant', %s, true)"
_TENANTS = text("SELECT casewright_tenants(:of)")
_NEWEST = text("SELECT casewright_newest_event()")
_SET = "casewright_tenant_set"
_UNKNOWN = object()


def begin(connection: Connection) -> None:
    """Have a transaction that begins see the current tenant's rows."""
    tenant = current_tenant.get()
    connection.info[_SET] = tenant
    if tenant is not None:
        _set(connection, tenant)


def set_tenant(connection: Connection, tenant: TenantId | None) -> None:
    """Have the rest of the connection's transaction see this tenant's rows; None: nobody's."""
    if connection.dialect.name == "postgresql" and connection.info.get(_SET, _UNKNOWN) != tenant:
        _set(connection, tenant or "")
        connection.info[_SET] = tenant


def tenant_set(connection: Connection) -> TenantId | None:
    """The tenant whose rows the connection's transaction sees now."""
    tenant: TenantId | None = connection.info.get(_SET)
    return tenant


def forget_set(connection: Connection) -> None:
    """Know nothing of what is set: a part of the transaction was undone, and what was set in it."""
    connection.info.pop(_SET, None)


def tenants_of(connection: Connection, table: Table, name: str | None = None) -> Sequence[TenantId]:
    """Every tenant that has a row in the table; of those tables that ``casewright_tenants`` knows, by this name."""
    if connection.dialect.name == "postgresql":
        found = connection.execute(_TENANTS, {"of": name or table.name}).scalars()
    else:
        tenant: Column[str] = table.c.tenant_id
        found = connection.execute(select(tenant).distinct()).scalars()
    return [TenantId(one) for one in sorted(found)]


def newest_recorded(connection: Connection) -> str | None:
    """The newest time at the end of any tenant's audit, on PostgreSQL; None where nothing was recorded."""
    found: str | None = connection.execute(_NEWEST).scalar_one()
    return found


def _set(connection: Connection, tenant: str) -> None:
    # The driver's own cursor: SQLAlchemy's way to it takes ten times as long.
    cursor = connection.connection.cursor()
    try:
        cursor.execute(SET_TENANT, (tenant,))
    finally:
        cursor.close()
