"""Columns as Parquet and back, by DuckDB. One connection a process, on one thread: the order of rows is theirs."""

from __future__ import annotations

import atexit
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fsspec import AbstractFileSystem

    Columns = Mapping[str, Sequence[object] | np.ndarray[Any, Any]]

Broken = duckdb.Error
"""What reading raises where a file is no Parquet, or a damaged one."""

_COMPRESSION = "zstd"


def to_parquet(schema: Mapping[str, str], columns: Columns) -> bytes:
    """The columns, all of one length, as a Parquet file; ``schema`` has the SQL type of each, in order."""
    given = {name: _array(columns[name]) for name in schema}
    chosen = ", ".join(f'CAST("{name}" AS {kind}) AS "{name}"' for name, kind in schema.items())
    with tempfile.TemporaryDirectory(prefix="casewright-") as folder:
        file = Path(folder, "table.parquet")
        cursor = _connection().cursor()
        cursor.register("given", given)  # a view of the cursor's own
        # The names and types are this package's own; the path is a new folder's.
        cursor.execute(
            f"COPY (SELECT {chosen} FROM given) TO '{file}' (FORMAT parquet, COMPRESSION {_COMPRESSION})"  # noqa: S608
        )
        cursor.close()
        return file.read_bytes()


def from_parquet(data: bytes, columns: Sequence[str]) -> dict[str, np.ndarray[Any, Any]]:
    """These columns of a Parquet file. Raises ``Broken``."""
    with tempfile.TemporaryDirectory(prefix="casewright-") as folder:
        file = Path(folder, "table.parquet")
        file.write_bytes(data)
        return read_columns(str(file), columns)


def read_columns(path: str, columns: Sequence[str]) -> dict[str, np.ndarray[Any, Any]]:
    """These columns of a Parquet file of this machine. Raises ``Broken``."""
    chosen = ", ".join(f'"{name}"' for name in columns)
    found = _connection().cursor().execute(f"SELECT {chosen} FROM read_parquet(?)", [path]).fetchnumpy()  # noqa: S608
    return {name: _plain(found[name]) for name in columns}


def query(sql: str, parameters: Sequence[object], files: AbstractFileSystem | None = None) -> list[tuple[Any, ...]]:
    """The rows of a statement over Parquet files, wherever they are. Raises ``Broken``, or what the storage raises."""
    cursor = _connection().cursor()
    if files is not None:
        # A connection of its own: what is registered stays for good.
        cursor = duckdb.connect(config=_SETTINGS)
        cursor.register_filesystem(files)
    try:
        return cursor.execute(sql, list(parameters)).fetchall()
    finally:
        cursor.close()


_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}


@cache
def _connection() -> duckdb.DuckDBPyConnection:
    """One for the process, let go of before the interpreter ends: the library complains of what is left then."""
    made = duckdb.connect(config=_SETTINGS)
    atexit.register(_connection.cache_clear)
    atexit.register(made.close)
    return made


def _array(column: Sequence[object] | np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if isinstance(column, np.ndarray) and column.dtype != object:
        return column
    made = np.empty(len(column), dtype=object)
    made[:] = list(column)
    return made


def _plain(column: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The column with None where there is nothing."""
    if not isinstance(column, np.ma.MaskedArray):
        return column
    if not np.ma.getmaskarray(column).any():
        return np.asarray(column.data)
    made = np.array(column.data, dtype=object)
    made[np.ma.getmaskarray(column)] = None
    return made
