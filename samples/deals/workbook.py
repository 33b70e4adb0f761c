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
from typing import TYPE_CHECKING, NotRequired, TypedDict

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from samples.word import normalised

if TYPE_CHECKING:
    from pathlib import Path

    from openpyxl.worksheet.worksheet import Worksheet

SAVED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")
DAY_FORMAT = "yyyy-mm-dd"


class Formatted(TypedDict):
    """A cell with a number format of its own."""

    value: str | int | float | date
    format: NotRequired[str]


class Sheet(TypedDict):
    """One sheet as its source writes it."""

    name: str
    rows: list[list[str | int | float | date | Formatted]]
    widths: NotRequired[list[int]]
    bold: NotRequired[list[int]]
    formats: NotRequired[dict[str, str]]


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
    return source["file"], normalised(dated(saved.getvalue(), made))


def _fill(sheet: Worksheet, source: Sheet) -> None:
    formats = source.get("formats", {})
    for number, row in enumerate(source["rows"], start=1):
        for column, content in enumerate(row, start=1):
            if content == "":
                continue
            own = content if isinstance(content, dict) else Formatted(value=content)
            cell = sheet.cell(number, column, own["value"])
            cell.font = Font(bold=number in source.get("bold", []))
            if isinstance(own["value"], date):
                cell.number_format = DAY_FORMAT
            elif not isinstance(own["value"], str):
                cell.number_format = own.get("format") or formats.get(get_column_letter(column), "General")
    for column, width in enumerate(source.get("widths", []), start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width


def dated(data: bytes, made: datetime) -> bytes:
    """The same workbook with ``made`` as the time it was saved, in place of now."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "docProps/core.xml":
                part = SAVED.sub(rb"\g<1>" + f"{made:%Y-%m-%dT%H:%M:%SZ}".encode(), part)
            new.writestr(name, part)
    return out.getvalue()
