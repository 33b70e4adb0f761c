"""How PostgreSQL is connected to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import create_engine, event

from casewright.adapters.database.tenants import begin
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from sqlalchemy import URL, Engine
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry


def postgresql_engine(url: URL, busy_timeout: float, connections: int) -> Engine:
    """Every transaction begins by saying for which tenant it is (``tenants``)."""
    try:
        engine = create_engine(
            url,
            connect_args={"connect_timeout": 10, "client_encoding": "utf8"},
            pool_size=connections,
            pool_timeout=busy_timeout,
            pool_pre_ping=True,
        )
    except ModuleNotFoundError as error:
        raise BadSettings(
            "PostgreSQL needs its driver: install it with pip install 'casewright[postgresql]'."
        ) from error

    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute(f"SET lock_timeout = {max(1, round(busy_timeout * 1000)):d}")
        cursor.close()
        connection.commit()

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine
