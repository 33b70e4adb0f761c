"""Facts as CSV (RFC 4180): a row a fact, in UTF-8 with the mark by which Excel knows it."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from casewright.adapters.exports.cell_text import plain_cell
from casewright.domain.bands import shown as shown_share
from casewright.evidence.facts.fact_table import CellState, label_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.facts.fact_table import FactRow, FactTable, TableFact

_HEAD: Final = (
    *(
        "document",
        "document_id",
        "field",
        "label",
        "state",
        "value",
        "date",
        "amount",
        "currency",
        "sure",
        "confidence",
    ),
    *("how", "page", "section", "start", "end", "quote", "stated_in"),
)
_MARK: Final = b"\xef\xbb\xbf"


def fact_csv(table: FactTable) -> bytes:
    """The file. Every fact has a row; what else is to be said has one for each document: not read, not looked for.

    A document without any fact has one row, so that none is left out unseen.
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(_HEAD)
    for row in table.rows:
        told = [[*_name(row), *cells] for cells in _cells(row)]
        rows.writerows(told or [[*_name(row), *_without("", CellState.NOT_FOUND.value)]])
    return _MARK + text.getvalue().encode("utf-8")


def _name(row: FactRow) -> tuple[str, str]:
    return plain_cell(row.name), plain_cell(row.document_id)


def _cells(row: FactRow) -> Iterator[list[str]]:
    if row.not_read is not None:
        yield _without("", f"{CellState.NOT_READ.value}: {row.not_read}")
        return
    for field, cell in row.cells.items():
        if cell.state is CellState.REJECTED:
            yield _without(field, cell.mark)
        for fact in cell.facts:
            yield _fact(field, fact)
    unsought = row.having(CellState.NOT_LOOKED_FOR)
    if unsought:
        yield _without("", f"{CellState.NOT_LOOKED_FOR.value}: {', '.join(unsought)}")


def _without(field: str, state: str) -> list[str]:
    label = label_of(field) if field else ""
    return [field, label, plain_cell(state), *[""] * (len(_HEAD) - 5)]


def _fact(field: str, fact: TableFact) -> list[str]:
    money = fact.money
    return [
        field,
        label_of(field),
        "found, amended" if fact.amended else CellState.FOUND.value,
        plain_cell(fact.shown),
        "" if fact.day is None else fact.day.isoformat(),
        "" if money is None else format(money.amount, "f"),
        "" if money is None else money.currency or "",
        fact.certainty.value,
        shown_share(fact.confidence),
        fact.how.value,
        "" if fact.page is None else str(fact.page),
        plain_cell(fact.section or ""),
        str(fact.start),
        str(fact.end),
        plain_cell(fact.quote),
        plain_cell(fact.source or ""),
    ]
