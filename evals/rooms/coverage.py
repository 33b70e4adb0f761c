"""Counts a room's figures by itself, and how many of them claims stand at. Nothing here is the product's own count."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import PurePath
from typing import TYPE_CHECKING

from evals.evidence import Share
from evals.rooms.files import rendered
from evals.rooms.squashed import Squashed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from evals.rooms.judge import Site
    from evals.rooms.truth import Truth

_NUMBER = r"\(?-?\d{1,3}(?:[,.\u202f\u00a0 ]\d{3})*(?:[.,]\d+)?\)?|\(?-?\d+(?:[.,]\d+)?\)?"
_SCALE = r"(?:k|m|mn|bn|thousand|million|billion|mii|milioane|miliarde)\b"
_CURRENCY = r"(?:EUR|USD|GBP|CHF|RON|SEK|NOK|DKK|PLN|CZK|HUF|lei)\b"
_UNIT = (
    r"(?:employees|people|staff|FTEs?|customers|clients|contracts|users|subscribers|members|shares|options|"
    r"units|tonnes|tons|kg|litres|hectares|rooms|beds|sites|shops|stores|vehicles|suppliers|patients|"
    r"angajați|salariați|clienți|contracte|acțiuni|tone)\b"
)
_AMOUNT = re.compile(
    rf"(?:{_CURRENCY}|[€$£])\s*(?:{_NUMBER})(?:\s*{_SCALE})?"
    rf"|(?<![\d.,])(?:{_NUMBER})\s*(?:{_SCALE}\s*)?(?:%|per cent\b|percent\b|[€$£]|{_CURRENCY}|{_SCALE}|{_UNIT})",
    re.IGNORECASE,
)
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_PLAIN = re.compile(r"\(?-?\d[\d,]*(?:\.\d+)?\)?%?")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a file: in a ``cell`` (``P&L!C7``; of a CSV file ``C7``), or in prose, where its ``line`` is given
    with its ``start`` and ``end`` there."""

    file: str
    cell: str | None = None
    line: str = ""
    start: int = 0
    end: int = 0

    def __str__(self) -> str:
        return f"{self.file} {self.cell or self.line[self.start : self.end]}"


def figures(room: Truth) -> Iterator[Figure]:
    """Every numeric cell of the workbooks, CSV files and tables in text, and every amount in the prose of the rest.

    Days, and whole numbers that read as years, are none.
    """
    for name, source in sorted(room.sources.items()):
        match PurePath(name).suffix.lower():
            case ".xlsx":
                yield from _of_workbook(name, rendered(name, source, room.as_of))
            case ".csv":
                yield from _of_csv(name, source)
            case ".eml":
                yield from _of_prose(name, source.replace("\r\n", "\n").partition("\n\n")[2])
            case _:
                yield from _of_prose(name, source)


def covered(found: Iterable[Figure], claimed: Iterable[Site], texts: Mapping[str, str]) -> tuple[Share, list[Figure]]:
    """How many of the figures a claim stands at, and those at which none does."""
    cells: set[tuple[str, str]] = set()
    spans: dict[str, list[Site]] = {}
    for site in claimed:
        if site.cell is not None:
            cells.add((site.file, _address(site.cell, site.file)))
        spans.setdefault(site.file, []).append(site)
    read = {file: Squashed(text) for file, text in texts.items()}
    every = list(found)
    without = []
    for one in every:
        if one.cell is not None:
            stands = (one.file, one.cell) in cells
        else:
            stands = any(
                site.start < end and start < site.end
                for start, end in _in_text(one, read.get(one.file))
                for site in spans.get(one.file, ())
            )
        if not stands:
            without.append(one)
    return Share(len(every) - len(without), len(every)), without


def _of_workbook(name: str, data: bytes) -> Iterator[Figure]:
    from openpyxl import load_workbook

    for sheet in load_workbook(BytesIO(data), data_only=True):
        for row in sheet.iter_rows():
            for cell in row:
                value = cell.value
                if isinstance(value, int | float) and not isinstance(value, bool):
                    shown_plain = cell.number_format == "General"
                    if not (shown_plain and isinstance(value, int) and _FIRST_YEAR <= value <= _LAST_YEAR):
                        yield Figure(name, f"{sheet.title}!{cell.coordinate}")


def _of_csv(name: str, source: str) -> Iterator[Figure]:
    from openpyxl.utils import get_column_letter

    try:
        dialect: type[csv.Dialect] | csv.Dialect = csv.Sniffer().sniff(source[:4096], delimiters=",;\t")
    except csv.Error:
        dialect = csv.excel
    for row, cells in enumerate(csv.reader(StringIO(source), dialect), 1):
        for column, text in enumerate(cells, 1):
            shown = text.strip()
            if _PLAIN.fullmatch(shown) and not _is_year(shown):
                yield Figure(name, f"{get_column_letter(column)}{row}")


def _of_prose(name: str, source: str) -> Iterator[Figure]:
    for line in source.splitlines():
        is_row = line.lstrip().startswith("|")
        spans = list(_of_row(line)) if is_row else [match.span() for match in _AMOUNT.finditer(line)]
        for start, end in spans:
            yield Figure(name, None, line, start, end)


def _of_row(line: str) -> Iterator[tuple[int, int]]:
    """The numbers of a table's row, its first cell apart, which names the row; and the amounts in its words."""
    start = 0
    for at, cell in enumerate(line.rstrip().removesuffix("|").split("|")):
        shown = cell.strip()
        if at > 1 and _PLAIN.fullmatch(shown):
            if not _is_year(shown):
                first = start + cell.index(shown)
                yield first, first + len(shown)
        else:
            yield from ((start + one.start(), start + one.end()) for one in _AMOUNT.finditer(cell))
        start += len(cell) + 1


def _is_year(shown: str) -> bool:
    return shown.isdigit() and _FIRST_YEAR <= int(shown) <= _LAST_YEAR


def _in_text(figure: Figure, text: Squashed | None) -> Iterator[tuple[int, int]]:
    """Where the figure stands in the text as read: its line is looked for, then the figure in it."""
    if text is None:
        return
    amount = figure.line[figure.start : figure.end]
    amounts = list(text.spans(amount))
    for start, end in text.spans(figure.line):
        inside = [one for one in amounts if start <= one[0] and one[1] <= end]
        before = sum(1 for _ in Squashed(figure.line[: figure.start]).spans(amount))
        yield from inside[before : before + 1]


def _address(cell: str, file: str) -> str:
    """The cell as figures have it."""
    sheet, _, address = cell.rpartition("!")
    plain = address.replace("$", "").partition(":")[0].upper()
    if PurePath(file).suffix.lower() == ".csv":
        return plain
    return f"{sheet.strip(chr(39)).replace(chr(39) * 2, chr(39))}!{plain}"
