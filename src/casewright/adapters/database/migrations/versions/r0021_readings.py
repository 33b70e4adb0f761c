"""What a reading says beside its text, and by which reader it was made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """To 0021."""
    op.add_column("documents", sa.Column("report", sa.Text(), nullable=True))
    op.add_column("documents", sa.Column("reader_version", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("documents", sa.Column("replaced_by", sa.Text(), nullable=True))
    for name in ("furniture", "outline", "layout", "recognised", "geometry"):
        op.add_column("document_texts", sa.Column(name, sa.LargeBinary(), nullable=True))
