"""A document's text as blocks in the order of the text: paragraphs, headings, rows of tables, notes, furniture."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeVar

from casewright.domain.structures import PartKind, Structure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.domain.documents import Furniture, Reading, Table, TableCell
    from casewright.domain.layouts import Note
    from casewright.domain.structures import HeadingPlace, Part

_BLANK_LINE: Final = re.compile(r"\n[^\S\n]*\n|\f")
_LINE_END: Final = re.compile(r"\n")
_FIELD: Final = re.compile(r"[A-Za-z-]+: ?")
_BULLET: Final = "- "
_S = TypeVar("_S", "Note", "Furniture", "Part")


@dataclass(frozen=True, slots=True)
class Block:
    """``text[start:end]`` of a document.

    ``kind`` is paragraph, title, heading, row, sheet, field, attachment, note or furniture. ``level`` is a heading's;
    ``table`` and ``row`` count from 1 and say which row of which table it is, whose ``cells`` it has. ``value`` is
    where the value of an e-mail's field begins; ``page`` the page on which the block begins.
    """

    start: int
    end: int
    kind: str
    level: int | None = None
    table: int | None = None
    row: int | None = None
    cells: tuple[TableCell, ...] = ()
    value: int | None = None
    furniture: str | None = None
    note: Note | None = None
    page: int | None = None


def blocks_of(reading: Reading, structure: Structure | None) -> list[Block]:
    """The blocks; headings and parts of an e-mail are those of the structure."""
    return list(_Cutter(reading, structure or Structure()).blocks())


class _Cutter:
    """Cuts one text."""

    def __init__(self, reading: Reading, structure: Structure) -> None:
        self._text = reading.text
        self._tables = reading.tables
        self._notes = () if reading.layout is None else sorted(reading.layout.notes, key=lambda note: note.start)
        self._furniture = reading.furniture
        self._headings = {one.start: one for one in structure.headings}
        self._parts = structure.parts
        self._pages = [page.start for page in reading.pages]
        self._edges = self._borders(structure.headings)

    def _borders(self, headings: Iterable[HeadingPlace]) -> list[int]:
        """Where no block goes on: at the ends of what is of another kind."""
        spans: list[Table | Note | Furniture | Part | HeadingPlace] = []
        spans += self._tables
        spans += self._notes
        spans += self._furniture
        spans += self._parts
        spans += headings
        edges = {0, len(self._text), *self._pages}
        return sorted(edges.union(edge for one in spans for edge in (one.start, one.end)))

    def blocks(self) -> Iterator[Block]:
        """All, in order; a table is given where it begins, row by row."""
        tables = {table.start: (number, table) for number, table in enumerate(self._tables, 1)}
        at = 0
        for low, high in pairwise(self._edges):
            if low in tables:
                number, table = tables.pop(low)
                yield from self._rows(number, table)
                at = max(at, table.end)
            yield from self._pieces(max(low, at), high)

    def _rows(self, number: int, table: Table) -> Iterator[Block]:
        for place, cells in enumerate(table.rows, 1):
            start = min((cell.start for cell in cells), default=table.start)
            end = max((cell.end for cell in cells), default=start)
            yield Block(start, end, "row", table=number, row=place, cells=cells, page=self._page(start))

    def _pieces(self, low: int, high: int) -> Iterator[Block]:
        part = _covering(self._parts, low)
        for start, end in self._filled(_BLANK_LINE if part is None else _LINE_END, low, high):
            if part is not None:
                yield self._of_part(part, start, end)
            else:
                yield self._piece(start, end)

    def _filled(self, apart: re.Pattern[str], low: int, high: int) -> Iterator[tuple[int, int]]:
        """What stands between these, without the white space around it."""
        ends = [(match.start(), match.end()) for match in apart.finditer(self._text, low, high)]
        for start, end in zip([low, *(end for _, end in ends)], [*(start for start, _ in ends), high], strict=True):
            piece = self._text[start:end]
            shown = piece.strip()
            if shown:
                first = start + len(piece) - len(piece.lstrip())
                yield first, first + len(shown)

    def _of_part(self, part: Part, start: int, end: int) -> Block:
        if part.kind is PartKind.HEADERS:
            named = _FIELD.match(self._text, start, end)
            return Block(start, end, "field", value=None if named is None else named.end())
        if start == part.start:
            return Block(start, end, "heading", level=1)
        by = len(_BULLET) if self._text.startswith(_BULLET, start) else 0
        return Block(start + by, end, "attachment")

    def _piece(self, start: int, end: int) -> Block:
        page = self._page(start)
        furniture = _covering(self._furniture, start)
        if furniture is not None:
            return Block(start, end, "furniture", furniture=furniture.kind.value, page=page)
        note = _covering(self._notes, start)
        if note is not None:
            return Block(start, end, "note", note=note, page=page)
        heading = self._headings.get(start)
        if heading is not None:
            kind = "heading" if heading.level else "title"
            return Block(start, end, kind, level=heading.level, page=page)
        return Block(start, end, "sheet" if self._is_sheet(start, end) else "paragraph", page=page)

    def _is_sheet(self, start: int, end: int) -> bool:
        """Whether it is the name of the sheet that follows."""
        at = bisect_left(self._tables, end, key=lambda table: table.start)
        if at == len(self._tables) or self._tables[at].name != self._text[start:end]:
            return False
        return not self._text[end : self._tables[at].start].strip()

    def _page(self, place: int) -> int | None:
        return bisect_right(self._pages, place) or None


def _covering(spans: Sequence[_S], place: int) -> _S | None:
    """The one of these stretches, which are in order, that the place lies in."""
    at = bisect_right(spans, place, key=lambda one: one.start) - 1
    return spans[at] if at >= 0 and place < spans[at].end else None
