"""Which kinds of database the tests run on, how an empty one of each is made, and who connects to PostgreSQL."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from sqlalchemy import event

from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.migrate import upgrade
from casewright.adapters.database.row_security import grant
from casewright.adapters.database.tenants import set_tenant
from casewright.domain.ids import TenantId

if TYPE_CHECKING:
    from sqlalchemy import Connection

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
    if database.dialect != "postgresql":
        return database

    def follow(
        connection: Connection, _cursor: object, _statement: str, _parameters: object, context: Any, _many: bool
    ) -> None:
        given = [] if context.compiled is None else context.compiled_parameters[:1]
        named = [value for one in given for name, value in one.items() if _is_tenant(name)]
        if named:
            set_tenant(connection, TenantId(named[0]))

    event.listen(database._engine, "before_cursor_execute", follow)
    return database


def _is_tenant(name: str) -> bool:
    return name == "tenant" or name.startswith("tenant_id")
