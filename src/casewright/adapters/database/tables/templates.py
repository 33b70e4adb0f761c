"""The table of a tenant's own templates."""

from __future__ import annotations

from sqlalchemy import Column, LargeBinary, PrimaryKeyConstraint, Table

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables.metadata import metadata

templates = Table(
    "templates",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("name", AnyText, nullable=False, doc="as queries are compared by it: lower case, white space folded"),
    Column("query", AnyText, doc="what it expands to; NULL for one that was trained"),
    Column("parameter", AnyText),
    Column("positive", AnyText, doc="JSON: the examples that fit; NULL for one that was defined, like all that follow"),
    Column("negative", AnyText, doc="JSON: the examples that do not"),
    Column("model", AnyText, doc="the model whose features the head was trained on"),
    Column("head", LargeBinary),
    Column("made_by", AnyText, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "name"),
)
