"""The tables of users and of participants in matters."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKeyConstraint, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.matters import matters
from casewright.adapters.database.tables.metadata import metadata

users = Table(
    "users",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("role", AnyText, nullable=False),
    Column("key_hash", AnyText, doc="SHA-256 of the domain-separated key, in hexadecimal; none without a key"),
    Column("active", Boolean, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("kind", AnyText, nullable=False),
    Column("made_by", AnyText, doc="Of a service account: who made it"),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "key_hash"),
)

participants = Table(
    "participants",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("user_id", AnyText, nullable=False),
    Column("role", AnyText, nullable=False),
    PrimaryKeyConstraint("tenant_id", "matter_id", "user_id"),
    ForeignKeyConstraint(["tenant_id", "matter_id"], [matters.c.tenant_id, matters.c.id]),
    ForeignKeyConstraint(["tenant_id", "user_id"], [users.c.tenant_id, users.c.id]),
    Index(None, "tenant_id", "user_id"),
)
