"""A transaction in which many callers read, one after the other: to begin and to end one costs more than a read."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection


class SharedReading:
    """The connection of one, begun in this thread; it serves until anything fails in it."""

    def __init__(self, database: object, connection: Connection) -> None:
        self._database = database
        self._connection = connection
        self._thread = threading.get_ident()
        self._failed = False

    @contextmanager
    def part(self) -> Iterator[None]:
        """What is read inside is read in the transaction."""
        token = shared_reading.set(self)
        try:
            yield
        finally:
            shared_reading.reset(token)

    def serves(self, database: object) -> bool:
        """Whether a read of the database, here, can be made in it."""
        return database is self._database and not self._failed and self._thread == threading.get_ident()

    @contextmanager
    def used(self) -> Iterator[Connection]:
        """The connection; after anything is raised, nobody else reads in the transaction."""
        try:
            yield self._connection
        except BaseException:
            self._failed = True
            raise


shared_reading: ContextVar[SharedReading | None] = ContextVar("casewright_shared_reading", default=None)
"""The one that is read in here."""
