"""The table of saved queries."""

from __future__ import annotations

from sqlalchemy import Column, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

saved_queries = Table(
    "saved_queries",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("owner", AnyText, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("query", AnyText, nullable=False),
    Column("description", AnyText, nullable=False),
    Column("matter_id", AnyText),
    Column("saved_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "owner", "name"),
)
