"""How a database gets its schema, and the run-time role what it needs of it; how both stand."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.bootstrap.agent_stores import postgresql_server
from casewright.bootstrap.home_folder import make_home
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.database.engine import Database
    from casewright.adapters.database.row_security import Role
    from casewright.config import Settings


@dataclass(frozen=True, slots=True)
class DatabaseState:
    """How a database stands. ``role`` and what follows are PostgreSQL's."""

    name: str
    dialect: str
    revision: str | None
    needed: str
    role: str | None = None
    confined: bool | None = None
    """Whether row-level security holds for the role whatever it does."""
    why_not: str | None = None
    unprotected: Sequence[str] = ()
    """Tables whose rows are not kept apart by tenant."""

    @property
    def is_current(self) -> bool:
        """Whether this version can work with it."""
        return self.revision == self.needed and not self.unprotected


def prepare_database(settings: Settings) -> DatabaseState:
    """Bring the database that the settings name up to date, and grant the run-time role what it needs.

    Raises ``BadSettings`` for a run-time role that row-level security would not hold for, ``Unavailable``,
    ``SchemaTooNew``.
    """
    if settings.database_url is None:
        make_home(settings.home)
    with closing(_open(settings, settings.database_url, any_schema=True)) as database:
        migrate_database(settings, database)
    return database_state(settings)


def migrate_database(settings: Settings, database: Database) -> None:
    """Bring the open database's schema up to date: as its owner, where the settings name one."""
    from casewright.adapters.database.migrate import upgrade

    if database.dialect == "sqlite":
        upgrade(database)
        return
    owner = None if settings.database_owner_url is None else settings.database_owner_url.get_secret_value()
    if owner is None:
        _prepare(database, settings.database_url)
        return
    from casewright.adapters.database.row_security import connected_role, grant

    with database.read() as connection:
        role = connected_role(connection)
    if not role.is_confined:
        raise BadSettings(f"{_why_not(role)}: name another in CASEWRIGHT_DATABASE_URL (docs/postgresql.md)")
    with closing(_open(settings, owner)) as owned:
        _prepare(owned, owner)
        with owned.write() as connection:
            grant(connection, role.name)


def database_state(settings: Settings) -> DatabaseState:
    """How the database that the settings name stands. Nothing is changed."""
    from casewright.adapters.database.revision import SCHEMA_HEAD

    if settings.database_url is None and not settings.database_file.exists():
        return DatabaseState(str(settings.database_file), "sqlite", None, SCHEMA_HEAD)
    with closing(_open(settings, settings.database_url, any_schema=True)) as database:
        if database.dialect == "sqlite":
            return DatabaseState(database.name, "sqlite", database.revision(), SCHEMA_HEAD)
        from casewright.adapters.database.row_security import connected_role, unprotected

        with database.read() as connection:
            role, left = connected_role(connection), unprotected(connection)
        return DatabaseState(
            database.name,
            "postgresql",
            database.revision(),
            SCHEMA_HEAD,
            role=role.name,
            confined=role.is_confined,
            why_not=None if role.is_confined else _why_not(role),
            unprotected=left,
        )


def _prepare(database: Database, url: str | None) -> None:
    from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
    from casewright.adapters.database.migrate import upgrade
    from casewright.adapters.database.row_security import protect, unprotected
    from casewright.adapters.jobs.queue_schema import ensure_schema

    upgrade(database)
    server = postgresql_server(url)
    assert server is not None, "it is PostgreSQL"
    PostgresCheckpoints(server).close()
    ensure_schema(server)
    with database.write() as connection:
        if unprotected(connection):
            protect(connection)


def _why_not(role: Role) -> str:
    if role.superuser:
        return f"The role {role.name!r} is a superuser, for whom row-level security does not hold"
    if role.bypasses:
        return f"The role {role.name!r} has BYPASSRLS, so that row-level security does not hold for it"
    return f"The role {role.name!r} owns tables, so that it could switch row-level security off"


def _open(settings: Settings, url: str | None, *, any_schema: bool = False) -> Database:
    from casewright.adapters.database.engine import open_database

    return open_database(url or settings.database_file, busy_timeout=settings.busy_timeout, any_schema=any_schema)
