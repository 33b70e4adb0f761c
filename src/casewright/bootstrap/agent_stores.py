"""Where agents keep how far they came, and their locks: files in the home, or the PostgreSQL that is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
    from casewright.adapters.locks.files import FileLocks
    from casewright.adapters.locks.postgresql import PostgresLocks
    from casewright.config import Settings


def agent_checkpoints(settings: Settings) -> SqliteCheckpoints | PostgresCheckpoints:
    """Open where agents keep how far they came."""
    server = server_address(settings)
    if server is not None:
        from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints

        return PostgresCheckpoints(server)
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints

    return SqliteCheckpoints(settings.checkpoint_file, busy_timeout=settings.busy_timeout)


def agent_locks(settings: Settings, what: str) -> FileLocks | PostgresLocks:
    """Open what keeps two processes from running an agent on one thing at once, such as a case or a debate."""
    server = server_address(settings)
    if server is not None:
        from casewright.adapters.locks.postgresql import PostgresLocks

        return PostgresLocks(server, what=what)
    from casewright.adapters.locks.files import FileLocks

    return FileLocks(settings.lock_folder, what=what)


def server_address(settings: Settings) -> str | None:
    """The address of the PostgreSQL server that is set, for its own driver; None where records are in SQLite."""
    return postgresql_server(settings.database_url)


def postgresql_server(url: str | None) -> str | None:
    """The PostgreSQL server's address as its own driver takes it; None where records are in SQLite."""
    if url is None or url.startswith("sqlite"):
        return None
    # Without the name of the driver that SQLAlchemy's may have.
    _, separator, rest = url.partition("://")
    return f"postgresql{separator}{rest}"
