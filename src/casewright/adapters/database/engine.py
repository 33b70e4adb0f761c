"""One database, opened: how it is connected to, and what a reading and a writing transaction are."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from casewright.adapters.database.postgresql_engine import postgresql_engine
from casewright.adapters.database.revision import SchemaState, state_of, stored_revision, too_new
from casewright.adapters.database.shared_reading import SharedReading, shared_reading
from casewright.adapters.database.sqlite_engine import WRITES, sqlite_engine
from casewright.adapters.database.tables.effects import call_effects
from casewright.adapters.database.tenants import forget_set, set_tenant, tenants_of
from casewright.adapters.database.translate import told_name, told_whole, translated
from casewright.errors import BadSettings, StorageAway, StorageBusy
from casewright.tools.effects import current_effect
from casewright.tools.tenancy import acting_in, current_tenant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Connection, Engine, Table

    from casewright.domain.ids import TenantId
    from casewright.tools.effects import Effect
    from casewright.tools.outcomes import Outcome

    _Opened = tuple["Database", Connection, int]

BUSY_TIMEOUT = 10.0
"""Seconds to wait for another writer."""
CONNECTIONS = 8
"""Connections that are kept open."""
_joint: ContextVar[tuple[Database, Connection, int] | None] = ContextVar("casewright_joint_transaction", default=None)
_reading: ContextVar[tuple[Database, Connection, int] | None] = ContextVar(
    "casewright_reading_transaction", default=None
)


class Database:
    """An open database. Made by ``open_database``; safe to use from several threads. ``name`` is what messages say."""

    def __init__(self, engine: Engine, name: str, busy_timeout: float) -> None:
        self.name = name
        self._engine = engine
        self._busy_timeout = busy_timeout
        # SQLite has one writer: threads of this process queue here instead of polling for the file's lock.
        self._turn = threading.Lock() if engine.dialect.name == "sqlite" else None

    @property
    def dialect(self) -> Literal["sqlite", "postgresql"]:
        """Which kind of database it is."""
        return "postgresql" if self._engine.dialect.name == "postgresql" else "sqlite"

    @property
    def path(self) -> str:
        """Where a SQLite database's file is."""
        return str(self._engine.url.database)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads and waits for no writer. Raises only errors of ours.

        On PostgreSQL it sees the rows of ``current_tenant`` and no others, as one that writes does.
        """
        joint = self._joint()
        held = None if joint is not None else self._held(current_effect.get())
        with translated(self.name):
            if joint is not None:
                yield self._turned(joint)
            elif held is not None:
                yield self._turned(held.connection)
            elif (reading := _of(self, _reading)) is not None:
                yield self._turned(reading)
            elif (shared := shared_reading.get()) is not None and shared.serves(self):
                with shared.used() as connection:
                    yield self._turned(connection)
            else:
                with self._engine.begin() as connection:
                    yield connection

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One transaction for everything that is read inside, begun and ended once; on SQLite it is all of one moment.

        Fits ``tools.ports.together.Together``. It belongs to the thread, or the task, that opened it; what is written
        inside has a transaction of its own, whose changes may not be read there.
        """
        with self.read() as connection:
            token = _reading.set((self, connection, threading.get_ident()))
            try:
                yield
            finally:
                _reading.reset(token)

    @contextmanager
    def sharing(self) -> Iterator[Callable[[], AbstractContextManager[None]]]:
        """For reads of many callers, one after the other in this thread: gives what each of them is made within.

        On PostgreSQL they share a transaction, which costs more to begin and to end than a read does; each statement
        sees what is committed by then, of the tenant who is worked for then. On SQLite each has one of its own, because
        a shared one would see no later commit.
        """
        if self._turn is not None:
            yield nullcontext
            return
        with acting_in(None), self.read() as connection:
            yield SharedReading(self, connection).part

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that may write: committed at the end, undone where anything is raised.

        On SQLite it holds the file's write lock from its start. Raises ``StorageBusy`` where another writer
        keeps it for longer than the time-out, and only errors of ours. The first one of an atomic tool's call stays
        open until the call's result is known, and later ones are parts of it (``tools.effects``).
        """
        joint = self._joint()
        if joint is not None:
            with translated(self.name):
                yield self._turned(joint)
            return
        effect = current_effect.get()
        held = self._held(effect)
        if held is not None:
            with translated(self.name), self._part(self._turned(held.connection)):
                yield held.connection
            return
        with ExitStack() as stack:
            connection = stack.enter_context(self._transaction())
            yield connection
            if effect is not None and effect.held is None and not effect.committed:
                effect.held = _Held(self, connection, stack.pop_all())

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._my_turn(), translated(self.name), self._engine.connect() as connection:
            writer = connection.execution_options(**{WRITES: True})
            with writer.begin():
                yield writer

    def _turned(self, connection: Connection) -> Connection:
        """The connection of a transaction that is open, turned to the tenant that is worked for now."""
        if self._turn is None:
            set_tenant(connection, current_tenant.get())
        return connection

    @contextmanager
    def _part(self, connection: Connection) -> Iterator[None]:
        try:
            with connection.begin_nested():
                yield
        except BaseException:
            forget_set(connection)
            raise

    def _held(self, effect: Effect | None) -> _Held | None:
        """The transaction of this database that the effect is made in; None where none is open."""
        held = None if effect is None else effect.held
        return held if isinstance(held, _Held) and held.database is self else None

    @contextmanager
    def together(self) -> Iterator[None]:
        """One transaction for everything that is read and written inside: committed at the end, or undone.

        Fits ``tools.ports.together.Together``. It belongs to the thread, or the task, that opened it.
        """
        if self._joint() is not None:
            yield
            return
        with self.write() as connection:
            token = _joint.set((self, connection, threading.get_ident()))
            try:
                yield
            finally:
                _joint.reset(token)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open for everything here (``together``)."""
        return self._joint() is not None

    def scrub(self) -> None:
        """Remove what the file still holds of texts that were overwritten or deleted (SQLite).

        Deleted rows are overwritten where they stood; what is left is in the full-text index, where rows stood before
        a page was split, and in the log ahead of the file: so the file is written anew, which takes as much room again
        while it lasts. PostgreSQL keeps old rows until its own VACUUM. Raises ``StorageBusy`` where another process
        writes all the time.
        """
        if self.dialect != "sqlite":
            return
        with self.write() as connection:
            connection.exec_driver_sql("INSERT INTO chunk_words_index (chunk_words_index) VALUES ('optimize')")
        with self._my_turn(), translated(self.name), self._engine.connect() as connection:
            # The driver's own cursor: SQLAlchemy's connection would begin a transaction, in which no file is rewritten.
            cursor = connection.connection.cursor()
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.close()

    def schema_state(self) -> SchemaState:
        """Where the stored schema stands beside ours."""
        return state_of(self.revision())

    def revision(self) -> str | None:
        """The revision of the stored schema; None where there is none."""
        with self.read() as connection:
            return stored_revision(connection)

    def tenants(self, table: Table, name: str | None = None) -> Sequence[TenantId]:
        """Every tenant that has a row in the table (``row_security.LISTED``, by its name there), whoever acts now."""
        with self.read() as connection:
            return tenants_of(connection, table, name)

    def close(self) -> None:
        """Close every connection that is not in use."""
        with translated(self.name):
            self._engine.dispose()

    def _joint(self) -> Connection | None:
        """The connection of the transaction that is open for everything here; None where there is none."""
        return _of(self, _joint)

    @contextmanager
    def _my_turn(self) -> Iterator[None]:
        if self._turn is None:
            yield
            return
        if not self._turn.acquire(timeout=self._busy_timeout):
            raise StorageBusy(f"Another thread is writing to the database {self.name}: try again.")
        try:
            yield
        finally:
            self._turn.release()


