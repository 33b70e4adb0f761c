"""Originals that are to be removed, in a SQL database."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import case, delete, select

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import cases, documents
from casewright.domain.ids import BlobId
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import ColumnElement, Connection

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId

_removals = documents.original_removals
_documents = documents.documents
_cases = cases.cases
_NEVER = datetime.max.replace(tzinfo=UTC)


class SqlOriginalRemovals:
    """Fits ``tools.ports.originals.OriginalRemovals``. On SQLite a writer is alone; elsewhere the note is locked."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, tenant: TenantId, blob: BlobId, due: datetime) -> None:
        """Note that the original is to be removed at that time, or at the later one that is noted already."""
        with self._database.write() as connection:
            new = insert_into(connection, _removals).values(tenant_id=tenant, blob=blob, due_at=due)
            later = case((_removals.c.due_at > new.excluded.due_at, _removals.c.due_at), else_=new.excluded.due_at)
            connection.execute(new.on_conflict_do_update(index_elements=["tenant_id", "blob"], set_={"due_at": later}))

    def claim(self, tenant: TenantId, blob: BlobId) -> bool:
        """Take the note away; False where there was none. Whoever removes the original now waits for our end."""
        with self._database.write() as connection:
            found = _hold(connection, tenant, blob)
            connection.execute(delete(_removals).where(*_of(tenant, blob)))
            return found

    def is_needed(self, tenant: TenantId, blob: BlobId) -> bool:
        """Whether a document has the original; one of a case has its own in the vault."""
        with self._database.read() as connection:
            return _is_needed(connection, tenant, blob)

    @contextmanager
    def removing(self, tenant: TenantId, blob: BlobId, now: datetime) -> Iterator[bool]:
        """Within it nobody claims the original; it gives whether it may go: no document has it, nobody waits for it.

        What is written inside is part of its transaction: on SQLite a second one would wait for this one.
        """
        with self._database.together(), self._database.write() as connection:
            noted = _hold(connection, tenant, blob)
            waits = select(_removals.c.blob).where(*_of(tenant, blob), _removals.c.due_at > now)
            if noted and connection.execute(waits).one_or_none() is not None:
                yield False
                return
            yield not _is_needed(connection, tenant, blob)
            connection.execute(delete(_removals).where(*_of(tenant, blob)))

    def due(self, now: datetime) -> Sequence[tuple[TenantId, BlobId]]:
        """The originals of all tenants whose time has come."""
        due: list[tuple[TenantId, BlobId]] = []
        for tenant in self._database.tenants(_removals):
            query = select(_removals.c.blob).where(_removals.c.tenant_id == tenant, _removals.c.due_at <= now)
            with acting_in(tenant), self._database.read() as connection:
                due += [(tenant, BlobId(blob)) for blob in connection.execute(query).scalars()]
        return due


def _is_needed(connection: Connection, tenant: TenantId, blob: BlobId) -> bool:
    mine = (_documents.c.tenant_id == tenant, _documents.c.blob == blob)
    of_case = select(_cases.c.id).where(_cases.c.tenant_id == tenant, _cases.c.id == _documents.c.matter_id)
    query = select(_documents.c.id).where(*mine, ~of_case.exists()).limit(1)
    return connection.execute(query).one_or_none() is not None


def _hold(connection: Connection, tenant: TenantId, blob: BlobId) -> bool:
    """Lock the note, made where there is none, until the transaction ends; whether there was one."""
    new = insert_into(connection, _removals).values(tenant_id=tenant, blob=blob, due_at=_NEVER)
    made = new.on_conflict_do_nothing().returning(_removals.c.blob)
    noted = select(_removals.c.blob).where(*_of(tenant, blob)).with_for_update()
    while True:
        if connection.execute(made).one_or_none() is not None:
            return False
        if connection.execute(noted).one_or_none() is not None:
            return True
        # Whoever had it locked took it away: it is made anew.


def _of(tenant: TenantId, blob: BlobId) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _removals.c.tenant_id == tenant, _removals.c.blob == blob
