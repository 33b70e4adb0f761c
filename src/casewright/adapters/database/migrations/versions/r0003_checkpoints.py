"""Signed checkpoints of the audit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """From 0002 to 0003."""
    op.create_table(
        "audit_checkpoints",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "count", name=op.f("pk_audit_checkpoints")),
    )
