"""The table that marks committed effects."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText
from casewright.adapters.database.tables.metadata import metadata

call_effects = Table(
    "call_effects",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("intent_seq", BigInteger, nullable=False, doc="an intent whose effect is committed, without outcome"),
    Column(
        "result_status", AnyText, doc="the outcome's; NULL where the mark is older than what it says, like the next"
    ),
    Column("result_hash", AnyText),
    PrimaryKeyConstraint("tenant_id", "intent_seq"),
)
