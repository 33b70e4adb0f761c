"""The text of an Excel workbook: its sheets in order, each row a line, every cell as its number format shows it."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

import openpyxl
from openpyxl.styles.numbers import BUILTIN_FORMATS

# openpyxl's own reader of rows: iter_rows fills up to what a sheet claims to hold, which may be 17 thousand million
# cells, and does not tell what is hidden. The dependency is held below 3.2 for it.
from openpyxl.worksheet._reader import COL_TAG, FORMULA_TAG, ROW_TAG, VALUE_TAG, WorkSheetParser
from openpyxl.xml.functions import iterparse

from casewright.adapters.ingest.addresses import column_letters
from casewright.adapters.ingest.wire import CELL_LIMIT, TEXT_LIMIT, Extract, Fault
from casewright.adapters.ingest.worker.number_formats import shown
from casewright.adapters.ingest.worker.packages import fault_of
from casewright.domain.documents import Table, TableCell

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from xml.etree.ElementTree import Element

    from openpyxl.workbook import Workbook


def read_workbook(data: bytes) -> Extract | Fault:
    """Every sheet that holds anything, hidden ones too: its name as a line, then its rows, cells apart by tabs.

    A fault where it is no workbook, unpacks to too much, has too many cells, or holds a formula without the value
    that a spreadsheet program stores beside it.
    """
    fault = fault_of(data, "xlsx")
    if fault is not None:
        return fault
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what openpyxl leaves out (validations, extensions) shows no text
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        return _extract(book)


def _extract(book: Workbook) -> Extract | Fault:
    written = _Written()
    for number, sheet in enumerate(book.worksheets, start=1):
        found = _rows_of(book, sheet)
        if found.lacking:
            return Fault("formulas", f"{found.first_lacking} {number} {found.lacking}")
        if not written.add(sheet.title, found, is_hidden=sheet.sheet_state != "visible"):
            return Fault("cells")
        if written.length > TEXT_LIMIT:
            return Fault("characters")
    return Extract("".join(written.parts), tables=tuple(written.tables))


@dataclass(slots=True)
class _Found:
    """What a sheet holds: rows with their numbers and the texts of the cells that show anything, by column."""

    rows: list[tuple[int, dict[int, str]]] = field(default_factory=list)
    hidden_rows: list[int] = field(default_factory=list)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    lacking: int = 0
    """Formulas without a stored value."""
    first_lacking: str = ""


class _Rows(WorkSheetParser):
    """Rows and columns and nothing else, so that what is wrong in other parts of a sheet does not matter."""

    lacking = 0
    first_lacking = ""

    # A cell is a mapping of openpyxl's, with values of whatever type the sheet holds.
    def parse(self) -> Generator[tuple[int, list[dict[str, Any]]], None, None]:
        """Each row's number and its cells."""
        for _, element in iterparse(self.source):
            if element.tag == ROW_TAG:
                row = self.parse_row(element)
                element.clear()
                yield row
            elif element.tag == COL_TAG:
                self.parse_column_dimensions(element)

    def parse_cell(self, element: Element) -> dict[str, Any]:
        """The cell; a formula without a value is counted."""
        # What computes to no text at all has an empty value and says that it is text.
        is_blank = not element.findtext(VALUE_TAG) and element.get("t") != "str"
        if is_blank and element.find(FORMULA_TAG) is not None:
            self.first_lacking = self.first_lacking or element.get("r", "A1")
            self.lacking += 1
        cell: dict[str, Any] = super().parse_cell(element)
        if cell["data_type"] == "e" and element.get("t", "n") == "n":
            # A number in a date's format that is no date: openpyxl would have it an error.
            cell["value"] = Decimal(element.findtext(VALUE_TAG) or "0")
        return cell


