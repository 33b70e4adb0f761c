"""The first tables: matters, documents and their chunks, scores and features, the audit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From an empty database to 0001."""
    _matters()
    _documents()
    _chunks()
    _scores()
    _audit()


def _matters() -> None:
    op.create_table(
        "matters",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("jurisdiction", sa.Text(), nullable=True),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_matters")),
        sa.UniqueConstraint("tenant_id", "number", name=op.f("uq_matters_tenant_id_number")),
    )
    op.create_table(
        "matter_numbers",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "year", name=op.f("pk_matter_numbers")),
    )


def _documents() -> None:
    op.create_table(
        "documents",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("matter_id", sa.Text(), nullable=False),
        sa.Column("identity", sa.LargeBinary(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("blob", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("characters", sa.BigInteger(), nullable=False),
        sa.Column("chunk_count", sa.Integer(), nullable=False),
        sa.Column("uploaded_by", sa.Text(), nullable=False),
        sa.Column("uploaded_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant_id", "matter_id"], ["matters.tenant_id", "matters.id"], name=op.f("fk_documents_matters")
        ),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_documents")),
        sa.UniqueConstraint(
            "tenant_id", "matter_id", "identity", name=op.f("uq_documents_tenant_id_matter_id_identity")
        ),
    )
    op.create_index(
        op.f("ix_documents_tenant_id_matter_id_position"),
        "documents",
        ["tenant_id", "matter_id", "position"],
        unique=False,
    )
    op.create_table(
        "document_texts",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("chunks", sa.LargeBinary(), nullable=False),
        sa.Column("sections", sa.Text(), nullable=False),
        sa.Column("pages", sa.LargeBinary(), nullable=False),
        sa.Column("offsets", sa.LargeBinary(), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant_id", "document_id"],
            ["documents.tenant_id", "documents.id"],
            name=op.f("fk_document_texts_documents"),
        ),
        sa.PrimaryKeyConstraint("tenant_id", "document_id", name=op.f("pk_document_texts")),
    )


def _chunks() -> None:
    op.create_table(
        "chunk_contents",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "sha256", name=op.f("pk_chunk_contents")),
        sa.UniqueConstraint("tenant_id", "number", name=op.f("uq_chunk_contents_tenant_id_number")),
    )
    op.create_table(
        "chunk_counters",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("next", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", name=op.f("pk_chunk_counters")),
    )
    op.create_table(
        "feature_runs",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "model", "first", name=op.f("pk_feature_runs")),
    )


def _scores() -> None:
    op.create_table(
        "score_usage",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("tick", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", name=op.f("pk_score_usage")),
    )
    op.create_table(
        "score_statements",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "model", "statement", name=op.f("pk_score_statements")),
    )
    op.create_index(op.f("ix_score_statements_tenant_id_used"), "score_statements", ["tenant_id", "used"], unique=False)
    op.create_table(
        "score_pages",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "model", "statement", "page", name=op.f("pk_score_pages")),
    )


def _audit() -> None:
    op.create_table(
        "audit_events",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "seq", name=op.f("pk_audit_events")),
    )
    op.create_table(
        "audit_heads",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", name=op.f("pk_audit_heads")),
    )
