"""The table of calls that wait for an approval."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

approvals = Table(
    "approvals",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("actor_id", AnyText, nullable=False),
    Column("actor_role", AnyText, nullable=False),
    Column("actor_kind", AnyText, nullable=False),
    Column("matter_id", AnyText),
    Column("run", AnyText),
    Column("round", Integer),
    Column("debate", AnyText),
    Column("call_id", AnyText, nullable=False),
    Column("call_key", AnyText, nullable=False, doc="what the journal knows the call by"),
    Column("fingerprint", AnyText, nullable=False),
    Column("tool", AnyText, nullable=False),
    Column("tool_version", AnyText, nullable=False),
    Column("arguments", AnyText, nullable=False, doc="JSON, word for word what will run"),
    Column("argument_hash", AnyText, nullable=False),
    Column("policy_hash", AnyText, nullable=False),
    Column("preview", AnyText, nullable=False),
    Column("why", AnyText, nullable=False),
    Column("nonce", AnyText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("expires_at", UtcTime, nullable=False),
    Column("replaces", AnyText),
    Column("edited_by", AnyText),
    Column("person_id", AnyText, doc="whom a model works for, where its name does not say so"),
    Column("person_role", AnyText),
    Column("person_kind", AnyText),
    Column("token", AnyText, nullable=False),
    Column("state", AnyText, nullable=False),
    Column("decided_by", AnyText),
    Column("decided_at", UtcTime),
    Column("reason", AnyText),
    Column("replaced_by", AnyText),
    Column("seal", AnyText),
    PrimaryKeyConstraint("tenant_id", "id"),
    Index(None, "tenant_id", "call_key"),
    Index(None, "tenant_id", "created_at"),
)
