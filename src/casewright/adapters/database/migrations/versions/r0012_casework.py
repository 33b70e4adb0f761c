"""Cases, parties, and which party has which part in a case."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """From 0011 to 0012."""
    _cases()
    _parties()


def _cases() -> None:
    op.create_table(
        "cases",
        *_texts("tenant_id", "id"),
        sa.Column("position", sa.Integer(), nullable=False),
        *_texts("status"),
        sa.Column("tier", sa.Integer()),
        *_texts("details"),
        *_optional("last_successful_step", "pending_action", "state_saved_at"),
        *_texts("assistant_session", "reasoner_session"),
        sa.Column("version", sa.Integer(), nullable=False),
        *_texts("made_by", "made_at", "updated_at"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_cases")),
        sa.ForeignKeyConstraint(
            ["tenant_id", "id"], ["matters.tenant_id", "matters.id"], name=op.f("fk_cases_matters")
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
        sa.UniqueConstraint(
            "tenant_id", "case_id", "number", name=op.f("uq_case_parties_tenant_id_case_id_number")
        ),
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


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _optional(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text()) for name in names]
