"""Tables that go on over pages, put together: their columns agree, and nothing but page furniture stands between."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.worker.lines import Line
    from casewright.adapters.ingest.worker.page import ReadPage
    from casewright.domain.documents import Box, Table

_OVERLAP: Final = 0.6
"""The share of the wider column's width that two parts of one column have in common."""
_HEADER_ROWS: Final = 3
_SAME_HEIGHT: Final = 4
"""Points by which a header or footer may stand elsewhere on the next page."""
_DIGITS: Final = re.compile(r"\d+")
_PAGE_NUMBER: Final = re.compile(
    r"\W*(?:(?:page|pag\.?|pagina|p\.|seite)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/|din|de|von)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A table's part on one page, and that page."""

    table: Table
    page: ReadPage


def whole_tables(pages: Sequence[ReadPage]) -> tuple[Table, ...]:
    """The document's tables in the order of its text, the pages' texts standing end to end."""
    found: list[Table] = []
    last: _Part | None = None
    offset = 0
    for number, page in enumerate(pages):
        before = pages[number - 1] if number else None
        for index, table in enumerate(page.tables):
            part = _Part(table, page)
            repeated = None
            if index == 0 and before is not None and last is not None and last.page is before:
                repeated = _repeated(last, part) if _follows(last, part) else None
            if repeated is None:
                found.append(moved(table, offset))
            else:
                more = moved(table, offset)
                found[-1] = replace(found[-1], end=more.end, rows=(*found[-1].rows, *more.rows[repeated:]))
            last = part
        offset += len(page.text)
    return tuple(found)


def moved(table: Table, by: int) -> Table:
    """The table so many characters further on."""
    rows = tuple(tuple(replace(cell, start=cell.start + by, end=cell.end + by) for cell in row) for row in table.rows)
    return replace(table, start=table.start + by, end=table.end + by, rows=rows)


def _follows(before: _Part, after: _Part) -> bool:
    """Whether the columns agree and nothing of the text stands below the one part or above the other."""
    one, two = _boxes(before.table), _boxes(after.table)
    if not one or not two or len(before.table.rows[0]) != len(after.table.rows[0]):
        return False
    columns = len(before.table.rows[0])
    if not all(_agree(_sides(before.table, at), _sides(after.table, at)) for at in range(columns)):
        return False
    low, high = min(box.bottom for box in one), max(box.top for box in two)
    below = [line for line in before.page.lines if line.first_base < low]
    above = [line for line in after.page.lines if line.first_base > high]
    return _is_furniture(below, after.page) and _is_furniture(above, before.page)


def _boxes(table: Table) -> list[Box]:
    return [cell.box for row in table.rows for cell in row if cell.box is not None]


def _sides(table: Table, column: int) -> tuple[float, float] | None:
    """The left and right edge of a column, by its first cell that is not merged with its neighbours."""
    boxes = (row[column].box for row in table.rows if row[column].columns == 1)
    return next(((box.left, box.right) for box in boxes if box is not None), None)


def _agree(one: tuple[float, float] | None, two: tuple[float, float] | None) -> bool:
    if one is None or two is None:
        return False
    common = min(one[1], two[1]) - max(one[0], two[0])
    return common >= _OVERLAP * max(one[1] - one[0], two[1] - two[0])


def _is_furniture(lines: Sequence[Line], other: ReadPage) -> bool:
    """Whether each of the lines is a page number, or stands at its height on the other page, too."""
    return all(
        _PAGE_NUMBER.fullmatch(line.text)
        or any(
            abs(line.first_base - same.first_base) <= _SAME_HEIGHT
            and _DIGITS.sub("#", line.text) == _DIGITS.sub("#", same.text)
            for same in other.lines
        )
        for line in lines
    )


def _repeated(before: _Part, after: _Part) -> int | None:
    """How many rows the second part repeats of the first one; None where it has a header of its own."""
    one, two = _shown(before), _shown(after)
    count = 0
    while count < min(_HEADER_ROWS, len(one), len(two)) and one[count] == two[count]:
        count += 1
    if count:
        return count
    has_header = not _has_digits(two[0]) and any(map(_has_digits, two[1:])) and any(map(_has_digits, one))
    return None if has_header else 0


def _shown(part: _Part) -> list[list[str]]:
    """The first rows."""
    rows = part.table.rows[: _HEADER_ROWS + 1]
    return [["".join(part.page.text[cell.start : cell.end].split()) for cell in row] for row in rows]


def _has_digits(row: Sequence[str]) -> bool:
    return any(character.isdigit() for cell in row[1:] for character in cell)
