"""The journal of calls that carry a key, in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, select, update

from casewright.adapters.database.driver_statements import DriverStatement
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import journal
from casewright.domain.actors import Caller
from casewright.domain.ids import ActorId, TenantId
from casewright.tools.ports.journal import Entry, RecordedResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Executable, Row

    from casewright.adapters.database.engine import Database

_journal = journal.call_journal
_ENDS = ("status", "content", "structured", "error", "error_kind", "result_hash")
_FINISH = DriverStatement(
    update(_journal)
    .where(*(column == bindparam(f"{column.name}_of") for column in _journal.primary_key))
    .values({name: bindparam(f"new_{name}") for name in _ENDS})
)


class SqlJournal:
    """Fits ``tools.ports.journal.CallJournal``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._take: Executable | None = None

    def begin(self, entry: Entry) -> Entry | None:
        """Take the key for this call: None where it was free, else the entry that has it."""
        row = {
            **_place(entry.caller, entry.key),
            "fingerprint": entry.fingerprint,
            "tool": entry.tool,
            "begun_at": entry.begun_at,
        }
        query = select(_journal).where(*_at(entry.caller, entry.key))
        with self._database.write() as connection:
            if self._take is None:
                self._take = insert_into(connection, _journal).on_conflict_do_nothing().returning(_journal.c.key)
            if connection.execute(self._take, row).one_or_none() is not None:
                return None
            found = connection.execute(query).one_or_none()
        # Freed between the two statements, by another process: the next attempt finds it free.
        return self.begin(entry) if found is None else _entry(found)

    def finish(self, caller: Caller, key: str, result: RecordedResult) -> None:
        """Keep how the call ended, in place of what was kept before."""
        values = {f"new_{name}": getattr(result, name) for name in _ENDS}
        with self._database.write() as connection:
            _FINISH.run(connection, {**{f"{name}_of": part for name, part in _place(caller, key).items()}, **values})

    def forget(self, caller: Caller, key: str) -> None:
        """Free the key."""
        with self._database.write() as connection:
            connection.execute(delete(_journal).where(*_at(caller, key)))

    def discard(self, tenant: TenantId, actor: ActorId, key: str) -> None:
        """Free the key of the actor, whomever the call was for."""
        mine = (_journal.c.tenant_id == tenant, _journal.c.actor_id == actor, _journal.c.key == key)
        with self._database.write() as connection:
            connection.execute(delete(_journal).where(*mine))

    def get(self, caller: Caller, key: str) -> Entry | None:
        """The call that the caller began under the key, None where there is none."""
        query = select(_journal).where(*_at(caller, key))
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _entry(row)

    def unfinished(self, tenant: TenantId) -> Sequence[Entry]:
        """The tenant's calls that were begun and have no result, oldest first."""
        query = select(_journal).where(_journal.c.tenant_id == tenant, _journal.c.status.is_(None))
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_journal.c.begun_at, _journal.c.key))
            return [_entry(row) for row in rows]


def _place(caller: Caller, key: str) -> dict[str, str]:
    return {"tenant_id": caller.tenant, "actor_id": caller.actor, "person_id": caller.person, "key": key}


def _at(caller: Caller, key: str) -> list[ColumnElement[bool]]:
    return [_journal.c[name] == part for name, part in _place(caller, key).items()]


def _entry(row: Row[*tuple[object, ...]]) -> Entry:
    result = None
    if row.status is not None:
        result = RecordedResult(row.status, row.content, row.structured, row.error, row.error_kind, row.result_hash)
    caller = Caller(TenantId(row.tenant_id), ActorId(row.actor_id), row.person_id)
    return Entry(caller, row.key, row.fingerprint, row.tool, row.begun_at, result)
