"""The tables of jobs, and of what was told of them."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

jobs = Table(
    "jobs",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("actor_id", AnyText, nullable=False),
    Column("actor_role", AnyText, nullable=False),
    Column("actor_kind", AnyText, nullable=False),
    Column("tool", AnyText, nullable=False),
    Column("matter_id", AnyText, doc="the matter that it works in: the job goes when that goes"),
    Column("confined_to", AnyText, doc="the matter that its call is confined to"),
    Column("asked", LargeBinary, nullable=False, doc="arguments and reason, sealed"),
    Column("private", Boolean, nullable=False),
    Column("seconds", Float, nullable=False, doc="that one attempt may take"),
    Column("retries", AnyText),
    Column("created_at", UtcTime, nullable=False),
    Column("due_at", UtcTime, nullable=False),
    Column("state", AnyText, nullable=False),
    Column("attempt", Integer, nullable=False, doc="the fencing token"),
    Column("events", Integer, nullable=False, doc="the number of its last event"),
    Column("cancelling", Boolean, nullable=False),
    Column("worker", AnyText),
    Column("begun_at", UtcTime),
    Column("seen_at", UtcTime, doc="when its worker was last heard of"),
    Column("until", UtcTime, doc="when it is taken away from its worker"),
    Column("ended_at", UtcTime),
    Column("progress", LargeBinary, doc="sealed"),
    Column("status", AnyText, doc="of its call; NULL until that has ended, like all that follows"),
    Column("result", LargeBinary, doc="sealed"),
    PrimaryKeyConstraint("tenant_id", "id"),
    Index(None, "tenant_id", "created_at"),
    Index(None, "state", "due_at"),
)

job_events = Table(
    "job_events",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("job_id", AnyText, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("matter_id", AnyText),
    Column("kind", AnyText, nullable=False),
    Column("data", LargeBinary, nullable=False, doc="JSON, sealed"),
    Column("told_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "job_id", "seq"),
    Index(None, "told_at"),
)
