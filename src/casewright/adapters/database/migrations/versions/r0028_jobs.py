"""Jobs, and what was told of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """To 0028."""
    op.create_table(
        "jobs",
        *_texts("tenant_id", "id", "actor_id", "actor_role", "actor_kind", "tool"),
        *_texts("matter_id", "confined_to", nullable=True),
        sa.Column("asked", sa.LargeBinary(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        *_texts("retries", nullable=True),
        *_texts("created_at", "due_at", "state"),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("cancelling", sa.Boolean(), nullable=False),
        *_texts("worker", "begun_at", "seen_at", "until", "ended_at", nullable=True),
        sa.Column("progress", sa.LargeBinary()),
        *_texts("status", nullable=True),
        sa.Column("result", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_jobs")),
    )
    op.create_index(op.f("ix_jobs_tenant_id_created_at"), "jobs", ["tenant_id", "created_at"])
    op.create_index(op.f("ix_jobs_state_due_at"), "jobs", ["state", "due_at"])
    op.create_table(
        "job_events",
        *_texts("tenant_id", "job_id"),
        sa.Column("seq", sa.Integer(), nullable=False),
        *_texts("matter_id", nullable=True),
        *_texts("kind"),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        *_texts("told_at"),
        sa.PrimaryKeyConstraint("tenant_id", "job_id", "seq", name=op.f("pk_job_events")),
    )
    op.create_index(op.f("ix_job_events_told_at"), "job_events", ["told_at"])


def _texts(*names: str, nullable: bool = False) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=nullable) for name in names]
