"""Debates about deals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """From 0012 to 0013."""
    op.create_table(
        "debates",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("tenant_id", "id", "deal_id")),
        sa.Column("position", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("owner", "status", "settings", "gates")),
        sa.Column("stop_reason", sa.Text()),
        sa.Column("result", sa.Text()),
        sa.Column("started_at", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.Text()),
        sa.Column("audit_from", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_debates")),
    )
    columns = ["tenant_id", "deal_id", "position"]
    op.create_index(op.f("ix_debates_tenant_id_deal_id_position"), "debates", columns)
