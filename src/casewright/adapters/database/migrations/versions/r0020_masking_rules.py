"""By which rules the texts of a case were masked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """To 0020."""
    op.add_column("cases", sa.Column("masking_rules", sa.Integer(), nullable=True))
