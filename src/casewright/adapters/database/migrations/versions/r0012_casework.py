"""Cases, parties and their parts in cases; the vault, and the blind index of what it holds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """From 0011 to 0012."""
    _cases()
    _parties()
    _vault()
    _persons()


def _cases() -> None:
    op.create_table(
        "cases",
        *_texts("tenant_id", "id"),
        sa.Column("position", sa.Integer(), nullable=False),
        *_texts("status"),
        sa.Column("tier", sa.Integer()),
        *_optional("last_successful_step", "pending_action", "state_saved_at"),
        *_texts("assistant_session", "reasoner_session"),
        sa.Column("version", sa.Integer(), nullable=False),
        *_texts("made_by", "made_at", "updated_at"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_cases")),
        sa.ForeignKeyConstraint(
            ["tenant_id", "id"], ["matters.tenant_id", "matters.id"], name=op.f("fk_cases_matters")
        ),
    )
    op.create_table(
        "case_details",
        *_texts("tenant_id", "case_id", "field"),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "case_id", "field", name=op.f("pk_case_details")),
        sa.ForeignKeyConstraint(
            ["tenant_id", "case_id"], ["cases.tenant_id", "cases.id"], name=op.f("fk_case_details_cases")
        ),
    )


def _parties() -> None:
    op.create_table(
        "parties",
        *_texts("tenant_id", "id"),
        sa.Column("position", sa.Integer(), nullable=False),
        *_texts("kind", "has"),
        sa.Column("version", sa.Integer(), nullable=False),
        *_texts("made_by", "made_at"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_parties")),
    )
    op.create_table(
        "case_parties",
        *_texts("tenant_id", "case_id", "party_id"),
        sa.Column("number", sa.Integer(), nullable=False),
        *_texts("role", "called", "attached_at"),
        sa.PrimaryKeyConstraint("tenant_id", "case_id", "party_id", name=op.f("pk_case_parties")),
        sa.UniqueConstraint("tenant_id", "case_id", "number", name=op.f("uq_case_parties_tenant_id_case_id_number")),
        sa.ForeignKeyConstraint(
            ["tenant_id", "case_id"], ["matters.tenant_id", "matters.id"], name=op.f("fk_case_parties_matters")
        ),
        sa.ForeignKeyConstraint(
            ["tenant_id", "party_id"], ["parties.tenant_id", "parties.id"], name=op.f("fk_case_parties_parties")
        ),
    )
    op.create_index(op.f("ix_case_parties_tenant_id_party_id"), "case_parties", ["tenant_id", "party_id"])
    op.create_table(
        "alias_numbers",
        *_texts("tenant_id", "case_id"),
        sa.Column("next", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "case_id", name=op.f("pk_alias_numbers")),
    )


def _vault() -> None:
    op.create_table(
        "vault_values",
        *_texts("tenant_id", "place"),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "place", name=op.f("pk_vault_values")),
    )
    op.create_table(
        "vault_key_check",
        *_texts("tenant_id"),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", name=op.f("pk_vault_key_check")),
    )
    op.create_table(
        "blind_index",
        *_texts("tenant_id", "party_id"),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        *_texts("field"),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "party_id", "hash", "field", name=op.f("pk_blind_index")),
    )


def _persons() -> None:
    op.create_table(
        "person_numbers",
        *_texts("tenant_id", "case_id"),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "case_id", "hash", name=op.f("pk_person_numbers")),
    )
    op.create_table(
        "person_counters",
        *_texts("tenant_id", "case_id"),
        sa.Column("next", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "case_id", name=op.f("pk_person_counters")),
    )


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _optional(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text()) for name in names]
