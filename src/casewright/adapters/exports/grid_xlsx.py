"""A review grid as a workbook: a sheet as it is on the page, and one with every cell, its words and its place.

Texts are texts: nothing in a document or in a file's name is computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from openpyxl.styles import Font

from casewright.adapters.exports.grid_csv import HEAD
from casewright.adapters.exports.workbooks import TOP, new_workbook, to_bytes, write_head, write_text
from casewright.domain.grids import CellState

if TYPE_CHECKING:
    from datetime import datetime

    from openpyxl.worksheet.worksheet import Worksheet

    from casewright.domain.grids import Grid, GridCell, GridColumn, GridRow

_QUIET: Final = Font(italic=True, color="5A6472")
_QUOTE: Final = 160
_WIDE: Final = {"document": 34, "quote": 80, "value": 40, "comment": 40, "note": 40, "asks": 30, "column": 26}


def grid_xlsx(grid: Grid, made: datetime) -> bytes:
    """The workbook, made at this time."""
    book, sheet = new_workbook(grid.title, made, "Grid")
    _table(sheet, grid)
    _cells(book.create_sheet("Cells"), grid)
    return to_bytes(book)


def _table(sheet: Worksheet, grid: Grid) -> None:
    write_head(sheet, [("Document", 34), *((one.label, 30) for one in grid.columns)], frozen="B2")
    for at, row in enumerate(grid.rows, start=2):
        write_text(sheet.cell(at, 1), row.filename).font = Font(bold=True)
        for number, column in enumerate(grid.columns, start=2):
            cell, review = row.cells[column.key], row.reviews.get(column.key)
            lines = [_said(cell), *([] if review is None else [f"[{review.said}]"])]
            place = write_text(sheet.cell(at, number), "\n".join(one for one in lines if one))
            place.alignment = TOP
            if cell.state not in (CellState.FOUND, CellState.PERHAPS):
                place.font = _QUIET


def _said(cell: GridCell) -> str:
    """The cell in a few words: its value, or its quote, and how sure that is."""
    if cell.state not in (CellState.FOUND, CellState.PERHAPS):
        return cell.state.value
    words = cell.value or f"“{cell.quote if len(cell.quote) <= _QUOTE else cell.quote[:_QUOTE] + '…'}”"
    return f"{words} ({cell.band})" if cell.band else words


def _cells(sheet: Worksheet, grid: Grid) -> None:
    write_head(sheet, [(name, _WIDE.get(name, 14)) for name in HEAD], frozen="D2")
    at = 2
    for row in grid.rows:
        for column in grid.columns:
            _cell(sheet, at, row, column)
            at += 1


def _cell(sheet: Worksheet, at: int, row: GridRow, column: GridColumn) -> None:
    cell, review, place = row.cells[column.key], row.reviews.get(column.key), row.cells[column.key].place
    texts = {
        "document": row.filename,
        "document_id": row.document_id,
        "column": column.label,
        "asks": column.text,
        "state": cell.state.value,
        "value": cell.value,
        "sure": cell.band or "",
        "quote": cell.quote,
        "section": "" if place is None else place.section or "",
        "stated_in": place.document_id if place is not None and place.document_id != row.document_id else "",
        "note": cell.note,
        "review": "" if review is None else review.said,
        "comment": "" if review is None else review.comment,
        "reviewer": "" if review is None else review.reviewer,
    }
    numbers = {"score": cell.score, "more": cell.more or None}
    if place is not None:
        numbers |= {"page": place.page, "start": place.start, "end": place.end}
    for name, text in texts.items():
        if text:
            write_text(sheet.cell(at, HEAD.index(name) + 1), text)
    for name, number in numbers.items():
        if number is not None:
            sheet.cell(at, HEAD.index(name) + 1, number)
    sheet.cell(at, HEAD.index("score") + 1).number_format = "0.00"
