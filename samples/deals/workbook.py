"""Renders a workbook from TOML as XLSX with openpyxl, the same bytes each time.

A source names its ``file`` and ``title`` and has ``[[sheets]]``: ``name``, ``rows``, ``widths`` of the columns,
``bold`` rows by number, and number ``formats`` by column. A cell may be a table with ``value`` and ``format``. There
are values only and no formulas, so that any reader sees what Excel would show.
"""

from __future__ import annotations

import re
import tomllib
import zipfile
from datetime import date, datetime
from io import BytesIO
from typing import TYPE_CHECKING

from openpyxl import Workbook
from openpyxl.styles import Font

from samples.word import normalised

if TYPE_CHECKING:
    from pathlib import Path

    from openpyxl.worksheet.worksheet import Worksheet

    from samples.deals.claims import Json

SAVED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")
DAY_FORMAT = "yyyy-mm-dd"


def render_workbook(path: Path, made: datetime) -> tuple[str, bytes]:
    """The file name and the bytes of the workbook written in ``path``, dated ``made``."""
    source = tomllib.loads(path.read_text("utf-8"))
    book = Workbook()
    del book["Sheet"]
    for sheet in source["sheets"]:
        _fill(book.create_sheet(sheet["name"]), sheet)
    book.properties.title, book.properties.creator = source["title"], "Casewright sample deal"
    book.properties.created = made.replace(tzinfo=None)
    saved = BytesIO()
    book.save(saved)
    return source["file"], normalised(_dated(saved.getvalue(), made))


def _fill(sheet: Worksheet, source: dict[str, Json]) -> None:
    rows, bold, formats, widths = (source.get(name) or [] for name in ("rows", "bold", "formats", "widths"))
    assert isinstance(rows, list)
    assert isinstance(bold, list)
    assert isinstance(widths, list)
    for number, row in enumerate(rows, start=1):
        assert isinstance(row, list)
        for column, content in enumerate(row, start=1):
            if content == "":
                continue
            cell = sheet.cell(number, column)
            own = content if isinstance(content, dict) else {"value": content}
            cell.value = own["value"]  # type: ignore[assignment]  # TOML gives text, numbers and dates, as cells take
            cell.font = Font(bold=number in bold)
            of_column = formats.get(cell.column_letter) if isinstance(formats, dict) else None
            if isinstance(own["value"], date):
                cell.number_format = DAY_FORMAT
            elif isinstance(own["value"], int | float):
                cell.number_format = str(own.get("format") or of_column or "General")
    for column, width in enumerate(widths, start=1):
        assert isinstance(width, int | float)
        sheet.column_dimensions[sheet.cell(1, column).column_letter].width = width


def _dated(data: bytes, made: datetime) -> bytes:
    """The same workbook with ``made`` as the time it was saved, in place of now."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "docProps/core.xml":
                part = SAVED.sub(rb"\g<1>" + f"{made:%Y-%m-%dT%H:%M:%SZ}".encode(), part)
            new.writestr(name, part)
    return out.getvalue()
