"""Tenants' limits, and what they keep and spend, in a SQL database: one statement decides, whoever else asks then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, true, update

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import limits
from casewright.domain.tenant_limits import TenantLimits

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement, Connection

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.tenant_limits import Taken

_limits = limits.tenant_limits
_money = limits.model_money
_objects = limits.stored_objects
_bytes = limits.stored_bytes


class SqlTenantLimits:
    """Fits ``tools.ports.tenant_limits.LimitStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, tenant: TenantId) -> TenantLimits:
        """The tenant's; empty ones where it has none."""
        with self._database.read() as connection:
            row = connection.execute(select(_limits).where(_limits.c.tenant_id == tenant)).one_or_none()
        return TenantLimits() if row is None else TenantLimits(row.storage_bytes, row.model_micros)

    def put(self, tenant: TenantId, limits: TenantLimits) -> None:
        """Store them; they replace those before."""
        values = {"storage_bytes": limits.storage_bytes, "model_micros": limits.model_micros}
        with self._database.write() as connection:
            new = insert_into(connection, _limits).values(tenant_id=tenant, **values)
            connection.execute(new.on_conflict_do_update(index_elements=["tenant_id"], set_=values))


class SqlModelMoney:
    """Fits ``tools.ports.tenant_limits.MoneyLedger``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def spent(self, tenant: TenantId, month: str) -> int:
        """What was spent in that month, and is held for calls that run."""
        with self._database.read() as connection:
            found = connection.execute(select(_money.c.micros).where(_of_month(tenant, month)))
            return int(found.scalar_one_or_none() or 0)

    def reserve(self, tenant: TenantId, month: str, micros: int, *, cap: int | None) -> bool:
        """Add the micros where the month stays at or below ``cap``; whether they were added."""
        fits = true() if cap is None else _money.c.micros + micros <= cap
        added = update(_money).where(_of_month(tenant, month), fits).values(micros=_money.c.micros + micros)
        row = {"tenant_id": tenant, "month": month, "micros": 0}
        with self._database.write() as connection:
            connection.execute(insert_into(connection, _money).values(row).on_conflict_do_nothing())
            return connection.execute(added.returning(_money.c.micros)).one_or_none() is not None

    def correct(self, tenant: TenantId, month: str, change: int) -> None:
        """Add ``change`` to the month."""
        if change:
            corrected = update(_money).where(_of_month(tenant, month)).values(micros=_money.c.micros + change)
            with self._database.write() as connection:
                connection.execute(corrected)


class SqlStoredBytes:
    """Fits ``tools.ports.tenant_limits.StoredBytes``. The sum is kept beside the objects, in one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, tenant: TenantId, place: str, size: int, *, cap: int | None) -> Taken:
        """Take room for an object where the tenant stays at or below ``cap``; an object that has room keeps it."""
        row = {"tenant_id": tenant, "place": place, "bytes": size}
        fits = true() if cap is None else _bytes.c.bytes + size <= cap
        added = update(_bytes).where(_bytes.c.tenant_id == tenant, fits).values(bytes=_bytes.c.bytes + size)
        with self._database.write() as connection:
            new = insert_into(connection, _objects).values(row).on_conflict_do_nothing()
            if connection.execute(new.returning(_objects.c.place)).one_or_none() is None:
                return "known"
            none = {"tenant_id": tenant, "bytes": 0}
            connection.execute(insert_into(connection, _bytes).values(none).on_conflict_do_nothing())
            if connection.execute(added.returning(_bytes.c.bytes)).one_or_none() is not None:
                return "new"
            connection.execute(delete(_objects).where(_objects.c.tenant_id == tenant, _objects.c.place == place))
        return "full"

    def give_back(self, tenant: TenantId, place: str) -> None:
        """Give the object's room back; nothing happens where it has none."""
        with self._database.write() as connection:
            give_back(connection, tenant, [place])

    def give_back_folder(self, tenant: TenantId, folder: str) -> None:
        """Give back the room of every object whose place lies in this folder."""
        with self._database.write() as connection:
            _give_back(connection, tenant, _objects.c.place.startswith(f"{folder}/", autoescape=True))

    def used(self, tenant: TenantId) -> int:
        """The bytes of all of the tenant's objects."""
        with self._database.read() as connection:
            found = connection.execute(select(_bytes.c.bytes).where(_bytes.c.tenant_id == tenant))
            return int(found.scalar_one_or_none() or 0)


def give_back(connection: Connection, tenant: TenantId, places: Collection[str]) -> None:
    """Give back the room of the objects at these places, in the connection's transaction."""
    for place in places:
        _give_back(connection, tenant, _objects.c.place == place)


def _give_back(connection: Connection, tenant: TenantId, which: ColumnElement[bool]) -> None:
    gone = delete(_objects).where(_objects.c.tenant_id == tenant, which).returning(_objects.c.bytes)
    freed = sum(int(size) for size in connection.execute(gone).scalars())
    if freed:
        less = update(_bytes).where(_bytes.c.tenant_id == tenant).values(bytes=_bytes.c.bytes - freed)
        connection.execute(less)


def _of_month(tenant: TenantId, month: str) -> ColumnElement[bool]:
    return (_money.c.tenant_id == tenant) & (_money.c.month == month)
