"""Statements that every call runs, given to the driver as they are: SQLAlchemy's way takes ten times as long.

They run in the transaction of the connection that they are given, and are built of the same tables as all others. What
is read comes straight from both drivers; what is written goes straight to SQLite's alone.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sqlalchemy import Connection, Select, UpdateBase
    from sqlalchemy.engine import Dialect

    Row = Mapping[str, object]
    Statement = Select[Any] | UpdateBase


class DriverStatement:
    """A statement whose parameters are all named. Raises what the driver raises, which ``translated`` knows."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._compiled: dict[str, _Compiled] = {}

    def first(self, connection: Connection, parameters: Row) -> Any | None:  # Any: a tuple with the columns' names
        """The first row of the result, its values as the columns' types make them; None where there is none."""
        compiled = self._for(connection)
        cursor = connection.connection.cursor()
        try:
            cursor.execute(compiled.sql, compiled.bind(parameters))
            found: Sequence[Any] | None = cursor.fetchone()
        finally:
            cursor.close()
        return None if found is None else compiled.row(found)

    def run(self, connection: Connection, *rows: Row) -> None:
        """Run it once for each row of parameters."""
        if connection.dialect.name != "sqlite":
            given = [dict(row) for row in rows]
            connection.execute(self._statement, given[0] if len(given) == 1 else given)
            return
        compiled = self._for(connection)
        cursor = connection.connection.cursor()
        try:
            cursor.executemany(compiled.sql, [compiled.bind(row) for row in rows])
        finally:
            cursor.close()

    def _for(self, connection: Connection) -> _Compiled:
        name = connection.dialect.name
        found = self._compiled.get(name)
        if found is None:
            found = self._compiled[name] = _Compiled(self._statement, connection.dialect)
        return found


class _Compiled:
    """The statement as the driver takes it, with what its columns' types make of values on the way in and out."""

    def __init__(self, statement: Statement, dialect: Dialect) -> None:
        if dialect.name == "sqlite":
            from sqlalchemy.dialects import sqlite

            dialect = sqlite.dialect(paramstyle="named")
        self._statement, self._dialect = statement, dialect
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

    def row(self, found: Sequence[Any]) -> Any:
        """The row as it is given out."""
        make, processors = self._result
        return make._make(
            value if process is None else process(value) for process, value in zip(processors, found, strict=True)
        )

    @cached_property
    def _result(self) -> tuple[Any, tuple[Callable[[Any], Any] | None, ...]]:
        columns = list(self._statement.exported_columns)
        kinds = (column.type.dialect_impl(self._dialect) for column in columns)
        names = [getattr(column, "name", "") for column in columns]
        make = namedtuple("Found", names, rename=True)  # type: ignore[misc]  # mypy wants the names written out
        return make, tuple(kind.result_processor(self._dialect, None) for kind in kinds)
