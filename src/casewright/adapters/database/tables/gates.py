"""The table of gates that a person decides."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, LargeBinary, PrimaryKeyConstraint, Table, UniqueConstraint

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

human_gates = Table(
    "human_gates",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("deal_id", AnyText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("claims", AnyText, nullable=False, doc="JSON: ids"),
    Column("reason", AnyText, nullable=False),
    Column("priority", AnyText, nullable=False),
    Column("required_role", AnyText, nullable=False),
    Column("status", AnyText, nullable=False),
    Column("candidate", AnyText, doc="the type of defect that approving confirms"),
    Column("key", AnyText, nullable=False),
    Column("key_hash", LargeBinary, nullable=False),
    Column("made_by", AnyText, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    Column("decided_by", AnyText),
    Column("decision", AnyText),
    Column("decided_at", UtcTime),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "deal_id", "key_hash"),
    Index(None, "tenant_id", "deal_id", "position"),
)
