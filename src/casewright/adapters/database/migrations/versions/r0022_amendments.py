"""Which documents amend which, as people decided."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """To 0022."""
    op.create_table(
        "document_amendments",
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in ("tenant_id", "matter_id", "document_id", "amended_id", "kind")
        ),
        sa.Column("holds", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("decided_by", "decided_at")),
        sa.PrimaryKeyConstraint("tenant_id", "document_id", "amended_id", name=op.f("pk_document_amendments")),
    )
    op.create_index(
        op.f("ix_document_amendments_tenant_id_matter_id"), "document_amendments", ["tenant_id", "matter_id"]
    )
