"""The table of debates about deals."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

debates = Table(
    "debates",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("deal_id", AnyText, nullable=False),
    Column("position", Integer, nullable=False, doc="the order in which the deal's debates began"),
    Column("owner", AnyText, nullable=False),
    Column("status", AnyText, nullable=False),
    Column("settings", AnyText, nullable=False, doc="JSON: minds by role, max_rounds, seed"),
    Column("gates", AnyText, nullable=False, doc="JSON: ids of gates that it waits for, or that it ended at"),
    Column("stop_reason", AnyText),
    Column("result", AnyText, doc="JSON, once it has ended"),
    Column("started_at", UtcTime, nullable=False),
    Column("ended_at", UtcTime),
    Column("audit_from", Integer, nullable=False, doc="the number of its first event in the audit"),
    PrimaryKeyConstraint("tenant_id", "id"),
    Index(None, "tenant_id", "deal_id", "position"),
)
