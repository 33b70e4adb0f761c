"""How SQLite is connected to."""

from __future__ import annotations

import os
import sqlite3
import time
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, event

from casewright.adapters.database.translate import meaning
from casewright.errors import BadSettings, StorageBusy

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

WRITES = "casewright_writes"
"""The option of a connection whose transactions hold the file's write lock from their start."""


def sqlite_engine(url: URL, busy_timeout: float, max_page_count: int | None, connections: int) -> Engine:
    """Every connection keeps foreign keys, overwrites what it deletes, and begins transactions as they are to be."""
    if url.database in (None, "", ":memory:"):
        raise BadSettings("A database in memory is not supported: give the path of a file.")
    engine = create_engine(
        url, connect_args={"timeout": busy_timeout}, pool_size=connections, pool_timeout=busy_timeout
    )
    name = str(url.database)
    _make_private(name)

    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # The driver must not begin transactions by itself: ``begin`` below says which kind.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA synchronous = FULL")
        # What is deleted is overwritten: a name that was masked must not stand in free pages.
        cursor.execute("PRAGMA secure_delete = ON")
        if max_page_count is not None:
            cursor.execute(f"PRAGMA max_page_count = {max_page_count:d}")
        cursor.close()

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin)
    _log_ahead(name, busy_timeout)
    return engine


def _make_private(path: str) -> None:
    """Make the file where it is missing, its owner's alone; the logs beside it get its rights."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError:
        return  # a file that cannot be opened is told about by who connects


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get(WRITES, False)
    cursor = connection.connection.cursor()  # the driver's own: SQLAlchemy's way to it takes ten times as long
    cursor.execute("BEGIN IMMEDIATE" if immediate else "BEGIN")
    cursor.close()


def _log_ahead(path: str, busy_timeout: float) -> None:
    """Switch the file to write-ahead logging, which it remembers.

    Two processes that do so at once can be told "locked" without waiting, so we wait ourselves.
    """
    deadline = time.monotonic() + busy_timeout
    while True:
        try:
            connection = sqlite3.connect(path, timeout=busy_timeout)
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            finally:
                connection.close()
        except sqlite3.Error as error:
            failure = meaning(error, path)
            if not isinstance(failure, StorageBusy) or time.monotonic() >= deadline:
                raise failure from error
            time.sleep(0.01)
        else:
            return
