"""Statements that every call runs, given to SQLite's driver as they are: SQLAlchemy's way takes ten times as long.

They run in the transaction of the connection that they are given, and are built of the same tables as all others. On
another database they are SQLAlchemy's.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sqlalchemy import Connection, Select, UpdateBase

    Row = Mapping[str, object]
    Statement = Select[Any] | UpdateBase


class DriverStatement:
    """A statement whose parameters are all named. Raises what the driver raises, which ``translated`` knows."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement

    def first(self, connection: Connection, parameters: Row) -> Sequence[Any] | None:
        """The first row of the result; None where there is none."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, dict(parameters)).first()
        cursor = connection.connection.cursor()
        try:
            cursor.execute(self._sqlite.sql, self._sqlite.bind(parameters))
            found: Sequence[Any] | None = cursor.fetchone()
            return found
        finally:
            cursor.close()

    def run(self, connection: Connection, *rows: Row) -> None:
        """Run it once for each row of parameters."""
        if connection.dialect.name != "sqlite":
            given = [dict(row) for row in rows]
            connection.execute(self._statement, given[0] if len(given) == 1 else given)
            return
        cursor = connection.connection.cursor()
        try:
            cursor.executemany(self._sqlite.sql, [self._sqlite.bind(row) for row in rows])
        finally:
            cursor.close()

    @cached_property
    def _sqlite(self) -> _Compiled:
        return _Compiled(self._statement)


class _Compiled:
    """The statement as SQLite's driver takes it, with what its columns' types make of values."""

    def __init__(self, statement: Statement) -> None:
        from sqlalchemy.dialects import sqlite

        dialect = sqlite.dialect(paramstyle="named")
        compiled: Any = statement.compile(dialect=dialect)  # Any: of a compiler that the dialect chooses
        self.sql = str(compiled)
        self._processors: dict[str, Callable[[Any], Any]] = {}
        for name, bound in compiled.binds.items():
            processor = bound.type.dialect_impl(dialect).bind_processor(dialect)
            if processor is not None:
                self._processors[name] = processor

    def bind(self, parameters: Row) -> dict[str, object]:
        """The parameters as they are stored."""
        bound = dict(parameters)
        for name, process in self._processors.items():
            bound[name] = process(bound[name])
        return bound
