"""What SQL for both databases needs: inserts that know conflicts, lists short enough for one statement.

What every call asks is built once, with ``bindparam`` for what differs, at the head of its store: building a query
takes longer than running it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection, Table
    from sqlalchemy.dialects import postgresql, sqlite

Item = TypeVar("Item")

LIST_LIMIT = 500
"""Values in one IN list. SQLite before 3.32 takes 999 variables in a statement, PostgreSQL 65,535."""


def insert_into(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """The insert of the connection's own dialect, which has ``on_conflict_do_nothing`` and ``…_do_update``."""
    # Only the dialect that is used: the other one's takes as long to import as the rest of a short command.
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert as postgresql_insert

        return postgresql_insert(table)
    from sqlalchemy.dialects.sqlite import insert as sqlite_insert

    return sqlite_insert(table)


def slices(items: Sequence[Item], size: int = LIST_LIMIT) -> Iterator[Sequence[Item]]:
    """The items in order, at most ``size`` at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
