"""The table of which documents amend which, as people decided."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

document_amendments = Table(
    "document_amendments",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("document_id", AnyText, nullable=False),
    Column("amended_id", AnyText, nullable=False),
    Column("kind", AnyText, nullable=False),
    Column("holds", Boolean, nullable=False),
    Column("decided_by", AnyText, nullable=False),
    Column("decided_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "document_id", "amended_id"),
    Index(None, "tenant_id", "matter_id"),
)
