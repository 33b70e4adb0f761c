"""Consents to send a matter's text to a provider, and what was spent there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """From 0005 to 0006."""
    op.create_table(
        "provider_consents",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("matter_id", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("granted_by", sa.Text(), nullable=False),
        sa.Column("granted_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant_id", "matter_id"],
            ["matters.tenant_id", "matters.id"],
            name=op.f("fk_provider_consents_matters"),
        ),
        sa.PrimaryKeyConstraint("tenant_id", "matter_id", "provider", name=op.f("pk_provider_consents")),
    )
    op.create_table(
        "provider_spend",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("tokens", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "provider", "month", name=op.f("pk_provider_spend")),
    )
