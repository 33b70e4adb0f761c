"""The tables of matters and their numbers."""

from __future__ import annotations

from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Table, UniqueConstraint

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

matters = Table(
    "matters",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("number", AnyText, nullable=False),
    Column("ordinal", Integer, nullable=False, doc="the number's last part; orders matters of the same instant"),
    Column("title", AnyText, nullable=False),
    Column("description", AnyText, nullable=False),
    Column("kind", AnyText, nullable=False),
    Column("status", AnyText, nullable=False),
    Column("jurisdiction", AnyText),
    Column("created_by", AnyText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("updated_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "number"),
)

matter_numbers = Table(
    "matter_numbers",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("year", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    PrimaryKeyConstraint("tenant_id", "year"),
)
