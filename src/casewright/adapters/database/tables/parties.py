"""The tables of parties, their parts in cases and the hashes that they are found by. No personal data."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.matters import matters
from casewright.adapters.database.tables.metadata import metadata

parties = Table(
    "parties",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("position", Integer, nullable=False, doc="the order in which the tenant's parties were stored"),
    Column("kind", AnyText, nullable=False),
    Column("has", AnyText, nullable=False, doc="JSON: the names of the details that the vault holds"),
    Column("version", Integer, nullable=False),
    Column("made_by", AnyText, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "id"),
)

case_parties = Table(
    "case_parties",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("case_id", AnyText, nullable=False),
    Column("party_id", AnyText, nullable=False),
    Column("number", Integer, nullable=False, doc="the alias is party<number>"),
    Column("role", AnyText, nullable=False),
    Column("called", AnyText, nullable=False, doc="JSON: words such as chiriașul, never names"),
    Column("attached_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "case_id", "party_id"),
    UniqueConstraint("tenant_id", "case_id", "number"),
    ForeignKeyConstraint(["tenant_id", "case_id"], [matters.c.tenant_id, matters.c.id]),
    ForeignKeyConstraint(["tenant_id", "party_id"], [parties.c.tenant_id, parties.c.id]),
    Index(None, "tenant_id", "party_id"),
)

alias_numbers = Table(
    "alias_numbers",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("case_id", AnyText, nullable=False),
    Column("next", Integer, nullable=False, doc="above every number that an alias of the case ever had"),
    PrimaryKeyConstraint("tenant_id", "case_id"),
)

blind_index = Table(
    "blind_index",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("party_id", AnyText, nullable=False),
    Column("hash", LargeBinary, nullable=False, doc="keyed, of words or of a value"),
    Column("field", AnyText, nullable=False),
    Column("length", Integer, nullable=False, doc="in words"),
    PrimaryKeyConstraint("tenant_id", "party_id", "hash", "field"),
)

former_index = Table(
    "former_index",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("case_id", AnyText, nullable=False),
    Column("alias", AnyText, nullable=False, doc="that the party had in the case; no other party ever has it there"),
    Column("party_id", AnyText, nullable=False),
    Column("hash", LargeBinary, nullable=False, doc="keyed, of what the party was called until it changed or left"),
    Column("field", AnyText, nullable=False),
    Column("length", Integer, nullable=False, doc="in words"),
    PrimaryKeyConstraint("tenant_id", "case_id", "alias", "hash", "field"),
    Index(None, "tenant_id", "party_id"),
)

person_numbers = Table(
    "person_numbers",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("case_id", AnyText, nullable=False),
    Column("hash", LargeBinary, nullable=False, doc="keyed, of a value that is no party's"),
    Column("number", Integer, nullable=False, doc="of its placeholder, such as person_3"),
    PrimaryKeyConstraint("tenant_id", "case_id", "hash"),
)

person_counters = Table(
    "person_counters",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("case_id", AnyText, nullable=False),
    Column("next", Integer, nullable=False),
    PrimaryKeyConstraint("tenant_id", "case_id"),
)
