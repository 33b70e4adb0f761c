"""Checkpoints in PostgreSQL, beside the other tables."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

import psycopg
from langgraph.checkpoint.postgres import PostgresSaver
from psycopg.rows import dict_row

from casewright.adapters.checkpoints.threaded_saver import ThreadedSaver, strict_serializer
from casewright.adapters.database.row_security import CONDITIONS, policies
from casewright.adapters.database.tenants import SET_TENANT
from casewright.adapters.database.translate import translated
from casewright.tools.tenancy import acting_in, current_tenant

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
_NAME = "of the agents' checkpoints"


class PostgresCheckpoints(ThreadedSaver, PostgresSaver):
    """LangGraph's PostgreSQL saver over one connection; its tables are made where they are missing.

    The threads of ``current_tenant`` are read and written, and no others.
    """

    def __init__(self, url: str) -> None:
        with translated(_NAME):
            connection = psycopg.Connection.connect(
                url, autocommit=True, prepare_threshold=0, row_factory=dict_row, connect_timeout=10
            )
        super().__init__(connection, serde=strict_serializer())
        self._connection = connection
        with translated(_NAME), acting_in(None):
            if self._is_behind():
                self.prepare()

    def prepare(self) -> None:
        """Make the tables, or bring them up to date, and keep their rows apart by tenant; for who owns them."""
        self.setup()
        for table in TABLES:
            for statement in policies(table, CONDITIONS[table]):
                self._connection.execute(statement.encode())

    def _is_behind(self) -> bool:
        if self._connection.execute("SELECT to_regclass('checkpoint_migrations') AS it").fetchone() == {"it": None}:
            return True
        row = self._connection.execute("SELECT max(v) AS newest FROM checkpoint_migrations").fetchone()
        return row is None or row["newest"] is None or row["newest"] < len(self.MIGRATIONS) - 1

    @contextmanager
    def _cursor(self, *, pipeline: bool = False) -> Iterator[Any]:
        tenant = current_tenant.get()
        with translated(_NAME), super()._cursor(pipeline=pipeline) as cursor:
            if tenant is None:
                yield cursor
                return
            with self._connection.transaction():
                cursor.execute(SET_TENANT, (tenant,))
                yield cursor

    @property
    def saver(self) -> Self:
        """What a graph writes its checkpoints with: this."""
        return self

    def forget_steps(self, thread: str) -> None:
        """Steps are kept: here they share what they have in common."""

    def forget(self, thread: str) -> None:
        """Remove everything of the thread; the server removes deleted rows from its files at its next VACUUM."""
        self.delete_thread(thread)

    def flush(self) -> None:
        """Every commit is on the server's disk already."""

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()
