"""The table of calculations."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, PrimaryKeyConstraint, Table, UniqueConstraint

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

calculations = Table(
    "calculations",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("deal_id", AnyText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("type", AnyText, nullable=False),
    Column("inputs", AnyText, nullable=False, doc="JSON: [[name, claim, value, grade, material, period], …]"),
    Column("output", AnyText, doc="JSON"),
    Column("remark", AnyText),
    Column("formula", AnyText, nullable=False),
    Column("formula_hash", AnyText, nullable=False),
    Column("reproducibility_hash", AnyText, nullable=False),
    Column("code_version", AnyText, nullable=False),
    Column("grade", AnyText, nullable=False),
    Column("explanation", AnyText, nullable=False, doc="JSON"),
    Column("made_by", AnyText, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "deal_id", "reproducibility_hash"),
    Index(None, "tenant_id", "deal_id", "position"),
)
