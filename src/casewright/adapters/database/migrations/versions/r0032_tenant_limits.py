"""What a tenant may keep and spend, and what of it is used. Originals that are kept already are counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from casewright.adapters.database.row_security import list_tenants, tell_newest

revision = "0032"
down_revision = "0031"

_OF_DOCUMENTS = (
    "INSERT INTO stored_objects (tenant_id, place, bytes)"
    " SELECT d.tenant_id, CASE WHEN c.id IS NULL THEN d.blob ELSE 'original/' || d.id END AS place, max(d.size)"
    " FROM documents d LEFT JOIN cases c ON c.tenant_id = d.tenant_id AND c.id = d.matter_id"
    " GROUP BY d.tenant_id, CASE WHEN c.id IS NULL THEN d.blob ELSE 'original/' || d.id END"
)
_SUMS = (
    "INSERT INTO stored_bytes (tenant_id, bytes) SELECT tenant_id, sum(bytes) FROM stored_objects GROUP BY tenant_id"
)


def upgrade() -> None:
    """To 0032."""
    op.create_table(
        "tenant_limits",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=True) for name in ("storage_bytes", "model_micros")),
        sa.PrimaryKeyConstraint("tenant_id", name=op.f("pk_tenant_limits")),
    )
    for name, key, figure in (
        ("model_money", ("tenant_id", "month"), "micros"),
        ("stored_objects", ("tenant_id", "place"), "bytes"),
        ("stored_bytes", ("tenant_id",), "bytes"),
    ):
        op.create_table(
            name,
            *(sa.Column(part, sa.Text(), nullable=False) for part in key),
            sa.Column(figure, sa.BigInteger(), nullable=False),
            sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{name}")),
        )
    op.execute(_OF_DOCUMENTS)
    op.execute(_SUMS)
    if op.get_bind().dialect.name == "postgresql":
        list_tenants(op.get_bind())
        tell_newest(op.get_bind())
