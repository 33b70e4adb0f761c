"""The tables of what the vault sealed, and of the value that its key is known by."""

from __future__ import annotations

from sqlalchemy import Column, LargeBinary, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText
from casewright.adapters.database.tables.metadata import metadata

vault_values = Table(
    "vault_values",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("place", AnyText, nullable=False),
    Column("sealed", LargeBinary, nullable=False, doc="nonce and ciphertext; only adapters.vault can open it"),
    PrimaryKeyConstraint("tenant_id", "place"),
)

vault_key_check = Table(
    "vault_key_check",
    metadata,
    Column("tenant_id", AnyText, nullable=False, doc="empty: one key seals for every tenant of the database"),
    Column("value", LargeBinary, nullable=False, doc="derived from the vault's key; says nothing about it"),
    PrimaryKeyConstraint("tenant_id"),
)
