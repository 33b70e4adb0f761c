"""Blocks of text, as a format's paragraphs and table cells give them, put together into one text."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from casewright.adapters.ingest.wire import Extract, Heading
from casewright.domain.documents import Table, TableCell


@dataclass(frozen=True, slots=True)
class Mark:
    """Which cell of which table (its number among the document's) stands at ``start:end`` of a block's text."""

    table: int
    row: int
    column: int
    start: int
    end: int


Key = tuple[str, str | int]
"""What stands somewhere in a text: of which kind, and which of them."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where something, or a part of it, stands in a block's text."""

    key: Key
    start: int
    end: int

    def moved(self, by: int) -> Stretch:
        """The same, so much further on."""
        return Stretch(self.key, self.start + by, self.end + by)


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph or table row; ``level`` is a heading's, 0 being the document's title.

    A block without text is no paragraph: its ``stretches`` stand between the blocks around it.
    """

    text: str
    level: int | None = None
    row: int = 0
    """Which row of its table, counting from 1; 0 where the block is none."""
    marks: tuple[Mark, ...] = ()
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A table's row: its cells, each of them blocks, with the columns in which they begin, counting from 0."""

    table: int
    number: int
    cells: list[list[Block]]
    columns: list[int]


def marked_row(row: Row) -> list[Block]:
    """The blocks of ``row_blocks``, which say the cells that they are of; a table inside a cell is part of the cell.

    The stretches of blocks without text go to a block beside them, or make one block where the row has no text.
    """
    settled, loose = _settled(row.cells)
    return [*_marked(replace(row, cells=settled)), *([Block("", stretches=loose)] if loose else [])]


def _settled(cells: list[list[Block]]) -> tuple[list[list[Block]], tuple[Stretch, ...]]:
    """The cells without their blank blocks, and the stretches that no block of the row can take."""
    settled: list[list[tuple[Block, list[Stretch]]]] = []
    waiting: list[Stretch] = []
    last: tuple[Block, list[Stretch]] | None = None
    for cell in cells:
        settled.append([])
        for block in cell:
            if block.text.strip():
                last = block, [Stretch(one.key, 0, 0) for one in waiting]
                settled[-1].append(last)
                waiting = []
            elif last is not None:
                end = len(last[0].text)
                last[1].extend(Stretch(one.key, end, end) for one in block.stretches)
            else:
                waiting += block.stretches
    cells = [[replace(block, stretches=(*block.stretches, *more)) for block, more in cell] for cell in settled]
    return cells, tuple(Stretch(one.key, 0, 0) for one in waiting)


def _marked(row: Row) -> list[Block]:
    filled = [(cell, column) for cell, column in zip(row.cells, row.columns, strict=True) if cell]
    blocks = row_blocks(row.cells, row.number)
    if len(blocks) == 1 and len(filled) > 1:
        marks = []
        at = 0
        for cell, column in filled:
            length = len(cell[0].text)
            marks.append(Mark(row.table, row.number, column, at, at + length))
            at += length + 1
        return [replace(blocks[0], marks=tuple(marks))]
    columns = [column for cell, column in filled for _ in cell]
    return [
        replace(block, marks=(Mark(row.table, row.number, column, 0, len(block.text)),))
        for block, column in zip(blocks, columns, strict=True)
    ]


def row_blocks(cells: list[list[Block]], number: int) -> list[Block]:
    """A table's row: one line with tabs between the cells, or every block for itself where a cell has several."""
    filled = [cell for cell in cells if cell]
    if not filled:
        return []
    if any(len(cell) > 1 or "\n" in cell[0].text for cell in filled):
        return [block for cell in filled for block in cell]
    level = filled[0][0].level if len(filled) == 1 else None
    stretches: list[Stretch] = []
    at = 0
    for cell in filled:
        stretches += [one.moved(at) for one in cell[0].stretches]
        at += len(cell[0].text) + 1
    return [Block("\t".join(cell[0].text for cell in filled), level, number, stretches=tuple(stretches))]


def compose(blocks: list[Block]) -> Extract:
    """The blocks as one text with a blank line between them, but only a line end between a table's rows."""
    return compose_placed(blocks)[0]


def compose_placed(blocks: list[Block]) -> tuple[Extract, dict[Key, tuple[int, int]]]:
    """The text as by ``compose``, and for each key of the blocks' stretches where the first begins and the last ends.

    Stretches of a block without text stand at the end of the text before it.
    """
    places: dict[Key, tuple[int, int]] = {}

    def place(block: Block, offset: int) -> None:
        for one in block.stretches:
            start, end = places.get(one.key, (offset + one.start, offset + one.end))
            places[one.key] = min(start, offset + one.start), max(end, offset + one.end)

    parts: list[str] = []
    headings = []
    found: dict[int, _Found] = {}
    length = 0
    before = Block("")
    for block in _filled(blocks):
        if not block.text:
            place(block, length)
            continue
        if parts:
            glue = "\n" if block.row > 1 and before.row == block.row - 1 else "\n\n"
            parts.append(glue)
            length += len(glue)
        if block.level is not None:
            headings.append(Heading(length, length + len(block.text), block.level))
        for mark in block.marks:
            found.setdefault(mark.table, _Found()).add(mark, length)
        place(block, length)
        parts.append(block.text)
        length += len(block.text)
        before = block
    tables = tuple(table for one in found.values() if (table := one.table()) is not None)
    return Extract("".join(parts), headings=tuple(headings), tables=tables), places


def _filled(blocks: list[Block]) -> list[Block]:
    return [_stripped(block) for block in blocks if block.stretches or block.text.strip()]


def _stripped(block: Block) -> Block:
    text = block.text.strip()
    lead = block.text.index(text[0]) if text else 0

    def inside(offset: int) -> int:
        return min(max(offset - lead, 0), len(text))

    marks = tuple(replace(mark, start=inside(mark.start), end=inside(mark.end)) for mark in block.marks)
    stretches = tuple(replace(one, start=inside(one.start), end=inside(one.end)) for one in block.stretches)
    return replace(block, text=text, marks=marks, stretches=stretches)


@dataclass(slots=True)
class _Found:
    """The cells of one table that show anything, by row and column, and where."""

    cells: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def add(self, mark: Mark, offset: int) -> None:
        """Take note of a cell, or of a further block of one."""
        place = (mark.row, mark.column)
        start = self.cells[place][0] if place in self.cells else offset + mark.start
        self.cells[place] = (start, offset + mark.end)

    def table(self) -> Table | None:
        """The table; None where it is only layout: a single row, or a single column."""
        rows = sorted({row for row, _ in self.cells})
        columns = sorted({column for _, column in self.cells})
        if len(rows) < 2 or len(columns) < 2:
            return None
        start, end = min(self.cells.values())[0], max(self.cells.values())[1]
        at = start
        filled = []
        for row in rows:
            cells = []
            for column in columns:
                # A blank cell stands where what is before it ends.
                span = self.cells.get((row, column), (at, at))
                at = span[1]
                cells.append(TableCell(*span))
            filled.append(tuple(cells))
        return Table(start, end, tuple(filled))
