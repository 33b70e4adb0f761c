"""The tables of evidence and of the sources that documents are."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

evidence = Table(
    "evidence",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("deal_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("position", Integer, nullable=False, doc="the order in which the deal's evidence was stored"),
    Column("document_id", AnyText, doc="of its span; NULL where it has none, like the rest of the span"),
    Column("start", Integer),
    Column("end", Integer),
    Column("page", Integer),
    Column("cell", AnyText),
    Column("excerpt", AnyText, nullable=False),
    Column("source_type", AnyText, nullable=False),
    Column("source_grade", AnyText, nullable=False),
    Column("source_system", AnyText, nullable=False),
    Column("upstream_origin", AnyText),
    Column("artefact", AnyText, nullable=False),
    Column("status", AnyText, nullable=False),
    Column("source_date", UtcTime),
    Column("retrieved_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "deal_id", "id"),
    Index(None, "tenant_id", "deal_id", "document_id"),
)

document_sources = Table(
    "document_sources",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("document_id", AnyText, nullable=False),
    Column("deal_id", AnyText, nullable=False),
    Column("source_type", AnyText, nullable=False),
    Column("source_system", AnyText),
    Column("upstream_origin", AnyText),
    Column("source_date", UtcTime),
    Column("described_by", AnyText, nullable=False),
    Column("described_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "document_id"),
    Index(None, "tenant_id", "deal_id"),
)
