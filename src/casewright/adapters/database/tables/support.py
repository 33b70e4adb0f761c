"""The tables of support tickets and of the reasoner's approvals of plans, both of cases."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Table, UniqueConstraint

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.cases import cases
from casewright.adapters.database.tables.metadata import metadata

support_tickets = Table(
    "support_tickets",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("case_id", AnyText, nullable=False),
    Column("position", Integer, nullable=False, doc="the order in which the tenant's tickets were stored"),
    Column("cause", AnyText, nullable=False, doc="a digest of what failed"),
    Column("description", AnyText, nullable=False),
    Column("snapshot", AnyText, doc="JSON, with placeholders where personal data would stand"),
    Column("paused_from", AnyText, nullable=False, doc="the case's status when the ticket was opened"),
    Column("status", AnyText, nullable=False),
    Column("times", Integer, nullable=False, doc="how often it was opened"),
    Column("opened_by", AnyText, nullable=False),
    Column("opened_at", UtcTime, nullable=False),
    Column("closed_by", AnyText),
    Column("closed_at", UtcTime),
    Column("note", AnyText, nullable=False),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "case_id", "cause"),
    ForeignKeyConstraint(["tenant_id", "case_id"], [cases.c.tenant_id, cases.c.id]),
)

plan_approvals = Table(
    "plan_approvals",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("case_id", AnyText, nullable=False),
    Column("number", Integer, nullable=False, doc="counts the approvals of the case"),
    Column("draft_name", AnyText, nullable=False),
    Column("reasoner", AnyText, nullable=False, doc="who approved"),
    Column("approved_at", UtcTime, nullable=False),
    Column("used_for", AnyText, doc="the id of the draft's revision that was made on it"),
    Column("used_at", UtcTime),
    PrimaryKeyConstraint("tenant_id", "case_id", "number"),
    UniqueConstraint("tenant_id", "case_id", "used_for"),
    ForeignKeyConstraint(["tenant_id", "case_id"], [cases.c.tenant_id, cases.c.id]),
)
