"""How often tools were called in a round, and how often what is asked for was asked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """To 0029."""
    op.create_table(
        "call_counts",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("tenant_id", "run")),
        sa.Column("round", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("role", "tool")),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("counted_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "run", "round", "role", "tool", name=op.f("pk_call_counts")),
    )
    op.create_table(
        "request_rates",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("tenant_id", "key")),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "key", name=op.f("pk_request_rates")),
    )
