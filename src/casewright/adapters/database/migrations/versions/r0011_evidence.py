"""Claims with their chains, the evidence they rest on, defects, gates, calculations and what sources are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """From 0010 to 0011."""
    op.create_table(
        "claims",
        *_texts("tenant_id", "id", "deal_id"),
        sa.Column("position", sa.Integer(), nullable=False),
        *_texts("text", "claim_class", "claim_type", "materiality"),
        *_optional("value", "metric", "entity", "period"),
        *_texts("basis"),
        sa.Column("subjective", sa.Boolean(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        *_optional("verified_by", "span", "source_calc"),
        *_texts("derived_from", "chain", "rests_on"),
        *_texts("grade", "verdict", "action", "corroboration", "explanation", "notes", "made_by", "made_at"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_claims")),
    )
    _in_order("claims")
    op.create_table(
        "evidence",
        *_texts("tenant_id", "deal_id", "id"),
        sa.Column("position", sa.Integer(), nullable=False),
        *_optional("document_id"),
        sa.Column("start", sa.Integer()),
        sa.Column("end", sa.Integer()),
        sa.Column("page", sa.Integer()),
        *_optional("cell"),
        *_texts("excerpt", "source_type", "source_grade", "source_system"),
        *_optional("upstream_origin"),
        *_texts("artefact", "status"),
        *_optional("source_date"),
        *_texts("retrieved_at"),
        sa.PrimaryKeyConstraint("tenant_id", "deal_id", "id", name=op.f("pk_evidence")),
    )
    columns = ["tenant_id", "deal_id", "document_id"]
    op.create_index(op.f("ix_evidence_tenant_id_deal_id_document_id"), "evidence", columns)
    op.create_table(
        "claim_evidence",
        *_texts("tenant_id", "deal_id", "evidence_id", "claim_id"),
        sa.PrimaryKeyConstraint("tenant_id", "deal_id", "evidence_id", "claim_id", name=op.f("pk_claim_evidence")),
    )
    _defects_and_gates()
    _calculations_and_sources()


def _defects_and_gates() -> None:
    op.create_table(
        "defects",
        *_texts("tenant_id", "id", "deal_id"),
        sa.Column("position", sa.Integer(), nullable=False),
        *_texts("claim_id", "type", "severity", "description", "evidence", "cure", "status", "key"),
        sa.Column("key_hash", sa.LargeBinary(), nullable=False),
        *_texts("flagged_by", "flagged_at"),
        *_optional("resolved_by", "reason", "resolved_at"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_defects")),
        sa.UniqueConstraint("tenant_id", "deal_id", "key_hash", name=op.f("uq_defects_tenant_id_deal_id_key_hash")),
    )
    _in_order("defects")
    op.create_table(
        "human_gates",
        *_texts("tenant_id", "id", "deal_id"),
        sa.Column("position", sa.Integer(), nullable=False),
        *_texts("claims", "reason", "priority", "required_role", "status"),
        *_optional("candidate"),
        *_texts("key"),
        sa.Column("key_hash", sa.LargeBinary(), nullable=False),
        *_texts("made_by", "made_at"),
        *_optional("decided_by", "decision", "decided_at"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_human_gates")),
        sa.UniqueConstraint("tenant_id", "deal_id", "key_hash", name=op.f("uq_human_gates_tenant_id_deal_id_key_hash")),
    )
    _in_order("human_gates")


def _calculations_and_sources() -> None:
    op.create_table(
        "calculations",
        *_texts("tenant_id", "id", "deal_id"),
        sa.Column("position", sa.Integer(), nullable=False),
        *_texts("type", "inputs"),
        *_optional("output", "remark"),
        *_texts("formula", "formula_hash", "reproducibility_hash", "code_version", "grade", "explanation"),
        *_texts("made_by", "made_at"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name=op.f("pk_calculations")),
        sa.UniqueConstraint(
            "tenant_id",
            "deal_id",
            "reproducibility_hash",
            name=op.f("uq_calculations_tenant_id_deal_id_reproducibility_hash"),
        ),
    )
    _in_order("calculations")
    op.create_table(
        "document_sources",
        *_texts("tenant_id", "document_id", "deal_id", "source_type"),
        *_optional("source_system", "upstream_origin", "source_date"),
        *_texts("described_by", "described_at"),
        sa.PrimaryKeyConstraint("tenant_id", "document_id", name=op.f("pk_document_sources")),
    )
    op.create_index(op.f("ix_document_sources_tenant_id_deal_id"), "document_sources", ["tenant_id", "deal_id"])
    op.create_table(
        "deal_dates",
        *_texts("tenant_id", "deal_id", "as_of"),
        sa.PrimaryKeyConstraint("tenant_id", "deal_id", name=op.f("pk_deal_dates")),
    )


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _optional(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text()) for name in names]


def _in_order(table: str) -> None:
    """The index by which a deal's rows are read in order."""
    name = op.f(f"ix_{table}_tenant_id_deal_id_position")
    op.create_index(name, table, ["tenant_id", "deal_id", "position"])
