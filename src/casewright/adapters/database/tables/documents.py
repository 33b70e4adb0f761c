"""The tables of documents, their texts and chunks, and of conversations about them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.matters import matters
from casewright.adapters.database.tables.metadata import metadata

documents = Table(
    "documents",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("identity", LargeBinary, nullable=False, doc="SHA-256 of what makes the document one of its matter's"),
    Column("position", Integer, nullable=False, doc="orders documents of the same instant"),
    Column("filename", AnyText, nullable=False),
    Column("media_type", AnyText, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("blob", AnyText, nullable=False),
    Column("status", AnyText, nullable=False),
    Column("error", AnyText),
    Column("characters", BigInteger, nullable=False),
    Column("chunk_count", Integer, nullable=False),
    Column("uploaded_by", AnyText, nullable=False),
    Column("uploaded_at", UtcTime, nullable=False),
    Column("dated", UtcTime, doc="the date that the document gives itself"),
    Column("report", AnyText, doc="JSON: how much of the file was read; NULL where that was not kept"),
    Column("reader_version", Integer, nullable=False, server_default="1", doc="which way of reading made the text"),
    Column("replaced_by", AnyText, doc="the document that is a newer reading of the same file"),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "matter_id", "identity"),
    ForeignKeyConstraint(["tenant_id", "matter_id"], [matters.c.tenant_id, matters.c.id]),
    Index(None, "tenant_id", "matter_id", "position"),
)

document_texts = Table(
    "document_texts",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("document_id", AnyText, nullable=False),
    Column("chunks", LargeBinary, nullable=False, doc="packed by chunk_columns; before the text, so that it is near"),
    Column("sections", AnyText, nullable=False, doc="JSON: sections and skipped, as chunk_columns packs them"),
    Column("pages", LargeBinary, nullable=False),
    Column("offsets", LargeBinary, nullable=False),
    Column("text", LargeBinary, nullable=False, doc="UTF-8, lone surrogates passed through"),
    Column("tables", LargeBinary, doc="packed by table_columns; NULL where none were looked for"),
    Column("furniture", LargeBinary, doc="packed by furniture_columns; NULL where none was looked for"),
    Column("outline", LargeBinary, doc="the index of sections; NULL where none was made"),
    Column("layout", LargeBinary, doc="changes, comments and notes; NULL where the format has none"),
    Column("recognised", LargeBinary, doc="what was read from pictures, with boxes; NULL where nothing was"),
    Column("geometry", LargeBinary, doc="what it takes to find words on the pages again; NULL where there are none"),
    PrimaryKeyConstraint("tenant_id", "document_id"),
    ForeignKeyConstraint(["tenant_id", "document_id"], [documents.c.tenant_id, documents.c.id]),
)

original_removals = Table(
    "original_removals",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("blob", AnyText, nullable=False, doc="an original that is to be removed, unless a document is made of it"),
    Column("due_at", UtcTime, nullable=False, doc="not before this"),
    PrimaryKeyConstraint("tenant_id", "blob"),
)

chunk_contents = Table(
    "chunk_contents",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("sha256", LargeBinary, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("tenant_id", "sha256"),
    UniqueConstraint("tenant_id", "number"),
)

chunk_counters = Table(
    "chunk_counters",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("next", Integer, nullable=False),
    PrimaryKeyConstraint("tenant_id"),
)

threads = Table(
    "threads",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("owner", AnyText, nullable=False, doc="the person whose conversation it is"),
    Column("title", AnyText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("input_tokens", BigInteger, nullable=False),
    Column("output_tokens", BigInteger, nullable=False),
    PrimaryKeyConstraint("tenant_id", "id"),
    Index(None, "tenant_id", "matter_id"),
)
