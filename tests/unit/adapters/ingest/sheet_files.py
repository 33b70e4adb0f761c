"""Excel workbooks for tests, made with openpyxl, with the values of formulas that only a spreadsheet program stores."""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING, Any

import openpyxl
from openpyxl.cell import MergedCell
from openpyxl.utils.cell import coordinate_to_tuple

from tests.unit.adapters.ingest.word_files import packed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openpyxl.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet


# Cells are of any type that YAML or a test writes.
def workbook(sheets: Mapping[str, Any]) -> bytes:
    """An XLSX of these sheets in order: each a list of rows of cells, or a mapping.

    A mapping has ``rows``, or ``cells`` by address; ``state`` (hidden), ``hidden_rows``, ``hidden_columns``,
    ``merge``. A cell is a value, or ``{value, format}``, or ``{formula, stored, type}``, with nothing stored where
    it says nothing.
    """
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    stored: dict[tuple[int, str], tuple[str, str]] = {}
    for number, (title, given) in enumerate(sheets.items(), start=1):
        sheet = book.create_sheet(title)
        described: Mapping[str, Any] = {"rows": given} if isinstance(given, list) else given
        _fill(sheet, number, described, stored)
    written = io.BytesIO()
    book.save(written)
    return _with_values(written.getvalue(), stored)


def _fill(
    sheet: Worksheet, number: int, described: Mapping[str, Any], stored: dict[tuple[int, str], tuple[str, str]]
) -> None:
    rows: Sequence[Sequence[Any]] = described.get("rows", [])
    for at, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            if value is not None:
                _set(sheet.cell(at, column), number, value, stored)
    for address, value in described.get("cells", {}).items():
        place = coordinate_to_tuple(address)
        _set(sheet.cell(*place), number, value, stored)
    sheet.sheet_state = described.get("state", "visible")
    for at in described.get("hidden_rows", []):
        sheet.row_dimensions[at].hidden = True
    for letters in described.get("hidden_columns", []):
        sheet.column_dimensions[letters].hidden = True
    for area in described.get("merge", []):
        sheet.merge_cells(area)


def _set(cell: Cell | MergedCell, number: int, value: Any, stored: dict[tuple[int, str], tuple[str, str]]) -> None:
    assert not isinstance(cell, MergedCell)
    if not isinstance(value, dict):
        cell.value = value
        return
    if "formula" in value:
        cell.value = value["formula"]
        if "stored" in value:
            stored[number, cell.coordinate] = (str(value["stored"]), value.get("type", "n"))
    else:
        cell.value = value["value"]
    cell.number_format = value.get("format", "General")


def _with_values(data: bytes, stored: Mapping[tuple[int, str], tuple[str, str]]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {entry.filename: archive.read(entry) for entry in archive.infolist()}
    for (number, address), (value, kind) in stored.items():
        name = f"xl/worksheets/sheet{number}.xml"
        pattern = rf'(<c r="{address}"[^>]*?)( t="\w+")?>(<f>.*?</f>)<v ?(?:/>|></v>)'
        xml = re.sub(pattern, rf'\1 t="{kind}">\3<v>{value}</v>', entries[name].decode())
        entries[name] = xml.encode()
    return packed(entries)
