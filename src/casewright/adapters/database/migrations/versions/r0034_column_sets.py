"""Columns of review grids that are kept together under a name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """To 0034."""
    names = ("tenant_id", "matter_id", "name", "columns", "saved_by", "saved_at")
    op.create_table(
        "column_sets",
        *(sa.Column(name, sa.Text(), nullable=False) for name in names),
        sa.PrimaryKeyConstraint("tenant_id", "matter_id", "name", name=op.f("pk_column_sets")),
    )
