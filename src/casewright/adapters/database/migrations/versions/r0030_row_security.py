"""Row-level security on PostgreSQL: each tenant's rows are seen by who works for it. SQLite has none."""

from __future__ import annotations

from alembic import op

from casewright.adapters.database.row_security import list_tenants, protect

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """To 0030. Tables of later revisions are put under the same policies as their upgrade ends (``migrate``)."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        list_tenants(connection)
        protect(connection)
