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

tenant_limits = Table(
    "tenant_limits",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("storage_bytes", BigInteger, doc="NULL: as the settings have it"),
    Column("model_micros", BigInteger, doc="millionths of a US dollar a month; NULL: as the settings have it"),
    PrimaryKeyConstraint("tenant_id"),
)

model_money = Table(
    "model_money",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("month", AnyText, nullable=False, doc="such as 2026-11, in UTC"),
    Column("micros", BigInteger, nullable=False, doc="millionths of a US dollar, spent and held for calls that run"),
    PrimaryKeyConstraint("tenant_id", "month"),
)

stored_objects = Table(
    "stored_objects",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("place", AnyText, nullable=False, doc="of an original, a draft, or an original that the vault has"),
    Column("bytes", BigInteger, nullable=False),
    PrimaryKeyConstraint("tenant_id", "place"),
)

stored_bytes = Table(
    "stored_bytes",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("bytes", BigInteger, nullable=False, doc="the sum over the tenant's stored_objects"),
    PrimaryKeyConstraint("tenant_id"),
)
