"""A review grid as a workbook: a sheet as it is on the page, and one with every cell, its words and its place.

Texts are texts: nothing in a document or in a file's name is computed.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

from casewright.adapters.exports.cell_text import cell_text, is_formula
from casewright.adapters.exports.grid_csv import HEAD
from casewright.domain.grids import CellState

if TYPE_CHECKING:
    from datetime import datetime

    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

    from casewright.domain.grids import Grid, GridCell, GridColumn, GridRow

_HEAD: Final = PatternFill("solid", fgColor="E4E9F0")
_QUIET: Final = Font(italic=True, color="5A6472")
_TOP: Final = Alignment(wrap_text=True, vertical="top")
_QUOTE: Final = 160
_WIDE: Final = {"document": 34, "quote": 80, "value": 40, "comment": 40, "note": 40, "asks": 30, "column": 26}


def grid_xlsx(grid: Grid, made: datetime) -> bytes:
    """The workbook, made at this time."""
    book = Workbook()
    book.properties.creator = "Casewright"
    book.properties.title = cell_text(grid.title)
    book.properties.created = book.properties.modified = made.replace(tzinfo=None)
    sheet = book.active
    assert sheet is not None, "a new workbook has a sheet"
    sheet.title = "Grid"
    _table(sheet, grid)
    _cells(book.create_sheet("Cells"), grid)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _table(sheet: Worksheet, grid: Grid) -> None:
    _head(sheet, [("Document", 34), *((one.label, 30) for one in grid.columns)], "B2")
    for at, row in enumerate(grid.rows, start=2):
        _write(sheet.cell(at, 1), row.filename).font = Font(bold=True)
        for number, column in enumerate(grid.columns, start=2):
            cell, review = row.cells[column.key], row.reviews.get(column.key)
            lines = [_said(cell), *([] if review is None else [f"[{review.said}]"])]
            place = _write(sheet.cell(at, number), "\n".join(one for one in lines if one))
            place.alignment = _TOP
            if cell.state not in (CellState.FOUND, CellState.PERHAPS):
                place.font = _QUIET


def _said(cell: GridCell) -> str:
    """The cell in a few words: its value, or its quote, and how sure that is."""
    if cell.state not in (CellState.FOUND, CellState.PERHAPS):
        return cell.state.value
    words = cell.value or f"“{cell.quote if len(cell.quote) <= _QUOTE else cell.quote[:_QUOTE] + '…'}”"
    return f"{words} ({cell.band})" if cell.band else words


def _cells(sheet: Worksheet, grid: Grid) -> None:
    _head(sheet, [(name, _WIDE.get(name, 14)) for name in HEAD], "D2")
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
            _write(sheet.cell(at, HEAD.index(name) + 1), text)
    for name, number in numbers.items():
        if number is not None:
            sheet.cell(at, HEAD.index(name) + 1, number)
    sheet.cell(at, HEAD.index("score") + 1).number_format = "0.00"


def _head(sheet: Worksheet, columns: list[tuple[str, int]], frozen: str) -> None:
    for at, (name, width) in enumerate(columns, start=1):
        cell = _write(sheet.cell(1, at), name)
        cell.font, cell.fill, cell.alignment = Font(bold=True), _HEAD, _TOP
        sheet.column_dimensions[get_column_letter(at)].width = width
    sheet.freeze_panes = frozen
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{max(sheet.max_row, 2)}"


def _write(cell: Cell | MergedCell, text: str) -> Cell | MergedCell:
    """The text as text: of what would be a formula the cell says so too, when somebody edits it."""
    words = cell_text(text)
    cell.value = words
    cell.data_type = "s"  # it guesses a formula from "="
    if is_formula(words):
        cell.quotePrefix = True
    return cell
