"""The table of consents to providers."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKeyConstraint, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.matters import matters
from casewright.adapters.database.tables.metadata import metadata

provider_consents = Table(
    "provider_consents",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("provider", AnyText, nullable=False),
    Column("granted_by", AnyText, nullable=False),
    Column("granted_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "matter_id", "provider"),
    ForeignKeyConstraint(["tenant_id", "matter_id"], [matters.c.tenant_id, matters.c.id]),
)
