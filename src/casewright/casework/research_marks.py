"""The columns that a query has to carry so that its hits can be marked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlglot import exp

from casewright.casework.hits import CARRIED
from casewright.casework.research_tables import TABLES

if TYPE_CHECKING:
    from casewright.casework.research_sql import ResearchQuery

_CARRIED = ("data_vigoare", "synthetic")


def carrying(query: ResearchQuery) -> ResearchQuery:
    """The query with the columns that marks are made of; as it is where its rows are no rows of the table."""
    if not query.plain:
        return query
    tree = query.tree.copy()
    source = tree.args["from_"].this.alias_or_name
    for name in _CARRIED:
        if name in TABLES[query.table]:
            tree.append("expressions", exp.alias_(exp.column(name, table=source), f"{CARRIED}{name}"))
    return replace(query, tree=tree)
