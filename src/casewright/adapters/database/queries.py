"""Saved queries in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import queries
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.queries import SavedQuery

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Row

    from casewright.adapters.database.engine import Database

_queries = queries.saved_queries
_KEY = ["tenant_id", "owner", "name"]


class SqlQueries:
    """Fits ``tools.ports.queries.QueryStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, query: SavedQuery, *, replace: bool) -> SavedQuery | None:
        """Store the query; None, and nothing stored, where the name is taken and ``replace`` is not set."""
        values = {
            "query": query.query,
            "description": query.description,
            "matter_id": query.matter,
            "saved_at": query.saved_at,
        }
        with self._database.write() as connection:
            insert = insert_into(connection, _queries).values(
                tenant_id=query.tenant, owner=query.owner, name=query.name, **values
            )
            if replace:
                statement = insert.on_conflict_do_update(index_elements=_KEY, set_=values)
            else:
                statement = insert.on_conflict_do_nothing(index_elements=_KEY)
            stored = connection.execute(statement.returning(_queries.c.name)).one_or_none()
        return None if stored is None else query

    def get(self, tenant: TenantId, owner: ActorId, name: str) -> SavedQuery | None:
        """The owner's query of this name."""
        query = select(_queries).where(_one(tenant, owner, name))
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _query(row)

    def of_owner(self, tenant: TenantId, owner: ActorId) -> Sequence[SavedQuery]:
        """The owner's queries, by name."""
        query = select(_queries).where(_queries.c.tenant_id == tenant, _queries.c.owner == owner)
        with self._database.read() as connection:
            found = [_query(row) for row in connection.execute(query)]
        # Sorted here: databases differ in how they order text.
        return sorted(found, key=lambda one: one.name)

    def remove(self, tenant: TenantId, owner: ActorId, name: str) -> bool:
        """Remove the owner's query of this name; whether there was one."""
        with self._database.write() as connection:
            return connection.execute(delete(_queries).where(_one(tenant, owner, name))).rowcount == 1

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[SavedQuery]:
        """The queries that were made for the matter, by owner and name."""
        query = select(_queries).where(_queries.c.tenant_id == tenant, _queries.c.matter_id == matter)
        with self._database.read() as connection:
            found = [_query(row) for row in connection.execute(query)]
        return sorted(found, key=lambda one: (one.owner, one.name))

    def rewrite(self, before: SavedQuery, after: SavedQuery) -> bool:
        """Give the query another name and other texts; False where there is none, or the name is taken."""
        taken = select(_queries.c.name).where(_one(before.tenant, before.owner, after.name))
        statement = update(_queries).where(_one(before.tenant, before.owner, before.name))
        with self._database.write() as connection:
            if after.name != before.name and connection.execute(taken).one_or_none() is not None:
                return False
            texts = statement.values(name=after.name, query=after.query, description=after.description)
            return connection.execute(texts).rowcount == 1


def _one(tenant: TenantId, owner: ActorId, name: str) -> ColumnElement[bool]:
    return (_queries.c.tenant_id == tenant) & (_queries.c.owner == owner) & (_queries.c.name == name)


def _query(row: Row[*tuple[object, ...]]) -> SavedQuery:
    return SavedQuery(
        tenant=TenantId(row.tenant_id),
        owner=ActorId(row.owner),
        name=row.name,
        query=row.query,
        description=row.description,
        matter=None if row.matter_id is None else MatterId(row.matter_id),
        saved_at=row.saved_at,
    )
