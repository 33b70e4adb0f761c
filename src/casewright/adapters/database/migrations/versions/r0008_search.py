"""The words of chunks with their full-text index, and saved queries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_FTS5 = (
    "CREATE VIRTUAL TABLE chunk_words_index USING fts5"
    "(words, content='', detail='none', columnsize=0, tokenize='ascii')"
)
_GIN = (
    "CREATE INDEX chunk_words_index ON chunk_words USING gin (array_to_tsvector(string_to_array(words, ' '))) "
    "WITH (fastupdate = off)"
)


def upgrade() -> None:
    """From 0006 to 0008."""
    op.create_table(
        "word_documents",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("matter_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "document_id", name=op.f("pk_word_documents")),
        sa.UniqueConstraint("number", name=op.f("uq_word_documents_number")),
    )
    op.create_index(
        op.f("ix_word_documents_tenant_id_matter_id"), "word_documents", ["tenant_id", "matter_id"], unique=False
    )
    op.create_table(
        "chunk_words",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "place", name=op.f("pk_chunk_words")),
    )
    op.create_table(
        "saved_queries",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("matter_id", sa.Text(), nullable=True),
        sa.Column("saved_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "owner", "name", name=op.f("pk_saved_queries")),
    )
    op.execute(_FTS5 if op.get_bind().dialect.name == "sqlite" else _GIN)
