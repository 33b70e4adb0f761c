"""A page's text with its tables row by row, a line each, so that each cell is one slice.

Tabs stand between the cells of grids; between others, spaces, as the file has them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from casewright.domain.documents import Box, Table, TableCell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.adapters.ingest.worker.printed_table import PrintedCell, PrintedTable, Word

_END: Final = "\r\n"
_ITEM: Final = re.compile(r"[-•·▪*–]|\(?(?:[ivx]+|[a-z]|\d{1,2})[.)]", re.IGNORECASE)
_WIDER: Final = 1.3
"""How much more than the least fall between a cell's lines shows a new paragraph in it."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Copied:
    """``found[start : start + length]`` stands at ``to`` of the page's text, ``found`` being the text as it came."""

    start: int
    to: int
    length: int


@dataclass(frozen=True, slots=True)
class PageText:
    """A page's text as it is read; ``copied`` says in ascending order of ``start`` what went where."""

    text: str
    copied: tuple[Copied, ...]
    tables: tuple[Span, ...] = ()
    """Where the tables' rows stand."""

    def place(self, found: int) -> int:
        """Where what stood at this offset of the text as it came stands now; what was left out, where it would."""
        at = bisect_right(self.copied, found, key=lambda one: one.start) - 1
        if at < 0:
            return 0
        one = self.copied[at]
        return one.to + min(found - one.start, one.length)

    def is_in_table(self, place: int) -> bool:
        """Whether an offset of the text stands in a table."""
        at = bisect_right(self.tables, place, key=lambda span: span[0]) - 1
        return at >= 0 and place < self.tables[at][1]

    def sources(self, start: int, end: int) -> Iterator[Span]:
        """What of the text as it came stands in [start, end) of this one."""
        for one in sorted(self.copied, key=lambda one: one.to):
            low, high = max(start, one.to), min(end, one.to + one.length)
            if low < high:
                yield one.start + low - one.to, one.start + high - one.to


def as_found(text: str) -> PageText:
    """The text as it came."""
    return PageText(text, (Copied(0, 0, len(text)),))


def arranged(found: str, tables: Sequence[PrintedTable], *, page: int) -> tuple[PageText, tuple[Table, ...]]:
    """The page's text with its tables row by row, and these tables; those with other text among their words stay out.

    Words' offsets are those of ``found``; so are, in what comes back, the tables' of the page's text.
    """
    placed = [(table, span) for table in tables if (span := _region(found, table)) is not None]
    placed.sort(key=lambda one: one[1])
    writer = _Writer(found)
    made = []
    for table, (start, end) in placed:
        if start < writer.at:
            continue
        made.append(writer.write(table, start, end, page))
    return writer.finished([(table.start, table.end) for table in made]), tuple(made)


def _region(found: str, table: PrintedTable) -> Span | None:
    """From the table's first word to its last; None where something else stands between them."""
    words = table.words()
    at = words[0].start
    for word in words:
        if found[at : word.start].strip():
            return None
        at = word.end
    return words[0].start, at


class _Writer:
    """Puts the page's text together."""

    def __init__(self, found: str) -> None:
        self._found = found
        self._parts: list[str] = []
        self._copied: list[Copied] = []
        self._length = 0
        self.at = 0

    def write(self, table: PrintedTable, start: int, end: int, page: int) -> Table:
        """The text up to the table, and then the table, whose words stand in [start, end)."""
        before = self._found[self.at : start]
        self._copy(self.at, self.at + len(before.rstrip(" ")))
        if self._length and not before.rstrip(" ").endswith(("\r", "\n")):
            self._add(_END)
        self.at = end
        first = last = self._length
        rows: list[tuple[TableCell, ...]] = []
        by_row = {row: list(cells) for row, cells in groupby(table.cells, key=lambda cell: cell.place.row)}
        for row in range(table.rows):
            spans: dict[int, TableCell] = {}
            is_first = True
            for cell in by_row.get(row, ()):
                if cell.words:
                    if self._length > first:
                        self._add(_END if is_first else "\t" if table.is_gridded else " ")
                    is_first = False
                    begin = self._length
                    self._write_cell(cell)
                    last = self._length
                else:
                    begin = last
                box = Box(page, *(round(edge, 2) for edge in cell.box))
                place = cell.place
                spans[place.column] = TableCell(begin, last, None, place.columns, place.rows, box)
            rows.append(tuple(_in_order(spans, table.columns, rows[-1][-1].end if rows else first)))
        behind = self._found[end:]
        if behind.strip() and not behind.lstrip(" ").startswith(("\r", "\n")):
            self._add(_END)
            self.at += len(behind) - len(behind.lstrip(" "))
        return Table(first, last, tuple(rows), page=page)

    def finished(self, tables: Iterable[Span]) -> PageText:
        """The page's text, with what follows the last table."""
        self._copy(self.at, len(self._found))
        copied = sorted(self._copied, key=lambda one: one.start)
        return PageText("".join(self._parts), tuple(copied), tuple(tables))

    def _write_cell(self, cell: PrintedCell) -> None:
        falls = [before.last_base - word.base for before, word in pairwise(cell.words) if _is_below(before, word)]
        usual = min(falls, default=0.0)
        before: Word | None = None
        for word in cell.words:
            if before is not None:
                between = self._found[before.end : word.start]
                if not _is_below(before, word):
                    together = not between.strip() and "\r" not in between and "\n" not in between
                    self._copy(before.end, word.start) if together else self._add(" ")
                else:
                    shown = self._found[word.start : word.end]
                    is_new = before.last_base - word.base > _WIDER * usual or _ITEM.fullmatch(shown) is not None
                    self._add(_END if is_new else " ")
            self._copy(word.start, word.end)
            before = word

    def _copy(self, start: int, end: int) -> None:
        if start >= end:
            return
        last = self._copied[-1] if self._copied else None
        if last is not None and last.start + last.length == start and last.to + last.length == self._length:
            self._copied[-1] = Copied(last.start, last.to, last.length + end - start)
        else:
            self._copied.append(Copied(start, self._length, end - start))
        self._add(self._found[start:end])

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def _is_below(before: Word, word: Word) -> bool:
    return abs(before.last_base - word.base) > 0.4 * before.height


def _in_order(spans: dict[int, TableCell], columns: int, at: int) -> Iterator[TableCell]:
    """The row's cells, those that are covered by others blank."""
    for column in range(columns):
        cell = spans.get(column)
        if cell is None or (cell.start == cell.end and cell.start < at):
            blank = TableCell(at, at)
            yield blank if cell is None else TableCell(at, at, None, cell.columns, cell.rows, cell.box)
            continue
        yield cell
        at = cell.end
