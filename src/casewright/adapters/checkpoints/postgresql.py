"""Checkpoints in PostgreSQL, beside the other tables."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

import psycopg
from langgraph.checkpoint.postgres import PostgresSaver
from psycopg.rows import dict_row

from casewright.adapters.checkpoints.threaded_saver import ThreadedSaver, strict_serializer
from casewright.adapters.database.translate import translated

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME = "of the agents' checkpoints"


class PostgresCheckpoints(ThreadedSaver, PostgresSaver):
    """LangGraph's PostgreSQL saver over one connection; its tables are made where they are missing."""

    def __init__(self, url: str) -> None:
        with translated(_NAME):
            connection = psycopg.Connection.connect(
                url, autocommit=True, prepare_threshold=0, row_factory=dict_row, connect_timeout=10
            )
        super().__init__(connection, serde=strict_serializer())
        self._connection = connection
        with translated(_NAME):
            self.setup()

    @contextmanager
    def _cursor(self, *, pipeline: bool = False) -> Iterator[Any]:
        with translated(_NAME), super()._cursor(pipeline=pipeline) as cursor:
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
