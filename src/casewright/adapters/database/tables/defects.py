"""The table of defects found in claims."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, LargeBinary, PrimaryKeyConstraint, Table, UniqueConstraint

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

defects = Table(
    "defects",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("deal_id", AnyText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("claim_id", AnyText, nullable=False),
    Column("type", AnyText, nullable=False),
    Column("severity", AnyText, nullable=False),
    Column("description", AnyText, nullable=False),
    Column("evidence", AnyText, nullable=False, doc="JSON: references"),
    Column("cure", AnyText, nullable=False),
    Column("status", AnyText, nullable=False),
    Column("key", AnyText, nullable=False),
    Column("key_hash", LargeBinary, nullable=False, doc="SHA-256 of the key, which may be of any length"),
    Column("flagged_by", AnyText, nullable=False),
    Column("flagged_at", UtcTime, nullable=False),
    Column("resolved_by", AnyText),
    Column("reason", AnyText),
    Column("resolved_at", UtcTime),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "deal_id", "key_hash"),
    Index(None, "tenant_id", "deal_id", "position"),
    Index(None, "tenant_id", "deal_id", "claim_id"),
)
