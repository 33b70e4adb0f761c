"""What all workbooks share: texts are texts, heads stay in sight, and the file says when it was made."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

from casewright.adapters.exports.cell_text import cell_text, is_formula

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

TOP: Final = Alignment(wrap_text=True, vertical="top")
_HEAD: Final = PatternFill("solid", fgColor="E4E9F0")


def new_workbook(title: str, made: datetime, first: str) -> tuple[Workbook, Worksheet]:
    """A workbook made at this time, and its first sheet, which is called so."""
    book = Workbook()
    book.properties.creator = "Casewright"
    book.properties.title = cell_text(title)
    book.properties.created = book.properties.modified = made.replace(tzinfo=None)
    sheet = book.active
    assert sheet is not None, "a new workbook has a sheet"
    sheet.title = first
    return book, sheet


def to_bytes(book: Workbook) -> bytes:
    """The workbook as a file."""
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def write_head(sheet: Worksheet, columns: Sequence[tuple[str, int]], *, frozen: str, filtered: bool = True) -> None:
    """The first row: names and widths of the columns; what is above and left of ``frozen`` stays in sight."""
    for at, (name, width) in enumerate(columns, start=1):
        cell = write_text(sheet.cell(1, at), name)
        cell.font, cell.fill, cell.alignment = Font(bold=True), _HEAD, TOP
        sheet.column_dimensions[get_column_letter(at)].width = width
    sheet.freeze_panes = frozen
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    if filtered:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}1"


def write_text(cell: Cell | MergedCell, text: str) -> Cell | MergedCell:
    """The text as text: of what would be a formula the cell says so too, when somebody edits it."""
    words = cell_text(text)
    cell.value = words
    cell.data_type = "s"  # it guesses a formula from "="
    if is_formula(words):
        cell.quotePrefix = True
    return cell