# A sheet of a workbook opened read-only: openpyxl's class for it is private and its members, too.
def _rows_of(book: Any, sheet: Any) -> _Found:
    found = _Found()
    formats = _Formats(book)
    with sheet._get_source() as source:
        parser = _Rows(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        for number, cells in parser.parse():
            texts = {cell["column"]: text for cell in cells if (text := formats.shown(cell))}
            if texts:
                found.rows.append((number, texts))
                if parser.row_dimensions.get(str(number), {}).get("hidden") in _TRUE:
                    found.hidden_rows.append(number)
            parser.row_dimensions.clear()
    for column in parser.column_dimensions.values():
        if column.get("hidden") in _TRUE:
            found.hidden_columns.append((int(column["min"]), int(column.get("max", column["min"]))))
    found.lacking, found.first_lacking = parser.lacking, parser.first_lacking
    return found


_TRUE: Final = frozenset({"1", "true"})


class _Formats:
    """The number formats of a workbook's styles."""

    # As above: a workbook's table of styles is openpyxl's own.
    def __init__(self, book: Any) -> None:
        self._book = book
        self._codes: dict[int, str] = {}

    def shown(self, cell: dict[str, Any]) -> str:
        """What a person sees in the cell; a value that its format hides is shown all the same."""
        value = cell["value"]
        if value is None:
            return ""
        if isinstance(value, str):
            return _plain(value)
        return shown(value, self._code(cell["style_id"]))

    def _code(self, style: int) -> str:
        if style not in self._codes:
            self._codes[style] = self._format_of(style)
        return self._codes[style]

    def _format_of(self, style: int) -> str:
        from_styles = self._book._cell_styles
        if not 0 <= style < len(from_styles):
            return "General"
        number = from_styles[style].numFmtId
        if number < 164:
            return str(BUILTIN_FORMATS.get(number, "General"))
        own = self._book._number_formats
        return str(own[number - 164]) if number - 164 < len(own) else "General"


def _plain(text: str) -> str:
    """A cell's own text, with the line ends that people typed."""
    return text.replace("_x000D_\n", "\n").replace("_x000D_", "\n").replace("\r\n", "\n").replace("\ufffe", "")


class _Written:
    """The text so far, and the tables in it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.tables: list[Table] = []
        self.length = 0
        self._cells = 0

    def add(self, title: str, found: _Found, *, is_hidden: bool) -> bool:
        """Write a sheet; False where it has more cells than there is room for. A blank one leaves no trace."""
        if not found.rows:
            return True
        columns = sorted({column for _, texts in found.rows for column in texts})
        self._cells += len(columns) * len(found.rows)
        if self._cells > CELL_LIMIT:
            return False
        name = _name(title, found, columns, is_hidden=is_hidden)
        self._write(f"\n\n{name}\n\n" if self.parts else f"{name}\n\n")
        start = self.length
        letters = {column: column_letters(column) for column in columns}
        rows: list[tuple[TableCell, ...]] = []
        for number, texts in found.rows:
            if rows:
                self._write("\n")
            rows.append(tuple(self._row(texts, {at: f"{title}!{letters[at]}{number}" for at in columns})))
        self.tables.append(Table(start, self.length, tuple(rows), name))
        return True

    def _row(self, texts: dict[int, str], addresses: dict[int, str]) -> Iterator[TableCell]:
        """The row's cells, written one after the other; no tabs stand after the last one that shows anything."""
        last = max(texts)
        is_first = True
        for column, address in addresses.items():
            if not is_first and column <= last:
                self._write("\t")
            is_first = False
            start = self.length
            self._write(texts.get(column, ""))
            yield TableCell(start, self.length, address)

    def _write(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)


def _name(title: str, found: _Found, columns: Sequence[int], *, is_hidden: bool) -> str:
    """The sheet's name, with what of it is hidden."""
    hidden_columns = sorted(
        {column for low, high in found.hidden_columns for column in columns if low <= column <= high}
    )
    notes = ["hidden sheet"] if is_hidden else []
    if found.hidden_rows:
        notes.append("hidden rows " + _ranges([(row, str(row)) for row in found.hidden_rows]))
    if hidden_columns:
        notes.append("hidden columns " + _ranges([(column, column_letters(column)) for column in hidden_columns]))
    return f"{title} ({'; '.join(notes)})" if notes else title


_MOST_RANGES: Final = 12


def _ranges(places: Iterable[tuple[int, str]]) -> str:
    """Numbers that follow one another as ranges: "3-5, 9"; the first dozen of them."""
    runs: list[list[str]] = []
    before = None
    for number, label in places:
        if before is not None and number == before + 1:
            runs[-1].append(label)
        else:
            runs.append([label])
        before = number
    shown_runs = [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs[:_MOST_RANGES]]
    return ", ".join(shown_runs) + (", …" if len(runs) > _MOST_RANGES else "")
