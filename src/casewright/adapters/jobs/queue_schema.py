"""The tables of the queue, in a schema of their own. They carry nothing that would have to be kept."""

from __future__ import annotations

from importlib.metadata import version

import psycopg
from procrastinate.schema import SchemaManager
from psycopg import sql

from casewright.adapters.database.translate import translated

SCHEMA = "procrastinate"
_NAME = "of the queue"
_LOCK = 0x6A6F6273


def ensure_schema(url: str) -> None:
    """Make the tables where they are missing, and anew where another version of the library made them.

    Of any number who try at once, one does it. Raises errors of ours.
    """
    ours = version("procrastinate")
    with translated(_NAME), psycopg.connect(url, connect_timeout=10) as connection:
        if _made_by(connection) == ours:
            return
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        if _made_by(connection) == ours:
            return
        name = sql.Identifier(SCHEMA)
        connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(name))
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(name))
        connection.execute(sql.SQL("SET LOCAL search_path TO {}").format(name))
        connection.execute(SchemaManager.get_schema())
        connection.execute(sql.SQL("COMMENT ON SCHEMA {} IS {}").format(name, sql.Literal(ours)))


def _made_by(connection: psycopg.Connection[tuple[object, ...]]) -> object:
    """The version that made the tables; None where there are none."""
    row = connection.execute(
        "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s", (SCHEMA,)
    ).fetchone()
    return None if row is None else row[0]
