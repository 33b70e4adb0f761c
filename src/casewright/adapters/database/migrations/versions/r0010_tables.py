"""The tables of documents, and the dates that documents give themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """From 0009 to 0010."""
    op.add_column("document_texts", sa.Column("tables", sa.LargeBinary(), nullable=True))
    op.add_column("documents", sa.Column("dated", sa.Text(), nullable=True))
