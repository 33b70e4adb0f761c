"""The tables of what people said to cells of review grids, and of columns kept together."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

cell_reviews = Table(
    "cell_reviews",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("document_id", AnyText, nullable=False),
    Column("number", Integer, nullable=False, doc="counts what was said to the document's cells, from 1"),
    Column("matter_id", AnyText, nullable=False),
    Column("column_hash", AnyText, nullable=False),
    Column("column_text", AnyText, nullable=False, doc="JSON: the column's definition, which the hash is of"),
    Column("seen_id", AnyText, nullable=False, doc="the document's id when it was said; a newer reading has another"),
    Column("reader_version", AnyText, nullable=False),
    Column("state", AnyText, nullable=False),
    Column("comment", AnyText, nullable=False),
    Column("reviewer", AnyText, nullable=False),
    Column("at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "document_id", "number"),
    Index(None, "tenant_id", "matter_id"),
)
column_sets = Table(
    "column_sets",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("columns", AnyText, nullable=False, doc="JSON: a list of the columns' definitions"),
    Column("saved_by", AnyText, nullable=False),
    Column("saved_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "matter_id", "name"),
)
