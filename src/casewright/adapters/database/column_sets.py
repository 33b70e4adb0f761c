"""Named sets of a review grid's columns, in a SQL database."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select

from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.adapters.database.reviews import column_of
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import matters, reviews
from casewright.domain.column_sets import ColumnSet
from casewright.domain.ids import ActorId, MatterId, TenantId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Row

    from casewright.adapters.database.engine import Database

_sets = reviews.column_sets
_matters = matters.matters
_KEY = ["tenant_id", "matter_id", "name"]


class SqlColumnSets:
    """Fits ``tools.ports.reviews.ColumnSetStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, columns: ColumnSet, *, replace: bool, most: int) -> bool | None:
        """Keep the set; False where the name is taken, None where the matter has too many."""
        tenant, matter = columns.tenant, columns.matter
        values = {
            "columns": dump_json([json.loads(one.text) for one in columns.columns]),
            "saved_by": columns.saved_by,
            "saved_at": columns.saved_at,
        }
        here = select(_matters.c.id).where(_matters.c.tenant_id == tenant, _matters.c.id == matter)
        others = select(func.count()).where(*_of(tenant, matter), _sets.c.name != columns.name)
        with self._database.write() as connection:
            # Nobody else adds a set to the matter until the end.
            connection.execute(here.with_for_update()).one_or_none()
            if connection.execute(others).scalar_one() >= most:
                return None
            key = {"tenant_id": tenant, "matter_id": matter, "name": columns.name}
            insert = insert_into(connection, _sets).values(**key, **values)
            if replace:
                statement = insert.on_conflict_do_update(index_elements=_KEY, set_=values)
            else:
                statement = insert.on_conflict_do_nothing(index_elements=_KEY)
            return connection.execute(statement.returning(_sets.c.name)).one_or_none() is not None

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[ColumnSet]:
        """The matter's sets, by name."""
        with self._database.read() as connection:
            found = [_set(row) for row in connection.execute(select(_sets).where(*_of(tenant, matter)))]
        # Sorted here: databases differ in how they order text.
        return sorted(found, key=lambda one: one.name)

    def remove(self, tenant: TenantId, matter: MatterId, name: str) -> bool:
        """Remove the set of this name; whether there was one."""
        with self._database.write() as connection:
            return connection.execute(delete(_sets).where(*_of(tenant, matter), _sets.c.name == name)).rowcount == 1


def _of(tenant: TenantId, matter: MatterId) -> tuple[ColumnElement[bool], ...]:
    return (_sets.c.tenant_id == tenant, _sets.c.matter_id == matter)


def _set(row: Row[Any]) -> ColumnSet:
    return ColumnSet(
        tenant=TenantId(row.tenant_id),
        matter=MatterId(row.matter_id),
        name=row.name,
        columns=tuple(column_of(one) for one in load_json(row.columns)),
        saved_by=ActorId(row.saved_by),
        saved_at=row.saved_at,
    )
