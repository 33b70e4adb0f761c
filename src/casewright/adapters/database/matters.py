"""Matters in a SQL database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from sqlalchemy import bindparam, select, update

from casewright.adapters.database.driver_statements import DriverStatement
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import matters
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.matters import Matter, MatterKind, MatterStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection, Row

    from casewright.adapters.database.engine import Database

_matters = matters.matters
_numbers = matters.matter_numbers
_ONE = DriverStatement(
    select(_matters).where(_matters.c.tenant_id == bindparam("tenant"), _matters.c.id == bindparam("matter"))
)


class SqlMatters:
    """Fits ``tools.ports.matters.MatterStore``. ``new_id`` makes the ids of new matters."""

    def __init__(self, database: Database, *, new_id: Callable[[], UUID] = uuid4) -> None:
        self._database = database
        self._new_id = new_id

    def create(
        self,
        tenant: TenantId,
        *,
        title: str,
        description: str,
        kind: MatterKind,
        jurisdiction: str | None,
        created_by: ActorId,
        at: datetime,
    ) -> Matter:
        """Store a new active matter and give it the next number of the tenant and the year of ``at`` in UTC."""
        moment = at.astimezone(UTC)
        with self._database.write() as connection:
            ordinal = _next_ordinal(connection, tenant, moment.year)
            matter = Matter(
                id=MatterId(str(self._new_id())),
                tenant=tenant,
                number=f"M-{moment.year}-{ordinal:03d}",
                title=title,
                description=description,
                kind=kind,
                status=MatterStatus.ACTIVE,
                jurisdiction=jurisdiction,
                created_by=created_by,
                created_at=moment,
                updated_at=moment,
            )
            connection.execute(_matters.insert(), {**_row(matter), "ordinal": ordinal})
        return matter

    def get(self, tenant: TenantId, matter: MatterId) -> Matter | None:
        """The matter, or None where this tenant has none of that id."""
        with self._database.read() as connection:
            row = _ONE.first(connection, {"tenant": tenant, "matter": matter})
        return None if row is None else _matter(row)

    def describe(self, tenant: TenantId, matter: MatterId, *, title: str, description: str) -> Matter | None:
        """Give the matter this title and description; as it is now, None where this tenant has none of that id."""
        statement = (
            update(_matters)
            .where(_matters.c.tenant_id == tenant, _matters.c.id == matter)
            .values(title=title, description=description)
            .returning(_matters)
        )
        with self._database.write() as connection:
            row = connection.execute(statement).one_or_none()
        return None if row is None else _matter(row)

    def set_status(self, tenant: TenantId, matter: MatterId, status: MatterStatus, *, at: datetime) -> Matter | None:
        """Give the matter this status; the matter as it is now, None where this tenant has none of that id."""
        statement = (
            update(_matters)
            .where(_matters.c.tenant_id == tenant, _matters.c.id == matter)
            .values(status=status.value, updated_at=at.astimezone(UTC))
            .returning(_matters)
        )
        with self._database.write() as connection:
            row = connection.execute(statement).one_or_none()
        return None if row is None else _matter(row)

    def all(self, tenant: TenantId) -> Sequence[Matter]:
        """Every matter of the tenant, newest first."""
        newest_first = (_matters.c.created_at.desc(), _matters.c.ordinal.desc())
        query = select(_matters).where(_matters.c.tenant_id == tenant).order_by(*newest_first)
        with self._database.read() as connection:
            return [_matter(row) for row in connection.execute(query)]


def _next_ordinal(connection: Connection, tenant: TenantId, year: int) -> int:
    """Count the tenant's year up by one; the row stays locked until the transaction ends."""
    statement = (
        insert_into(connection, _numbers)
        .values(tenant_id=tenant, year=year, last=1)
        .on_conflict_do_update(index_elements=["tenant_id", "year"], set_={"last": _numbers.c.last + 1})
        .returning(_numbers.c.last)
    )
    return int(connection.execute(statement).scalar_one())


def _row(matter: Matter) -> dict[str, object]:
    return {
        "tenant_id": matter.tenant,
        "id": matter.id,
        "number": matter.number,
        "title": matter.title,
        "description": matter.description,
        "kind": matter.kind.value,
        "status": matter.status.value,
        "jurisdiction": matter.jurisdiction,
        "created_by": matter.created_by,
        "created_at": matter.created_at,
        "updated_at": matter.updated_at,
    }


def _matter(row: Row[*tuple[object, ...]]) -> Matter:
    return Matter(
        id=MatterId(row.id),
        tenant=TenantId(row.tenant_id),
        number=row.number,
        title=row.title,
        description=row.description,
        kind=MatterKind(row.kind),
        status=MatterStatus(row.status),
        jurisdiction=row.jurisdiction,
        created_by=ActorId(row.created_by),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
