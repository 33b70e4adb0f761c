"""Facts as a workbook: a sheet with the table, one with every fact, its words and its place, and what the marks mean.

Texts are texts: nothing in a document or in a file's name is computed. Days are dates, sums are numbers.
"""

from __future__ import annotations

import io
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

from casewright.adapters.exports.cell_text import cell_text, is_formula
from casewright.evidence.facts.fact_table import CellState, label_of
from casewright.evidence.facts.marks import MARKS
from casewright.evidence.facts.values.showing import shown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

    from casewright.domain.facts import MoneyValue
    from casewright.evidence.facts.fact_table import FactCell, FactRow, FactTable, TableFact

_DAY: Final = "yyyy-mm-dd"
_EXACT: Final = Decimal(10) ** 15
"""A number of a workbook has 15 digits: a larger sum is text."""
_FACTS: Final = (
    *(("Document", 30), ("Field", 26), ("Value", 40), ("Date", 12), ("Amount", 16), ("Currency", 10)),
    *(("Sure", 18), ("Confidence", 12), ("How", 10), ("State", 14), ("Page", 8), ("Section", 12), ("Start", 10)),
    *(("End", 10), ("Words", 80), ("Stated in", 30), ("Document id", 38)),
)
_HEAD: Final = PatternFill("solid", fgColor="E4E9F0")
_MARK: Final = Font(italic=True, color="5A6472")


def fact_xlsx(table: FactTable, made: datetime) -> bytes:
    """The workbook, made at this time."""
    book = Workbook()
    book.properties.creator = "Casewright"
    book.properties.title = cell_text(table.title)
    book.properties.created = book.properties.modified = made.replace(tzinfo=None)
    sheet = book.active
    assert sheet is not None, "a new workbook has a sheet"
    sheet.title = "Contracts"
    _contracts(sheet, table)
    _facts(book.create_sheet("Facts"), table)
    _marks(book.create_sheet("Marks"), table)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _contracts(sheet: Worksheet, table: FactTable) -> None:
    _head(sheet, [("Document", 34), ("Reading", 14), *((label_of(one), 26) for one in table.fields)], frozen="C2")
    for at, row in enumerate(table.rows, start=2):
        _write(sheet.cell(at, 1), row.name).font = Font(bold=True)
        read = "" if row.not_read is None else f"{CellState.NOT_READ.value}: {row.not_read}"
        if read or row.part:
            _write(sheet.cell(at, 2), read or row.part or "").alignment = Alignment(wrap_text=True, vertical="top")
        for column, field in enumerate(table.fields, start=3):
            _table_cell(sheet.cell(at, column), row.cells[field])


def _table_cell(place: Cell | MergedCell, cell: FactCell) -> None:
    values = cell.values
    first = values[0][0] if len(values) == 1 else None
    if first is not None and first.day is not None:
        _write_day(place, first.day)
    elif first is not None and first.is_sum and first.money is not None:
        _write_sum(place, first.money)
    elif values:
        _write(place, "\n".join(_said(group[0]) for group in values))
    elif cell.mark:
        _write(place, cell.mark).font = _MARK
    place.alignment = Alignment(wrap_text=True, vertical="top")


def _said(fact: TableFact) -> str:
    return f"{fact.shown} (amended)" if fact.amended else fact.shown


def _facts(sheet: Worksheet, table: FactTable) -> None:
    _head(sheet, _FACTS, frozen="C2")
    at = 2
    for row in table.rows:
        if row.not_read is not None:
            _write(sheet.cell(at, 1), row.name)
            _write(sheet.cell(at, 10), CellState.NOT_READ.value).font = _MARK
            _write(sheet.cell(at, 15), row.not_read)
            _write(sheet.cell(at, 17), row.document_id)
            at += 1
        for field, cell in row.cells.items():
            for fact in cell.facts:
                _fact(sheet, at, row, field, fact)
                at += 1


def _fact(sheet: Worksheet, at: int, row: FactRow, field: str, fact: TableFact) -> None:
    state = "amended" if fact.amended else CellState.FOUND.value
    texts = {1: row.name, 2: label_of(field), 3: fact.shown, 7: fact.certainty.value, 9: fact.how.value, 10: state}
    texts |= {12: fact.section or "", 15: fact.quote, 16: fact.source or "", 17: row.document_id}
    for column, text in texts.items():
        if text:
            _write(sheet.cell(at, column), text)
    if fact.day is not None:
        _write_day(sheet.cell(at, 4), fact.day)
    if fact.money is not None:
        _write_sum(sheet.cell(at, 5), fact.money, named=False)
        if fact.money.currency:
            _write(sheet.cell(at, 6), fact.money.currency)
    sheet.cell(at, 8, fact.confidence).number_format = "0.00"
    for column, number in ((11, fact.page), (13, fact.start), (14, fact.end)):
        if number is not None:
            sheet.cell(at, column, number)


def _marks(sheet: Worksheet, table: FactTable) -> None:
    _head(sheet, [("Mark", 26), ("Means", 90)], frozen="A2")
    for at, (mark, means) in enumerate(MARKS, start=2):
        _write(sheet.cell(at, 1), mark)
        _write(sheet.cell(at, 2), means)
    _write(sheet.cell(len(MARKS) + 3, 1), "Matter")
    _write(sheet.cell(len(MARKS) + 3, 2), table.title)


def _head(sheet: Worksheet, columns: Sequence[tuple[str, int]], *, frozen: str) -> None:
    for at, (name, width) in enumerate(columns, start=1):
        cell = _write(sheet.cell(1, at), name)
        cell.font, cell.fill = Font(bold=True), _HEAD
        cell.alignment = Alignment(wrap_text=True, vertical="top")
        sheet.column_dimensions[get_column_letter(at)].width = width
    sheet.freeze_panes = frozen
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    if len(columns) > 2:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}1"


def _write(cell: Cell | MergedCell, text: str) -> Cell | MergedCell:
    """The text as text: of what would be a formula the cell says so too, when somebody edits it."""
    words = cell_text(text)
    cell.value = words
    cell.data_type = "s"  # it guesses a formula from "="
    if is_formula(words):
        cell.quotePrefix = True
    return cell


def _write_day(cell: Cell | MergedCell, day: date) -> None:
    if day.year < 1900:
        _write(cell, day.isoformat())  # a workbook's days begin in 1900
        return
    cell.value = day
    cell.number_format = _DAY


def _write_sum(cell: Cell | MergedCell, money: MoneyValue, *, named: bool = True) -> None:
    if abs(money.amount) >= _EXACT:
        _write(cell, shown(money) if named else format(money.amount, "f"))
        return
    cell.value = money.amount
    digits = "#,##0" if money.amount == money.amount.to_integral_value() else "#,##0.00"
    cell.number_format = f'"{money.currency}" {digits}' if named and money.currency else digits
