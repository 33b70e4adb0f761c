"""Tenants, and what users are known by: passwords, sessions, API keys, invitations, identities; users without a key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

_USERS = ("tenant_id", "id", "role", "key_hash", "active", "created_at")
_PARTS = ("tenant_id", "matter_id", "user_id", "role")


def upgrade() -> None:
    """To 0027."""
    if op.get_bind().dialect.name == "sqlite":
        _users_anew()
    else:
        op.alter_column("users", "key_hash", nullable=True)
        op.add_column("users", sa.Column("kind", sa.Text(), nullable=True))
        op.execute("UPDATE users SET kind = 'person'")
        op.alter_column("users", "kind", nullable=False)
    _table("tenants", "tenant_id", "title", "created_at", key=1)
    _table("passwords", "tenant_id", "user_id", "hash", "set_at", of_user=True)
    _table("sessions", "tenant_id", "hash", "user_id", "created_at", "seen_at", of_user=True, indexed=True)
    _table(
        "api_keys",
        *("tenant_id", "id", "user_id", "name", "hash", "tools", "matter_id?", "created_by", "created_at"),
        *("expires_at", "used_at?", "revoked_at?"),
        unique="hash",
        of_user=True,
        indexed=True,
    )
    _table(
        "invitations",
        *("tenant_id", "hash", "name?", "role", "invited_by", "created_at", "expires_at", "used_at?"),
    )
    _table("identities", "tenant_id", "issuer", "subject", "user_id", "linked_at", key=3, of_user=True, indexed=True)
    _table("failed_sign_ins", "tenant_id", "name", "times", "newest")


def _table(
    name: str, *columns: str, key: int = 2, unique: str | None = None, of_user: bool = False, indexed: bool = False
) -> None:
    """A table of texts, those with a question mark optional, keyed by the first ones."""
    constraints: list[sa.Constraint] = [sa.PrimaryKeyConstraint(*columns[:key], name=op.f(f"pk_{name}"))]
    if unique is not None:
        constraints.append(sa.UniqueConstraint("tenant_id", unique, name=op.f(f"uq_{name}_tenant_id_{unique}")))
    if of_user:
        constraints.append(_of_users(name))
    texts = [sa.Column(one.removesuffix("?"), sa.Text(), nullable=one.endswith("?")) for one in columns]
    op.create_table(name, *texts, *constraints)
    if indexed:
        op.create_index(op.f(f"ix_{name}_tenant_id_user_id"), name, ["tenant_id", "user_id"])


def _of_users(name: str) -> sa.Constraint:
    return sa.ForeignKeyConstraint(
        ["tenant_id", "user_id"], ["users.tenant_id", "users.id"], name=op.f(f"fk_{name}_users")
    )


def _users_anew() -> None:
    """SQLite lets no column become optional: users are written anew, and participants, which refer to them."""
    op.rename_table("users", "former_users")
    op.rename_table("participants", "former_participants")
    op.drop_index("ix_participants_tenant_id_user_id")
    op.create_table(
        "users",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("tenant_id", "id", "role")),
        sa.Column("key_hash", sa.Text(), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("created_at", "kind")),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_users")),
        sa.UniqueConstraint("tenant_id", "key_hash", name=op.f("uq_users_tenant_id_key_hash")),
    )
    op.create_table(
        "participants",
        *(sa.Column(name, sa.Text(), nullable=False) for name in _PARTS),
        sa.ForeignKeyConstraint(
            ["tenant_id", "matter_id"], ["matters.tenant_id", "matters.id"], name=op.f("fk_participants_matters")
        ),
        _of_users("participants"),
        sa.PrimaryKeyConstraint(*_PARTS[:3], name=op.f("pk_participants")),
    )
    kept, parts = ", ".join(_USERS), ", ".join(_PARTS)
    op.execute(f"INSERT INTO users ({kept}, kind) SELECT {kept}, 'person' FROM former_users")  # noqa: S608
    op.execute(f"INSERT INTO participants ({parts}) SELECT {parts} FROM former_participants")  # noqa: S608
    op.drop_table("former_participants")
    op.drop_table("former_users")
    op.create_index(op.f("ix_participants_tenant_id_user_id"), "participants", ["tenant_id", "user_id"])
