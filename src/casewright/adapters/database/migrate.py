"""Brings a database's schema to ours. Imports Alembic: import it only where ``schema_state`` asks for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from sqlalchemy import text

from casewright.adapters.database.revision import state_of, stored_revision, too_new
from casewright.adapters.database.row_security import list_tenants, maintain, protect

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database

_LOCK = 0x63617365
"""The PostgreSQL advisory lock that migrations hold."""


def migrations(connection: object | None = None) -> Config:
    """Alembic's settings for our migrations, run over ``connection``."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def upgrade(database: Database) -> None:
    """Create or upgrade the schema in one transaction; nothing happens where it is current.

    On PostgreSQL every table is under row-level security afterwards. Of two processes that do so at once, the second
    waits for the first and finds nothing to do. Raises ``SchemaTooNew`` and what ``Database.write`` raises.
    """
    with database.write() as connection:
        server = database.dialect == "postgresql"
        if server:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        revision = stored_revision(connection)
        state = state_of(revision)
        if revision is not None and state == "newer":
            raise too_new(database.name, revision)
        if state == "current":
            return
        if server:
            maintain(connection)
        command.upgrade(migrations(connection), "head")
        if server:
            list_tenants(connection)
            protect(connection)
