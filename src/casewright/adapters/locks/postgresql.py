"""Locks of a PostgreSQL server: let go of in words, or by the server where the connection that held one is gone.

A closed connection alone would not do: its lock stands until the server has ended what served it, some time later.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import psycopg

from casewright.adapters.database.translate import translated
from casewright.adapters.locks.names import digest, taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.ids import TenantId

_NAME = "of the locks"


class PostgresLocks:
    """Fits ``tools.ports.cases.CaseLocks``: each lock that is held has a connection of its own.

    It is free for the next by the time that ``held`` has ended, unless the server cannot be told.
    """

    def __init__(self, url: str, *, what: str = "case") -> None:
        self._url = url
        self._what = what

    @contextmanager
    def held(self, tenant: TenantId, name: str, /) -> Iterator[None]:
        """Within it nobody else holds it. Raises ``Busy`` where somebody does, ``Unavailable``."""
        key = int.from_bytes(digest(self._what, tenant, name), signed=True)
        with translated(_NAME):
            connection = psycopg.connect(self._url, autocommit=True, connect_timeout=10, keepalives_idle=60)
        try:
            with translated(_NAME):
                row = connection.execute("SELECT pg_try_advisory_lock(%s)", (key,)).fetchone()
            if row is None or not row[0]:
                raise taken(self._what, name)
            try:
                yield
            finally:
                with suppress(psycopg.Error):  # a server that is gone holds nothing; one cut off finds out
                    connection.execute("SELECT pg_advisory_unlock(%s)", (key,))
        finally:
            with suppress(psycopg.Error):
                connection.close()