def _of(database: Database, opened: ContextVar[_Opened | None]) -> Connection | None:
    """The connection that this very thread opened for the database; None where there is none, or another opened it."""
    here = opened.get()
    return here[1] if here is not None and here[0] is database and here[2] == threading.get_ident() else None


class _Held:
    """Fits ``tools.effects.HeldTransaction``: a call's transaction, and how it ends."""

    def __init__(self, database: Database, connection: Connection, ending: ExitStack) -> None:
        self.database = database
        self.connection = connection
        self._ending = ending

    def commit(self, effect: Effect, outcome: Outcome) -> Callable[[], None] | None:
        """Commit it with what was kept of the outcome and the mark; what is to be noted once that is done."""
        is_told = False
        try:
            with self._ending:
                effect.keep(outcome)
                mark = {
                    "tenant_id": effect.tenant,
                    "intent_seq": effect.intent,
                    "result_status": outcome.status.upper(),
                    "result_hash": outcome.result_hash,
                }
                self.connection.execute(call_effects.insert(), mark)
                note = effect.tell(self.connection)
                is_told = True
        except StorageAway:
            effect.in_doubt = is_told
            raise
        return note


def open_database(
    target: str | Path,
    *,
    busy_timeout: float = BUSY_TIMEOUT,
    max_page_count: int | None = None,
    connections: int = CONNECTIONS,
    any_schema: bool = False,
) -> Database:
    """Open a SQLite file (a path) or a PostgreSQL database (a ``postgresql://`` URL).

    ``busy_timeout`` is in seconds; ``max_page_count`` bounds a SQLite file; ``connections`` are kept open. The file is
    made where it is missing, its folder is not; the schema is left as it is (``Database.schema_state``,
    ``migrate.upgrade``), and with ``any_schema`` not looked at. Raises
    ``BadSettings`` for an address that cannot be used, ``SchemaTooNew``, ``Unavailable`` where nothing answers,
    ``IntegrityError`` for a file that is no database.
    """
    url = _url(target)
    if url.get_backend_name() == "sqlite":
        engine = sqlite_engine(url, busy_timeout, max_page_count, connections)
        database = Database(engine, told_name(str(url.database)), busy_timeout)
    else:
        engine = postgresql_engine(url, busy_timeout, connections)
        database = Database(engine, url.database or "of the user", busy_timeout)
    try:
        if not any_schema:
            _refuse_newer(database)
    except BaseException:
        database.close()
        raise
    return database


def _refuse_newer(database: Database) -> None:
    try:
        with database.read() as connection:
            revision = stored_revision(connection)
    except StorageAway as error:
        raise told_whole(error) from error.__cause__
    if revision is not None and state_of(revision) == "newer":
        raise too_new(database.name, revision)


def _url(target: str | Path) -> URL:
    if isinstance(target, Path) or "://" not in target:
        return URL.create("sqlite+pysqlite", database=str(target))
    try:
        url = make_url(target)
    except (ArgumentError, ValueError) as error:
        raise BadSettings("The database's address cannot be read: give postgresql://user@host/name.") from error
    backend = url.drivername.partition("+")[0]
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if backend == "sqlite":
        return url.set(drivername="sqlite+pysqlite")
    raise BadSettings(f"The database {backend!r} is not supported: give a path, or a postgresql:// address.")
