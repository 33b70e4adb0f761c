"""Which kinds of database the tests run on, how an empty one of each is made, and who connects to PostgreSQL."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, Self

import psycopg
import pytest
from sqlalchemy import event

from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.migrate import upgrade
from casewright.adapters.database.row_security import grant
from casewright.adapters.database.tenants import SET_TENANT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from casewright.adapters.database.engine import Database

OWNER, RUN_TIME = "casewright_owner", "casewright_app"
"""Who owns the tables, and who works with them: neither is a superuser, and the second owns nothing."""
DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)]
"""Parameters for a fixture: every kind of database."""
EVERYWHERE = ["memory", *DATABASES]
"""Parameters for a contract's fixture: the fake, and every kind of database."""


def create_postgresql(socket: str, name: str) -> str:
    """Make the database afresh on the server at ``socket``; its address, for the superuser."""
    with psycopg.connect(f"postgresql://postgres@/postgres?host={socket}", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"postgresql://postgres@/{name}?host={socket}"


def create_owned(socket: str, name: str) -> str:
    """Make the database afresh for the owner of its tables; its address for them (``as_role`` for others)."""
    superuser = create_postgresql(socket, name)
    with psycopg.connect(superuser, autocommit=True) as connection:
        for role in (OWNER, RUN_TIME):
            if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", (role,)).fetchone() is None:
                connection.execute(f"CREATE ROLE {role} LOGIN".encode())
        connection.execute(f"ALTER DATABASE {name} OWNER TO {OWNER}".encode())
    return as_role(superuser, OWNER)


def create_migrated(socket: str, name: str) -> str:
    """Make the database afresh, with the schema; its address for the run-time role."""
    address = create_owned(socket, name)
    migrate(address)
    return as_role(address, RUN_TIME)


def as_role(address: str, role: str) -> str:
    """The address of the same database for this role."""
    return f"postgresql://{role}@{address.partition('@')[2]}"


def migrate(address: str) -> None:
    """Give the owner's database its schema, and the run-time role what it needs of it."""
    with closing(open_database(address)) as database:
        upgrade(database)
        PostgresCheckpoints(address).close()
        with database.write() as connection:
            grant(connection, RUN_TIME)


def follow_tenants(database: Database) -> Database:
    """Have each statement on PostgreSQL run as the tenant that it names: a contract speaks for many tenants.

    So a statement that names none, or sees more than one tenant's rows, fails there. That who calls sets the tenant,
    and what happens where nobody does, is shown in ``test_tenant_isolation``.
    """
    if database.dialect == "postgresql":
        event.listen(database._engine, "checkout", _have_followed)
    return database


def _have_followed(connection: Any, _entry: object, _proxy: object) -> None:
    connection.cursor_factory = _Following


class _Following(psycopg.Cursor[Any]):
    """Sets the tenant that a statement names, whoever gives it to the driver."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Self:
        """As the driver does."""
        self._follow(params)
        return super().execute(query, params, **options)

    def executemany(self, query: Any, params_seq: Iterable[Any], **options: Any) -> None:
        """As the driver does."""
        rows = list(params_seq)
        self._follow(rows[0] if rows else None)
        super().executemany(query, rows, **options)

    def _follow(self, params: object) -> None:
        named = [value for name, value in params.items() if _is_tenant(name)] if isinstance(params, dict) else []
        if named:
            psycopg.Cursor(self.connection).execute(SET_TENANT, (named[0],))


def _is_tenant(name: str) -> bool:
    return name == "tenant" or name.startswith("tenant_id")
