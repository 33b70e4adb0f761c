"""The tables of plans, units and payments."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKeyConstraint, Index, Integer, PrimaryKeyConstraint, Table, UniqueConstraint

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.cases import cases
from casewright.adapters.database.tables.metadata import metadata

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("plan", AnyText, nullable=False),
    Column("set_by", AnyText, nullable=False),
    Column("set_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id"),
)

quota_use = Table(
    "quota_use",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("month", AnyText, nullable=False, doc="such as 2026-11, on the clock of the plans"),
    Column("tier", Integer, nullable=False),
    Column("used", Integer, nullable=False),
    PrimaryKeyConstraint("tenant_id", "month", "tier"),
)

case_grants = Table(
    "case_grants",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("case_id", AnyText, nullable=False),
    Column("tier", Integer, nullable=False),
    Column("month", AnyText, doc="of the unit that covers it"),
    Column("payment_id", AnyText, doc="of the payment that covers it"),
    Column("granted_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "case_id"),
    ForeignKeyConstraint(["tenant_id", "case_id"], [cases.c.tenant_id, cases.c.id]),
)

payments = Table(
    "payments",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("case_id", AnyText, nullable=False),
    Column("open_case", AnyText, doc="the case while it is open, else null: a case has one open payment"),
    Column("tier", Integer, nullable=False),
    Column("cents", Integer, nullable=False),
    Column("currency", AnyText, nullable=False),
    Column("adapter", AnyText, nullable=False),
    Column("reference", AnyText),
    Column("url", AnyText),
    Column("status", AnyText, nullable=False),
    Column("requested_by", AnyText, nullable=False),
    Column("requested_at", UtcTime, nullable=False),
    Column("settled_at", UtcTime),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "open_case"),
    ForeignKeyConstraint(["tenant_id", "case_id"], [cases.c.tenant_id, cases.c.id]),
    Index(None, "tenant_id", "case_id", "requested_at"),
)

payment_events = Table(
    "payment_events",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("adapter", AnyText, nullable=False),
    Column("event_id", AnyText, nullable=False),
    Column("payment_id", AnyText, nullable=False, doc="as the event says; of a refused one there may be none"),
    Column("outcome", AnyText, nullable=False),
    Column("taken_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "adapter", "event_id"),
)
