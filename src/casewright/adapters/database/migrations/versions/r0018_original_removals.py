"""Originals that are to be removed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """To 0018."""
    op.create_table(
        "original_removals",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("blob", sa.Text(), nullable=False),
        sa.Column("due_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "blob", name=op.f("pk_original_removals")),
    )
