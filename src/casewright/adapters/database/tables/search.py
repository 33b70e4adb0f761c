"""The tables of words by which chunks are found."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, PrimaryKeyConstraint, Table, UniqueConstraint

from casewright.adapters.database.column_types import AnyText
from casewright.adapters.database.tables.metadata import metadata

word_documents = Table(
    "word_documents",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("document_id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("number", Integer, nullable=False, doc="one for all tenants; never that of another document"),
    Column("version", Integer, nullable=False, doc="the rules that the words were made by"),
    PrimaryKeyConstraint("tenant_id", "document_id"),
    UniqueConstraint("number"),
    Index(None, "tenant_id", "matter_id"),
)

chunk_words = Table(
    "chunk_words",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("place", BigInteger, nullable=False, doc="the document's number * 2^20 + the chunk's index"),
    Column("words", AnyText, nullable=False, doc="folded and stemmed; indexed by chunk_words_index"),
    PrimaryKeyConstraint("tenant_id", "place"),
)

WORD_INDEX = "chunk_words_index"
"""The full-text index over ``chunk_words``, which each database makes in its own way."""
