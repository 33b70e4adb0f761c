"""What a claim is for who buys the company: of clauses of contracts, and where somebody said it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """To 0024."""
    op.add_column("claims", sa.Column("polarity", sa.Text(), nullable=True))
