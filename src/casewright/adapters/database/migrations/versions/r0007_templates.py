"""Templates of one's own; scores take two bytes each, so that those of four are computed anew."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """From 0006 to 0007."""
    op.create_table(
        "templates",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("query", sa.Text()),
        sa.Column("parameter", sa.Text()),
        sa.Column("positive", sa.Text()),
        sa.Column("negative", sa.Text()),
        sa.Column("model", sa.Text()),
        sa.Column("head", sa.LargeBinary()),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "name", name=op.f("pk_templates")),
    )
    for table in ("score_pages", "score_statements", "score_usage"):
        op.execute(sa.delete(sa.table(table)))
