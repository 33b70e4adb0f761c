"""What people said to cells of review grids."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """To 0031."""
    op.create_table(
        "cell_reviews",
        *_texts("tenant_id", "document_id"),
        sa.Column("number", sa.Integer(), nullable=False),
        *_texts("matter_id", "column_hash", "column_text", "seen_id", "reader_version"),
        *_texts("state", "comment", "reviewer", "at"),
        sa.PrimaryKeyConstraint("tenant_id", "document_id", "number", name=op.f("pk_cell_reviews")),
    )
    op.create_index(op.f("ix_cell_reviews_tenant_id_matter_id"), "cell_reviews", ["tenant_id", "matter_id"])


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]
