"""Plans, units that cases take of them, and payments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_CASE = (["tenant_id", "case_id"], ["cases.tenant_id", "cases.id"])


def upgrade() -> None:
    """From 0013 to 0014."""
    _units()
    _payments()


def _units() -> None:
    op.create_table(
        "subscriptions",
        *_texts("tenant_id", "plan", "set_by", "set_at"),
        sa.PrimaryKeyConstraint("tenant_id", name=op.f("pk_subscriptions")),
    )
    op.create_table(
        "quota_use",
        *_texts("tenant_id", "month"),
        *_numbers("tier", "used"),
        sa.PrimaryKeyConstraint("tenant_id", "month", "tier", name=op.f("pk_quota_use")),
    )
    op.create_table(
        "case_grants",
        *_texts("tenant_id", "case_id"),
        *_numbers("tier"),
        *_optional("month", "payment_id"),
        *_texts("granted_at"),
        sa.PrimaryKeyConstraint("tenant_id", "case_id", name=op.f("pk_case_grants")),
        sa.ForeignKeyConstraint(*_CASE, name=op.f("fk_case_grants_cases")),
    )


def _payments() -> None:
    op.create_table(
        "payments",
        *_texts("tenant_id", "id", "case_id"),
        *_optional("open_case"),
        *_numbers("tier", "cents"),
        *_texts("currency", "adapter"),
        *_optional("reference", "url"),
        *_texts("status", "requested_by", "requested_at"),
        *_optional("settled_at"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_payments")),
        sa.UniqueConstraint("tenant_id", "open_case", name=op.f("uq_payments_tenant_id_open_case")),
        sa.ForeignKeyConstraint(*_CASE, name=op.f("fk_payments_cases")),
    )
    columns = ["tenant_id", "case_id", "requested_at"]
    op.create_index(op.f("ix_payments_tenant_id_case_id_requested_at"), "payments", columns)
    op.create_table(
        "payment_events",
        *_texts("tenant_id", "adapter", "event_id", "payment_id", "outcome", "taken_at"),
        sa.PrimaryKeyConstraint("tenant_id", "adapter", "event_id", name=op.f("pk_payment_events")),
    )


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _optional(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text()) for name in names]


def _numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]
