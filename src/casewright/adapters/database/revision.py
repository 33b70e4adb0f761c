"""Which revision of the schema a database has, beside the ones that we know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sqlalchemy import column, inspect, select, table

from casewright.errors import SchemaTooNew, Unavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection

REVISIONS = (
    *("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011", "0012", "0013"),
    *("0014", "0015", "0016", "0017", "0018", "0019", "0020", "0021", "0022", "0023", "0024", "0025", "0026"),
    *("0027", "0028", "0029", "0030", "0031", "0032", "0033", "0034"),
)
"""Every revision that this version knows, oldest first."""
SCHEMA_HEAD = REVISIONS[-1]

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


def too_old(database: str, revision: str | None) -> Unavailable:
    """The error for a database that this version has to bring up to date first."""
    at = "has no schema" if revision is None else f"is at revision {revision}"
    return Unavailable(
        f"The database {database} {at}, this version needs {SCHEMA_HEAD}: run 'casewright database migrate' or start "
        "with --migrate"
    )
