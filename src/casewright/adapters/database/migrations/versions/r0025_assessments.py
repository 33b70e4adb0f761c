"""What deals were last assessed over; claims by metric and by type, defects by claim."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

_INDEXES = (("claims", "metric", "entity"), ("claims", "claim_type"), ("defects", "claim_id"))


def upgrade() -> None:
    """To 0025."""
    op.create_table(
        "deal_assessments",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("tenant_id", "deal_id", "premises")),
        sa.Column("claims", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("seen_at", "absent")),
        sa.PrimaryKeyConstraint("tenant_id", "deal_id", name=op.f("pk_deal_assessments")),
    )
    for table, *own in _INDEXES:
        columns = ["tenant_id", "deal_id", *own]
        op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)
