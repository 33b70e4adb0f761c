"""The tables of the days that deals are looked at from, and of what they were last assessed over."""

from __future__ import annotations

from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Table

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

deal_assessments = Table(
    "deal_assessments",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("deal_id", AnyText, nullable=False),
    Column("premises", AnyText, nullable=False, doc="SHA-256 of what the deal was assessed over beside its claims"),
    Column("claims", Integer, nullable=False, doc="how many the deal had"),
    Column("seen_at", AnyText, nullable=False, doc="JSON: the places at which the checks of the room saw something"),
    Column("absent", AnyText, nullable=False, doc="JSON: documents that an index names and that were not there"),
    PrimaryKeyConstraint("tenant_id", "deal_id"),
)
