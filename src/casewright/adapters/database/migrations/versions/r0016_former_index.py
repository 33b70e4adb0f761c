"""The hashes by which a case's parties were known before they were detached or changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """To 0016."""
    op.create_table(
        "former_index",
        *_texts("tenant_id", "case_id", "alias", "party_id"),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        *_texts("field"),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "case_id", "alias", "hash", "field", name=op.f("pk_former_index")),
    )
    op.create_index(op.f("ix_former_index_tenant_id_party_id"), "former_index", ["tenant_id", "party_id"])


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]
