"""Blocks of text, as a format's paragraphs and table cells give them, put together into one text."""

from __future__ import annotations

from dataclasses import dataclass, replace

from casewright.adapters.ingest.wire import Extract, Heading


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph or table row; ``level`` is a heading's, 0 being the document's title."""

    text: str
    level: int | None = None
    row: int = 0
    """Which row of its table, counting from 1; 0 where the block is none."""


def row_blocks(cells: list[list[Block]], number: int) -> list[Block]:
    """A table's row: one line with tabs between the cells, or every block for itself where a cell has several."""
    filled = [cell for cell in cells if cell]
    if not filled:
        return []
    if any(len(cell) > 1 or "\n" in cell[0].text for cell in filled):
        return [block for cell in filled for block in cell]
    level = filled[0][0].level if len(filled) == 1 else None
    return [Block("\t".join(cell[0].text for cell in filled), level, number)]


def compose(blocks: list[Block]) -> Extract:
    """The blocks as one text with a blank line between them, but only a line end between a table's rows."""
    parts: list[str] = []
    headings = []
    length = 0
    before = Block("")
    for block in _filled(blocks):
        if parts:
            glue = "\n" if block.row > 1 and before.row == block.row - 1 else "\n\n"
            parts.append(glue)
            length += len(glue)
        if block.level is not None:
            headings.append(Heading(length, length + len(block.text), block.level))
        parts.append(block.text)
        length += len(block.text)
        before = block
    return Extract("".join(parts), headings=tuple(headings))


def _filled(blocks: list[Block]) -> list[Block]:
    return [replace(block, text=block.text.strip()) for block in blocks if block.text.strip()]
