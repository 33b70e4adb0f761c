"""The tables of tenants, and of what their users are known by."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKeyConstraint, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata
from casewright.adapters.database.tables.people import users

_USER = [users.c.tenant_id, users.c.id]

tenants = Table(
    "tenants",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("title", AnyText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id"),
)

passwords = Table(
    "passwords",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("user_id", AnyText, nullable=False),
    Column("hash", AnyText, nullable=False, doc="Argon2id, with its salt and cost"),
    Column("set_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "user_id"),
    ForeignKeyConstraint(["tenant_id", "user_id"], _USER),
)

sessions = Table(
    "sessions",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("hash", AnyText, nullable=False),
    Column("user_id", AnyText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("seen_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "hash"),
    ForeignKeyConstraint(["tenant_id", "user_id"], _USER),
    Index(None, "tenant_id", "user_id"),
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("user_id", AnyText, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("hash", AnyText, nullable=False),
    Column("tools", AnyText, nullable=False, doc="Names, with a space between; * alone is every tool"),
    Column("matter_id", AnyText, doc="The matter that it is confined to"),
    Column("created_by", AnyText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("expires_at", UtcTime, nullable=False),
    Column("used_at", UtcTime),
    Column("revoked_at", UtcTime),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "hash"),
    ForeignKeyConstraint(["tenant_id", "user_id"], _USER),
    Index(None, "tenant_id", "user_id"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("hash", AnyText, nullable=False),
    Column("name", AnyText, doc="Left out: whoever follows it chooses one"),
    Column("role", AnyText, nullable=False),
    Column("invited_by", AnyText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("expires_at", UtcTime, nullable=False),
    Column("used_at", UtcTime),
    PrimaryKeyConstraint("tenant_id", "hash"),
)

identities = Table(
    "identities",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("issuer", AnyText, nullable=False),
    Column("subject", AnyText, nullable=False),
    Column("user_id", AnyText, nullable=False),
    Column("linked_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "issuer", "subject"),
    ForeignKeyConstraint(["tenant_id", "user_id"], _USER),
    Index(None, "tenant_id", "user_id"),
)

failed_sign_ins = Table(
    "failed_sign_ins",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("times", AnyText, nullable=False, doc="The newest, oldest first, with a space between"),
    Column("newest", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "name"),
)

begun_sign_ins = Table(
    "begun_sign_ins",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("hash", AnyText, nullable=False, doc="SHA-256 of what the browser keeps until the provider sends it back"),
    Column("ends_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "hash"),
)
