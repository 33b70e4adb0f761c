"""Facts as a workbook: a sheet with the table, one with every fact, its words and its place, and what the marks mean.

Texts are texts: nothing in a document or in a file's name is computed. Days are dates, sums are numbers.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from openpyxl.styles import Font

from casewright.adapters.exports.workbooks import TOP, new_workbook, to_bytes, write_head, write_text
from casewright.evidence.facts.fact_table import CellState, label_of
from casewright.evidence.facts.marks import MARKS
from casewright.evidence.facts.values.showing import shown

if TYPE_CHECKING:
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
_MARK: Final = Font(italic=True, color="5A6472")


def fact_xlsx(table: FactTable, made: datetime) -> bytes:
    """The workbook, made at this time."""
    book, sheet = new_workbook(table.title, made, "Contracts")
    _contracts(sheet, table)
    _facts(book.create_sheet("Facts"), table)
    _marks(book.create_sheet("Marks"), table)
    return to_bytes(book)


def _contracts(sheet: Worksheet, table: FactTable) -> None:
    write_head(sheet, [("Document", 34), ("Reading", 14), *((label_of(one), 26) for one in table.fields)], frozen="C2")
    for at, row in enumerate(table.rows, start=2):
        write_text(sheet.cell(at, 1), row.name).font = Font(bold=True)
        read = "" if row.not_read is None else f"{CellState.NOT_READ.value}: {row.not_read}"
        if read or row.part:
            write_text(sheet.cell(at, 2), read or row.part or "").alignment = TOP
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
        write_text(place, "\n".join(_said(group[0]) for group in values))
    elif cell.mark:
        write_text(place, cell.mark).font = _MARK
    place.alignment = TOP


def _said(fact: TableFact) -> str:
    return f"{fact.shown} (amended)" if fact.amended else fact.shown


def _facts(sheet: Worksheet, table: FactTable) -> None:
    write_head(sheet, _FACTS, frozen="C2")
    at = 2
    for row in table.rows:
        if row.not_read is not None:
            write_text(sheet.cell(at, 1), row.name)
            write_text(sheet.cell(at, 10), CellState.NOT_READ.value).font = _MARK
            write_text(sheet.cell(at, 15), row.not_read)
            write_text(sheet.cell(at, 17), row.document_id)
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
            write_text(sheet.cell(at, column), text)
    if fact.day is not None:
        _write_day(sheet.cell(at, 4), fact.day)
    if fact.money is not None:
        _write_sum(sheet.cell(at, 5), fact.money, named=False)
        if fact.money.currency:
            write_text(sheet.cell(at, 6), fact.money.currency)
    sheet.cell(at, 8, fact.confidence).number_format = "0.00"
    for column, number in ((11, fact.page), (13, fact.start), (14, fact.end)):
        if number is not None:
            sheet.cell(at, column, number)


def _marks(sheet: Worksheet, table: FactTable) -> None:
    write_head(sheet, [("Mark", 26), ("Means", 90)], frozen="A2", filtered=False)
    for at, (mark, means) in enumerate(MARKS, start=2):
        write_text(sheet.cell(at, 1), mark)
        write_text(sheet.cell(at, 2), means)
    write_text(sheet.cell(len(MARKS) + 3, 1), "Matter")
    write_text(sheet.cell(len(MARKS) + 3, 2), table.title)


def _write_day(cell: Cell | MergedCell, day: date) -> None:
    if day.year < 1900:
        write_text(cell, day.isoformat())  # a workbook's days begin in 1900
        return
    cell.value = day
    cell.number_format = _DAY


def _write_sum(cell: Cell | MergedCell, money: MoneyValue, *, named: bool = True) -> None:
    if abs(money.amount) >= _EXACT:
        write_text(cell, shown(money) if named else format(money.amount, "f"))
        return
    cell.value = money.amount
    digits = "#,##0" if money.amount == money.amount.to_integral_value() else "#,##0.00"
    cell.number_format = f'"{money.currency}" {digits}' if named and money.currency else digits
