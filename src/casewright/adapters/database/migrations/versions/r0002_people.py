"""People: users and who takes part in which matter."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """From 0001 to 0002."""
    op.create_table(
        "users",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.Text(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_users")),
        sa.UniqueConstraint("tenant_id", "key_hash", name=op.f("uq_users_tenant_id_key_hash")),
    )
    op.create_table(
        "participants",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("matter_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant_id", "matter_id"], ["matters.tenant_id", "matters.id"], name=op.f("fk_participants_matters")
        ),
        sa.ForeignKeyConstraint(
            ["tenant_id", "user_id"], ["users.tenant_id", "users.id"], name=op.f("fk_participants_users")
        ),
        sa.PrimaryKeyConstraint("tenant_id", "matter_id", "user_id", name=op.f("pk_participants")),
    )
    op.create_index(op.f("ix_participants_tenant_id_user_id"), "participants", ["tenant_id", "user_id"], unique=False)
