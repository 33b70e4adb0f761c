"""Checkpoints in a SQLite file of their own.

A checkpoint is written ahead of every step and survives the end of the process at any moment, however it ends. A loss
of power may take the steps since the last ``flush`` with it, never more, and the file stays whole: a run then goes on
from an earlier step. ``flush`` is called before a call that changes something, and before a turn's end is told.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Self

from langgraph.checkpoint.sqlite import SqliteSaver

from casewright.adapters.checkpoints.threaded_saver import ThreadedSaver, strict_serializer
from casewright.adapters.database.translate import told_name, translated
from casewright.errors import StorageBusy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_OLDER = "thread_id = ? AND checkpoint_id < (SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?)"


class SqliteCheckpoints(ThreadedSaver, SqliteSaver):
    """LangGraph's SQLite saver over one file, made where it is missing."""

    def __init__(self, path: Path, *, busy_timeout: float) -> None:
        self._path = path
        self._name = told_name(path)
        with translated(self._name):
            # Only its owner may read what was said, whatever folder it stands in.
            with suppress(OSError):
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            connection = sqlite3.connect(path, timeout=busy_timeout, check_same_thread=False)
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA secure_delete = ON")
        super().__init__(connection, serde=strict_serializer())
        self.jsonplus_serde = strict_serializer()

    @contextmanager
    def cursor(self, transaction: bool = True) -> Iterator[sqlite3.Cursor]:
        """A cursor whose errors are ours."""
        with translated(self._name), super().cursor(transaction) as cursor:
            yield cursor

    @property
    def saver(self) -> Self:
        """What a graph writes its checkpoints with: this."""
        return self

    def forget_steps(self, thread: str) -> None:
        """Keep the thread's newest checkpoint alone: it holds the whole conversation."""
        with self.cursor() as cursor:
            for table in ("writes", "checkpoints"):
                cursor.execute(f"DELETE FROM {table} WHERE {_OLDER}", (thread, thread))  # noqa: S608 (our own names)

    def forget(self, thread: str) -> None:
        """Remove everything of the thread, from the file and from the log ahead of it.

        The file is written anew: SQLite overwrites what is deleted where it stands, not where it stood before a page
        was split. Raises ``StorageBusy`` where another process writes, or reads, all the time.
        """
        self.delete_thread(thread)
        with self.lock, translated(self._name):
            self.conn.execute("VACUUM")
            busy = self.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            raise StorageBusy(
                f"The log of {self._name!r} cannot be emptied, because another process reads it: what was "
                "forgotten is gone from it once every process has closed the home"
            )

    def flush(self) -> None:
        """Have what was written on the disk: SQLite's log, which is what a commit appends to."""
        with suppress(FileNotFoundError):
            log = os.open(f"{self._path}-wal", os.O_RDONLY)
            try:
                os.fsync(log)
            finally:
                os.close(log)

    def close(self) -> None:
        """Let go of the file."""
        self.conn.close()
