"""The tables of claims and of what they rest on; each deal is a matter."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

claims = Table(
    "claims",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("deal_id", AnyText, nullable=False),
    Column("position", Integer, nullable=False, doc="the order in which the deal's claims were stored"),
    Column("text", AnyText, nullable=False),
    Column("claim_class", AnyText, nullable=False),
    Column("claim_type", AnyText, nullable=False),
    Column("materiality", AnyText, nullable=False),
    Column("value", AnyText, doc="JSON, packed by claim_columns like all JSON here"),
    Column("metric", AnyText),
    Column("entity", AnyText),
    Column("period", AnyText, doc="its kind and its last day, such as year/2025-12-31"),
    Column("basis", AnyText, nullable=False),
    Column("subjective", Boolean, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("verified_by", AnyText),
    Column("span", AnyText, doc="JSON: [document, start, end, page, cell]"),
    Column("source_calc", AnyText),
    Column("derived_from", AnyText, nullable=False, doc="JSON: ids of claims"),
    Column("chain", AnyText, nullable=False, doc="JSON: its nodes in order; a chain is read and written whole"),
    Column("rests_on", AnyText, nullable=False, doc="JSON: ids of evidence, the primary one first"),
    Column("grade", AnyText, nullable=False),
    Column("verdict", AnyText, nullable=False),
    Column("action", AnyText, nullable=False),
    Column("corroboration", AnyText, nullable=False),
    Column("explanation", AnyText, nullable=False, doc="JSON: one sentence a step"),
    Column("notes", AnyText, nullable=False, doc="JSON"),
    Column("made_by", AnyText, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    Column("polarity", AnyText, doc="what it is for who buys the company; null where nobody said it"),
    PrimaryKeyConstraint("tenant_id", "id"),
    Index(None, "tenant_id", "deal_id", "position"),
    Index(None, "tenant_id", "deal_id", "metric", "entity"),
    Index(None, "tenant_id", "deal_id", "claim_type"),
)

claim_evidence = Table(
    "claim_evidence",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("deal_id", AnyText, nullable=False),
    Column("evidence_id", AnyText, nullable=False),
    Column("claim_id", AnyText, nullable=False, doc="a claim that rests on the item"),
    PrimaryKeyConstraint("tenant_id", "deal_id", "evidence_id", "claim_id"),
)
