"""The tables of what is counted against limits."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

call_counts = Table(
    "call_counts",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("run", AnyText, nullable=False),
    Column("round", Integer, nullable=False, doc="-1: outside of any round"),
    Column("role", AnyText, nullable=False),
    Column("tool", AnyText, nullable=False),
    Column("count", Integer, nullable=False),
    Column("counted_at", UtcTime, nullable=False, doc="when the first was counted"),
    PrimaryKeyConstraint("tenant_id", "run", "round", "role", "tool"),
)

request_rates = Table(
    "request_rates",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("key", AnyText, nullable=False),
    Column("due", BigInteger, nullable=False, doc="microseconds since 1970: until then the rate is used up in part"),
    PrimaryKeyConstraint("tenant_id", "key"),
)
