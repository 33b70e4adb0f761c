"""Which revision of the schema a database has, beside the ones that we know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sqlalchemy import column, inspect, select, table

from casewright.adapters.database.schema import REVISIONS, SCHEMA_HEAD
from casewright.errors import SchemaTooNew

if TYPE_CHECKING:
    from sqlalchemy import Connection

SchemaState = Literal["current", "missing", "older", "newer"]

_versions = table("alembic_version", column("version_num"))


def stored_revision(connection: Connection) -> str | None:
    """The revision that the database says it has; None where it has no schema of ours."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision = connection.execute(select(_versions.c.version_num)).scalar()
    return None if revision is None else str(revision)


def state_of(revision: str | None) -> SchemaState:
    """Where a revision stands beside ours; one that we don't know is newer."""
    if revision is None:
        return "missing"
    if revision == SCHEMA_HEAD:
        return "current"
    return "older" if revision in REVISIONS else "newer"


def too_new(database: str, revision: str) -> SchemaTooNew:
    """The error for a database that a newer version has written."""
    return SchemaTooNew(
        f"The database {database} has schema revision {revision!r} and this version of Casewright knows up to "
        f"{SCHEMA_HEAD!r}: upgrade Casewright, or use another home."
    )
