"""What the mark of a committed effect says of the call's result."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from casewright.adapters.database.column_types import AnyText

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """To 0019."""
    op.add_column("call_effects", sa.Column("result_status", AnyText, nullable=True))
    op.add_column("call_effects", sa.Column("result_hash", AnyText, nullable=True))
