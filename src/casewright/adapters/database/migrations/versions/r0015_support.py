"""Support tickets, and the reasoner's approvals of plans for drafts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """To 0015."""
    op.create_table(
        "support_tickets",
        *_texts("tenant_id", "id", "case_id"),
        sa.Column("position", sa.Integer(), nullable=False),
        *_texts("cause", "description"),
        sa.Column("snapshot", sa.Text()),
        *_texts("paused_from", "status"),
        sa.Column("times", sa.Integer(), nullable=False),
        *_texts("opened_by", "opened_at"),
        sa.Column("closed_by", sa.Text()),
        sa.Column("closed_at", sa.Text()),
        *_texts("note"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_support_tickets")),
        sa.UniqueConstraint("tenant_id", "case_id", "cause", name=op.f("uq_support_tickets_tenant_id_case_id_cause")),
        _of_case("support_tickets"),
    )
    op.create_table(
        "plan_approvals",
        *_texts("tenant_id", "case_id"),
        sa.Column("number", sa.Integer(), nullable=False),
        *_texts("draft_name", "reasoner", "approved_at"),
        sa.Column("used_for", sa.Text()),
        sa.Column("used_at", sa.Text()),
        sa.PrimaryKeyConstraint("tenant_id", "case_id", "number", name=op.f("pk_plan_approvals")),
        sa.UniqueConstraint(
            "tenant_id", "case_id", "used_for", name=op.f("uq_plan_approvals_tenant_id_case_id_used_for")
        ),
        _of_case("plan_approvals"),
    )


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _of_case(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tenant_id", "case_id"], ["cases.tenant_id", "cases.id"], name=op.f(f"fk_{table}_cases")
    )
