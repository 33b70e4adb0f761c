"""A review grid as CSV (RFC 4180): a row a cell, in UTF-8 with the mark by which Excel knows it."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from casewright.adapters.exports.cell_text import plain_cell
from casewright.domain.bands import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.grids import Grid, GridColumn, GridRow

HEAD: Final = (
    *("document", "document_id", "column", "asks", "state", "value", "sure", "score", "quote", "page", "section"),
    *("start", "end", "stated_in", "more", "note", "review", "comment", "reviewer"),
)
_MARK: Final = b"\xef\xbb\xbf"


def grid_csv(grid: Grid) -> bytes:
    """The file: every cell of every document has a row, empty ones too."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(HEAD)
    rows.writerows(cell_row(row, column) for row, column in _places(grid))
    return _MARK + text.getvalue().encode("utf-8")


def cell_row(row: GridRow, column: GridColumn) -> list[str]:
    """One cell, as the columns of ``HEAD``."""
    cell, review = row.cells[column.key], row.reviews.get(column.key)
    place = cell.place
    elsewhere = place is not None and place.document_id != row.document_id
    return [
        plain_cell(row.filename),
        row.document_id,
        plain_cell(column.label),
        plain_cell(column.text),
        cell.state.value,
        plain_cell(cell.value),
        cell.band or "",
        "" if cell.score is None else shown(cell.score),
        plain_cell(cell.quote),
        "" if place is None or place.page is None else str(place.page),
        "" if place is None else plain_cell(place.section or ""),
        "" if place is None else str(place.start),
        "" if place is None else str(place.end),
        place.document_id if place is not None and elsewhere else "",
        str(cell.more) if cell.more else "",
        plain_cell(cell.note),
        "" if review is None else review.said,
        "" if review is None else plain_cell(review.comment),
        "" if review is None else plain_cell(review.reviewer),
    ]


def _places(grid: Grid) -> Iterator[tuple[GridRow, GridColumn]]:
    for row in grid.rows:
        for column in grid.columns:
            yield row, column
