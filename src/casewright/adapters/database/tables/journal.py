"""The table of calls that carry a key."""

from __future__ import annotations

from sqlalchemy import Column, Index, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

call_journal = Table(
    "call_journal",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("actor_id", AnyText, nullable=False, doc="whose key it is; empty where an older version did not keep it"),
    Column("person_id", AnyText, nullable=False, doc="for whom the actor worked, where its name does not say so"),
    Column("key", AnyText, nullable=False),
    Column("fingerprint", AnyText, nullable=False),
    Column("tool", AnyText, nullable=False),
    Column("begun_at", UtcTime, nullable=False),
    Column("status", AnyText, doc="NULL until the call has ended, like all that follows"),
    Column("content", AnyText),
    Column("structured", AnyText, doc="JSON"),
    Column("error", AnyText),
    Column("error_kind", AnyText),
    Column("result_hash", AnyText),
    PrimaryKeyConstraint("tenant_id", "actor_id", "person_id", "key"),
    Index(None, "tenant_id", "status"),
)
