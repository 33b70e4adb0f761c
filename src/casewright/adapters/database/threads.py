"""Threads and what they used, in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from casewright.adapters.database.tables import documents
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.threads import Thread, ThreadId, Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from casewright.adapters.database.engine import Database

_threads = documents.threads


class SqlThreads:
    """Fits ``tools.ports.documents.ThreadStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, thread: Thread) -> None:
        """Store a new thread."""
        row = {
            "tenant_id": thread.tenant,
            "id": thread.id,
            "matter_id": thread.matter,
            "owner": thread.owner,
            "title": thread.title,
            "created_at": thread.created_at,
            "input_tokens": thread.used.input_tokens,
            "output_tokens": thread.used.output_tokens,
        }
        with self._database.write() as connection:
            connection.execute(_threads.insert(), row)

    def get(self, tenant: TenantId, thread: ThreadId) -> Thread | None:
        """The thread, or None where this tenant has none of that id."""
        query = select(_threads).where(_threads.c.tenant_id == tenant, _threads.c.id == thread)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _thread(row)

    def of_owner(self, tenant: TenantId, matter: MatterId, owner: ActorId) -> Sequence[Thread]:
        """The person's threads in the matter, newest first."""
        query = (
            select(_threads)
            .where(_threads.c.tenant_id == tenant, _threads.c.matter_id == matter, _threads.c.owner == owner)
            .order_by(_threads.c.created_at.desc(), _threads.c.id)
        )
        with self._database.read() as connection:
            return [_thread(row) for row in connection.execute(query)]

    def spend(self, tenant: TenantId, thread: ThreadId, used: Usage) -> None:
        """Add to what the thread used."""
        statement = (
            update(_threads)
            .where(_threads.c.tenant_id == tenant, _threads.c.id == thread)
            .values(
                input_tokens=_threads.c.input_tokens + used.input_tokens,
                output_tokens=_threads.c.output_tokens + used.output_tokens,
            )
        )
        with self._database.write() as connection:
            connection.execute(statement)

    def used_in(self, tenant: TenantId, matter: MatterId) -> Usage:
        """What all threads of the matter used together."""
        columns = (func.coalesce(func.sum(one), 0) for one in (_threads.c.input_tokens, _threads.c.output_tokens))
        query = select(*columns).where(_threads.c.tenant_id == tenant, _threads.c.matter_id == matter)
        with self._database.read() as connection:
            row = connection.execute(query).one()
        return Usage(int(row[0]), int(row[1]))


def _thread(row: Row[*tuple[object, ...]]) -> Thread:
    return Thread(
        id=ThreadId(row.id),
        tenant=TenantId(row.tenant_id),
        matter=MatterId(row.matter_id),
        owner=ActorId(row.owner),
        title=row.title,
        created_at=row.created_at,
        used=Usage(row.input_tokens, row.output_tokens),
    )
