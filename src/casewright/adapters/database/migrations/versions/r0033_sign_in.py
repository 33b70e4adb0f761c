"""Who made a service account; sign-ins at an OpenID provider that were begun."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """To 0033."""
    op.add_column("users", sa.Column("made_by", sa.Text(), nullable=True))
    op.create_table(
        "begun_sign_ins",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("tenant_id", "hash", "ends_at")),
        sa.PrimaryKeyConstraint("tenant_id", "hash", name=op.f("pk_begun_sign_ins")),
    )
