"""Marks of effects that are committed and whose outcome is not chained yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """From 0004 to 0005."""
    op.create_table(
        "call_effects",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("intent_seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "intent_seq", name=op.f("pk_call_effects")),
    )
