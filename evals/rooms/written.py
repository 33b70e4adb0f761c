"""Source texts of documents, read into what they are made of: sheets of typed cells, and blocks of prose."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CellValue = str | int | float | date | None

PAGE = "---page---"
_SHEET = "## Sheet:"
_NUMBER = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_LIST = "- "
_LONG = 70
_ENDS = (".", ";", ":", "!", "?", "_")
_LABEL = re.compile(r"\(?(?:\d+(?:\.\d+)*|[a-z]|[ivx]+)[.)]\s")
_RULE = re.compile(r":?-{3,}:?")


@dataclass(frozen=True, slots=True)
class Cell:
    """A value as a workbook keeps it, and the format that shows it as it was written."""

    value: CellValue
    number_format: str = "General"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet, row by row from the first."""

    name: str
    rows: tuple[tuple[Cell, ...], ...]

    def at(self, address: str) -> CellValue:
        """What the cell holds, None where it is empty or not there. Raises ``ValueError`` for no address."""
        letters = address.rstrip("0123456789")
        column = 0
        for letter in letters:
            column = 26 * column + ord(letter) - ord("A") + 1
        row = int(address[len(letters) :])
        there = row <= len(self.rows) and column <= len(self.rows[row - 1])
        return self.rows[row - 1][column - 1].value if there else None


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of prose: ``title``, ``heading``, ``paragraph``, ``item``, ``table`` (its ``rows``) or ``page``."""

    kind: str
    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


def sheets(source: str) -> list[Sheet]:
    """The sheets that a workbook's source text writes."""
    found: list[tuple[str, list[tuple[Cell, ...]]]] = []
    for line in source.splitlines():
        if line.startswith(_SHEET):
            found.append((line.removeprefix(_SHEET).strip(), []))
        elif found:
            found[-1][1].append(tuple(cell(text) for text in line.split("|")) if line.strip() else ())
    return [Sheet(name, tuple(_without_end(rows))) for name, rows in found]


def cell(text: str) -> Cell:
    """What one cell's text is: a number shown as written, a percentage, a day, or words."""
    text = text.strip()
    if not text:
        return Cell(None)
    if text.startswith("'"):
        return Cell(text[1:], "@")
    if _DAY.fullmatch(text):
        return _day(text)
    negative = text.startswith("(") and text.endswith(")")
    inner = text[1:-1] if negative else text
    if inner.endswith("%") and _NUMBER.fullmatch(inner[:-1].strip()):
        digits = inner[:-1].strip()
        places = _decimals(digits)
        share = round(float(digits.replace(",", "")) / 100, places + 2)
        shape = f"0{'.' + '0' * places if places else ''}%"
        return Cell(-share, f"{shape};({shape})") if negative else Cell(share, shape)
    if not _NUMBER.fullmatch(inner) or (negative and inner.startswith("-")):
        return Cell(text)
    return _number(inner, negative=negative)


def blocks(source: str) -> Iterator[Block]:
    """The blocks of a PDF's or a Word file's source text, in order."""
    prose: list[str] = []
    rows: list[tuple[str, ...]] = []
    for line in [*source.splitlines(), ""]:
        text = line.strip()
        is_row = text.startswith("|")
        is_mark = text == PAGE or text.startswith(("# ", "## ", _LIST))
        if prose and (not text or is_row or is_mark):
            yield Block("paragraph", _joined(prose))
            prose = []
        if rows and not is_row:
            yield Block("table", rows=tuple(rows))
            rows = []
        if is_row:
            cells = tuple(one.strip() for one in text.removeprefix("|").removesuffix("|").split("|"))
            if not all(_RULE.fullmatch(one) for one in cells):
                rows.append(cells)
        elif is_mark:
            yield _marked(text)
        elif text:
            prose.append(text)


def _joined(lines: list[str]) -> str:
    """The lines of a paragraph: a long one that ends inside a sentence goes on, any other keeps its end."""
    text = lines[0]
    for line, before in zip(lines[1:], lines, strict=False):
        goes_on = len(before) >= _LONG and not before.endswith(_ENDS) and not _LABEL.match(line)
        text += (" " if goes_on else "\n") + line
    return text


def _marked(text: str) -> Block:
    for mark, kind in (("## ", "heading"), ("# ", "title"), (_LIST, "item")):
        if text.startswith(mark):
            return Block(kind, text.removeprefix(mark).strip())
    return Block("page")


def _day(text: str) -> Cell:
    try:
        return Cell(date.fromisoformat(text), "yyyy-mm-dd")
    except ValueError:
        return Cell(text)


def _number(text: str, *, negative: bool) -> Cell:
    digits, places = text.replace(",", ""), _decimals(text)
    value = float(digits) if places else int(digits)
    shape = ("#,##0" if "," in text or (negative and len(digits) > 3) else "0") + ("." + "0" * places if places else "")
    if negative:
        return Cell(-value, f"{shape};({shape})")
    return Cell(value, shape if places or "," in text else "General")


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])


def _without_end(rows: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    while rows and all(one.value is None for one in rows[-1]):
        rows = rows[:-1]
    return rows
