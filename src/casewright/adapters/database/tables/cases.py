"""The tables of cases and their details; each case is a matter."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKeyConstraint, Integer, LargeBinary, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.matters import matters
from casewright.adapters.database.tables.metadata import metadata

cases = Table(
    "cases",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False, doc="that of its matter"),
    Column("position", Integer, nullable=False, doc="the order in which the tenant's cases were stored"),
    Column("status", AnyText, nullable=False),
    Column("tier", Integer),
    Column("last_successful_step", AnyText),
    Column("pending_action", AnyText),
    Column("state_saved_at", UtcTime),
    Column("assistant_session", AnyText, nullable=False),
    Column("reasoner_session", AnyText, nullable=False),
    Column("version", Integer, nullable=False),
    Column("made_by", AnyText, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    Column("updated_at", UtcTime, nullable=False),
    Column("masking_rules", Integer, doc="by which rules all of its texts were masked; none: before they were counted"),
    PrimaryKeyConstraint("tenant_id", "id"),
    ForeignKeyConstraint(["tenant_id", "id"], [matters.c.tenant_id, matters.c.id]),
)

case_details = Table(
    "case_details",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("case_id", AnyText, nullable=False),
    Column("field", AnyText, nullable=False, doc="of the case file, such as facts: what changes alone is stored anew"),
    Column("position", Integer, nullable=False),
    Column("digest", LargeBinary, nullable=False, doc="of the content"),
    Column("content", LargeBinary, nullable=False, doc="JSON, with placeholders where personal data would stand"),
    PrimaryKeyConstraint("tenant_id", "case_id", "field"),
    ForeignKeyConstraint(["tenant_id", "case_id"], [cases.c.tenant_id, cases.c.id]),
)
