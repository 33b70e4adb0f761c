"""The table of the days that deals are looked at from."""

from __future__ import annotations

from sqlalchemy import Column, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText
from casewright.adapters.database.tables.metadata import metadata

deal_dates = Table(
    "deal_dates",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("deal_id", AnyText, nullable=False),
    Column("as_of", AnyText, nullable=False, doc="the day from which ages are counted, such as 2026-05-29"),
    PrimaryKeyConstraint("tenant_id", "deal_id"),
)
