"""Where records and agents' checkpoints are kept: SQLite in the home, or the PostgreSQL that is set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
    from casewright.adapters.database.engine import Database
    from casewright.adapters.locks.files import FileLocks
    from casewright.adapters.locks.postgresql import PostgresLocks
    from casewright.config import Settings
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.consents import ConsentStore
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.journal import CallJournal
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.people import ParticipantStore, UserStore
    from casewright.tools.ports.templates import TemplateStore


def open_database(settings: Settings) -> Database:
    """The database that the settings name, with its schema brought up to date.

    Raises ``Unavailable`` where it cannot be opened, ``SchemaTooNew`` for one of a later version.
    """
    from casewright.adapters.database.engine import open_database as open_engine

    database = open_engine(
        settings.database_url or settings.database_file,
        busy_timeout=settings.busy_timeout,
        max_page_count=settings.database_pages,
    )
    try:
        if database.schema_state() != "current":
            from casewright.adapters.database.migrate import upgrade

            upgrade(database)
    except BaseException:
        database.close()
        raise
    return database


@dataclass(frozen=True, slots=True)
class Stores:
    """The records that more than one toolkit works on, or that the executor asks."""

    matters: MatterStore
    documents: DocumentStore
    users: UserStore
    participants: ParticipantStore
    approvals: ApprovalStore
    journal: CallJournal
    consents: ConsentStore
    templates: TemplateStore


def open_stores(database: Database) -> Stores:
    """The stores over a database; they hold nothing of their own."""
    from casewright.adapters.database.approvals import SqlApprovals
    from casewright.adapters.database.consents import SqlConsents
    from casewright.adapters.database.documents import SqlDocuments
    from casewright.adapters.database.journal import SqlJournal
    from casewright.adapters.database.matters import SqlMatters
    from casewright.adapters.database.people import SqlParticipants, SqlUsers
    from casewright.adapters.database.templates import SqlTemplates

    return Stores(
        matters=SqlMatters(database),
        documents=SqlDocuments(database),
        users=SqlUsers(database),
        participants=SqlParticipants(database),
        approvals=SqlApprovals(database),
        journal=SqlJournal(database),
        consents=SqlConsents(database),
        templates=SqlTemplates(database),
    )


def agent_checkpoints(settings: Settings) -> SqliteCheckpoints | PostgresCheckpoints:
    """Where agents keep how far they came."""
    server = _server(settings)
    if server is not None:
        from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints

        return PostgresCheckpoints(server)
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints

    return SqliteCheckpoints(settings.checkpoint_file, busy_timeout=settings.busy_timeout)


def agent_locks(settings: Settings, what: str) -> FileLocks | PostgresLocks:
    """What keeps two processes from running an agent on one thing at once, such as a case or a debate."""
    server = _server(settings)
    if server is not None:
        from casewright.adapters.locks.postgresql import PostgresLocks

        return PostgresLocks(server, what=what)
    from casewright.adapters.locks.files import FileLocks

    return FileLocks(settings.lock_folder, what=what)


def _server(settings: Settings) -> str | None:
    """The PostgreSQL server's address as its own driver takes it; None where records are in SQLite."""
    if settings.database_url is None or settings.database_url.startswith("sqlite"):
        return None
    # Without the name of the driver that SQLAlchemy's may have.
    _, separator, rest = settings.database_url.partition("://")
    return f"postgresql{separator}{rest}"
