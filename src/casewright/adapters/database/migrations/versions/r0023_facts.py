"""The facts of documents: what was read, by what, and what people said to it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """To 0023."""
    op.create_table(
        "fact_readings",
        *_texts("tenant_id", "document_id", "matter_id", "reader", "text_sha256", "looked_for", "read_at"),
        sa.PrimaryKeyConstraint("tenant_id", "document_id", name=op.f("pk_fact_readings")),
    )
    op.create_table(
        "facts",
        *_texts("tenant_id", "document_id", "reader", "field"),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        *_texts("matter_id"),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("start", "end")),
        sa.Column("page", sa.Integer()),
        *(sa.Column(name, sa.Text()) for name in ("section", "value")),
        sa.Column("confidence", sa.Float(), nullable=False),
        *_texts("how"),
        sa.PrimaryKeyConstraint("tenant_id", "document_id", "reader", "field", "ordinal", name=op.f("pk_facts")),
    )
    op.create_table(
        "fact_corrections",
        *_texts("tenant_id", "document_id"),
        sa.Column("number", sa.Integer(), nullable=False),
        *_texts("matter_id", "text_sha256", "kind", "field"),
        *(sa.Column(name, sa.Integer()) for name in ("about_start", "about_end")),
        sa.Column("fact", sa.Text()),
        *_texts("decided_by", "decided_at"),
        sa.PrimaryKeyConstraint("tenant_id", "document_id", "number", name=op.f("pk_fact_corrections")),
    )


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]
