"""The tables of what scoring keeps: features, scores, and what was spent with providers."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText
from casewright.adapters.database.tables.metadata import metadata

feature_runs = Table(
    "feature_runs",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("model", AnyText, nullable=False),
    Column("first", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tenant_id", "model", "first"),
)

score_usage = Table(
    "score_usage",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("pages", Integer, nullable=False, doc="how many score pages the tenant has"),
    Column("tick", BigInteger, nullable=False, doc="counts uses; the newest one"),
    PrimaryKeyConstraint("tenant_id"),
)

score_statements = Table(
    "score_statements",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("model", AnyText, nullable=False),
    Column("statement", LargeBinary, nullable=False, doc="SHA-256 of the statement's text"),
    Column("pages", Integer, nullable=False),
    Column("used", BigInteger, nullable=False, doc="the tick of the last use that was noted"),
    PrimaryKeyConstraint("tenant_id", "model", "statement"),
    Index(None, "tenant_id", "used"),
)

score_pages = Table(
    "score_pages",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("model", AnyText, nullable=False),
    Column("statement", LargeBinary, nullable=False),
    Column("page", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False, doc="float16, little-endian"),
    PrimaryKeyConstraint("tenant_id", "model", "statement", "page"),
)

provider_spend = Table(
    "provider_spend",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("provider", AnyText, nullable=False),
    Column("month", AnyText, nullable=False, doc="such as 2026-11, in UTC"),
    Column("tokens", BigInteger, nullable=False),
    PrimaryKeyConstraint("tenant_id", "provider", "month"),
)
