"""The MAC of each record of the audit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """To 0017."""
    op.add_column("audit_events", sa.Column("mac", sa.LargeBinary(), nullable=True))
