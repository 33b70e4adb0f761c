"""The tables of the audit: its events, the head of each chain and the signed checkpoints."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, LargeBinary, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText
from casewright.adapters.database.tables.metadata import metadata

audit_events = Table(
    "audit_events",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False, doc="canonical JSON"),
    Column("hash", LargeBinary, nullable=False),
    Column("mac", LargeBinary, nullable=True, doc="of the hash, with the home's key; none in rows older than MACs"),
    PrimaryKeyConstraint("tenant_id", "seq"),
)

audit_heads = Table(
    "audit_heads",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tenant_id"),
)

audit_checkpoints = Table(
    "audit_checkpoints",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False, doc="canonical JSON with its signature"),
    PrimaryKeyConstraint("tenant_id", "count"),
)
