"""The tables of the facts of documents: what was read, by what, and what people said to it."""

from __future__ import annotations

from sqlalchemy import Column, Float, Integer, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

fact_readings = Table(
    "fact_readings",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("document_id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("reader", AnyText, nullable=False, doc="name and version of what read the facts"),
    Column("text_sha256", AnyText, nullable=False),
    Column("looked_for", AnyText, nullable=False, doc="JSON: the fields; what of them has no fact was not found"),
    Column("read_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "document_id"),
)

facts = Table(
    "facts",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("document_id", AnyText, nullable=False),
    Column("reader", AnyText, nullable=False),
    Column("field", AnyText, nullable=False),
    Column("ordinal", Integer, nullable=False, doc="from 0, the surest first"),
    Column("matter_id", AnyText, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("page", Integer),
    Column("section", AnyText),
    Column("value", AnyText, doc="JSON as evidence.facts.values.as_json writes it; NULL where the words have none"),
    Column("confidence", Float, nullable=False),
    Column("how", AnyText, nullable=False),
    PrimaryKeyConstraint("tenant_id", "document_id", "reader", "field", "ordinal"),
)

fact_corrections = Table(
    "fact_corrections",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("document_id", AnyText, nullable=False),
    Column("number", Integer, nullable=False, doc="counts what was said to the document's facts, from 1"),
    Column("matter_id", AnyText, nullable=False),
    Column("text_sha256", AnyText, nullable=False, doc="the text that it was said of"),
    Column("kind", AnyText, nullable=False),
    Column("field", AnyText, nullable=False),
    Column("about_start", Integer),
    Column("about_end", Integer),
    Column("fact", AnyText, doc="JSON: what holds instead; NULL where nothing does"),
    Column("decided_by", AnyText, nullable=False),
    Column("decided_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "document_id", "number"),
)
