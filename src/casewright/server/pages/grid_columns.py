"""The columns of a review grid, as its address names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.domain.facts import FIELD
from casewright.domain.grids import GridColumn
from casewright.domain.reviews import ColumnKind
from casewright.iql import BUILTIN
from casewright.server.pages.query_request import mistake_flaw
from casewright.server.problems import INVALID, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.server.pages.visit import Flaw, Visit

USUAL = ("parties", "effective_date", "expiration_date", "term", "governing_law", "cap_on_liability")
"""The facts that a grid begins with, where no column was chosen."""
MOST = 40
_LONGEST_LABEL = 60
_KINDS = tuple(one.value for one in (ColumnKind.FACT, ColumnKind.QUERY, ColumnKind.QUESTION))
"""A template is the query that invokes it."""


def columns_of(keys: Iterable[str]) -> list[GridColumn]:
    """The columns of these keys, each once. Raises ``Problem`` for what is none, and for too many."""
    found = list({key: column_of(key) for key in keys if key.strip()}.values())
    if len(found) > MOST:
        raise Problem(INVALID, f"A grid has at most {MOST} columns, and {len(found)} were asked for: take some out")
    return found


def usual_columns() -> list[GridColumn]:
    """Those that a grid begins with."""
    return columns_of(f"{ColumnKind.FACT.value}:{name}" for name in USUAL)


def column_of(key: str) -> GridColumn:
    """The column of this key. Raises ``Problem`` for what is none."""
    kind, _, text = key.partition(":")
    text = text.strip()
    if kind not in _KINDS or not text:
        raise Problem(INVALID, f"There is no column {key!r}: choose a fact, write a query or ask a question")
    if kind == ColumnKind.FACT and text not in FIELD:
        raise Problem(INVALID, f"There is no fact {text!r}: choose one from the list", field="fact")
    return GridColumn(ColumnKind(kind), text, _label(ColumnKind(kind), text))


def _label(kind: ColumnKind, text: str) -> str:
    if kind is ColumnKind.FACT:
        return FIELD[text].label
    name = text[4:-1] if kind is ColumnKind.QUERY and text.startswith("{IS ") and text.count("{") == 1 else text
    shown = " ".join((name if name in BUILTIN else text).split())
    return shown if len(shown) <= _LONGEST_LABEL else f"{shown[: _LONGEST_LABEL - 1]}…"


async def canonical(visit: Visit, column: GridColumn) -> GridColumn | Flaw:
    """The column as it is always written, so that it is the same one however it was typed; or what is wrong with it."""
    if column.kind is not ColumnKind.QUERY:
        return column
    # Any: the tool's JSON.
    found: Any = await visit.read("validate_query", {"query": column.text})
    if found["valid"]:
        return column_of(f"{ColumnKind.QUERY.value}:{found['canonical']}")
    return mistake_flaw(found["error"], "query")


def pairs(columns: Sequence[GridColumn]) -> list[tuple[str, str]]:
    """The columns as an address has them."""
    return [("col", one.key) for one in columns]
