"""What has to be said of a hit beside what was asked: that it was not in force yet, or is an invented example."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from casewright.casework.research_tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.casework.research_sql import ResearchQuery

_HIDDEN = "casewright_"
_CARRIED = ("data_vigoare", "synthetic")


def carrying(query: ResearchQuery) -> ResearchQuery:
    """The query with the columns that marks are made of; as it is where its rows are no rows of the table."""
    if not query.plain:
        return query
    tree = query.tree.copy()
    source = tree.args["from_"].this.alias_or_name
    for name in _CARRIED:
        if name in TABLES[query.table]:
            tree.append("expressions", exp.alias_(exp.column(name, table=source), f"{_HIDDEN}{name}"))
    return replace(query, tree=tree)


def marked(row: Mapping[str, Any], at: date) -> dict[str, Any]:
    """The row without what it carried, with ``in_force: false`` where the act came into force after ``at``, and
    ``synthetic: true`` where it was written as an example (spec/casework.md, "Research").
    """
    plain = {name: value for name, value in row.items() if not name.startswith(_HIDDEN)}
    since = row.get(f"{_HIDDEN}data_vigoare")
    if isinstance(since, date) and since > at:
        plain["in_force"] = False
        plain["in_force_from"] = since.isoformat()
    if row.get(f"{_HIDDEN}synthetic"):
        plain["synthetic"] = True
    return plain
