"""What people said to the cells of a review grid: asked for, shown, and said anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.domain.grids import CellOpinion, GridColumn
from casewright.domain.reviews import ColumnKind, ReviewState

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from casewright.server.pages.visit import Visit

Opinions = dict[str, CellOpinion]
"""By the key of the column."""

STATES = tuple(one.value for one in ReviewState)
FILTERS = ("", "unreviewed", *STATES, "stale")


async def opinions_of(visit: Visit, matter: str) -> dict[str, Opinions]:
    """The last word on each cell, by document; nothing for a visitor who may not see what people say."""
    if not visit.may("list_cell_reviews"):
        return {}
    found: Any = await visit.read("list_cell_reviews", {"matter_id": matter})
    said: dict[str, Opinions] = {}
    for one in found["reviews"]:
        key = key_of(one["column"])
        if key is not None:
            said.setdefault(one["document_id"], {})[key] = opinion(one)
    return said


def opinion(review: Mapping[str, Any]) -> CellOpinion:  # Any: a tool's JSON
    """A review as ``list_cell_reviews`` and ``review_cell`` tell it."""
    return CellOpinion(review["state"], review["reviewer"], review["comment"], stale=review["stale"])


def asked_of(column: GridColumn) -> dict[str, str]:
    """The column as the tools of reviews take it."""
    return {"kind": column.kind.value, "asks": column.text}


def key_of(column: Mapping[str, Any]) -> str | None:
    """By which a grid names the column; None for one that grids do not have."""
    if column["kind"] == "template":
        name = column["asks"] if not column["argument"] else None
        return None if name is None else GridColumn(ColumnKind.QUERY, f"{{IS {name}}}", name).key
    if column["scope"] == "document":
        return None
    return GridColumn(ColumnKind(column["kind"]), column["asks"], "").key


def keeps(state: str, opinions: Opinions, keys: Collection[str]) -> bool:
    """Whether a document is shown under this filter: by what was said to its cells of these columns."""
    mine = [opinions[key] for key in keys if key in opinions]
    if state == "unreviewed":
        return len(mine) < len(keys)
    if state == "stale":
        return any(one.stale for one in mine)
    return state not in STATES or any(one.state == state for one in mine)
