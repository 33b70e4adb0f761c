"""Files of text made from pages, as filings have them: furniture at page intervals, and no page in the file."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evals.reading.truth import Block, Piece, Role, Style

Lines = Sequence[tuple[str, Role]]


@dataclass(frozen=True, slots=True)
class PlainPages:
    """How a text file is made up. ``above`` and ``below`` give the lines around a page's ``rows`` by its number."""

    above: Callable[[int], Lines]
    below: Callable[[int], Lines]
    rows: int = 46
    columns: int = 74
    feed: str = "\n"
    indent: int = 4


def set_plain(blocks: Sequence[Block], pages: PlainPages) -> tuple[str, tuple[Piece, ...]]:
    """The text, and its pieces line by line."""
    lines = _body(blocks, pages)
    out: list[str] = []
    pieces: list[Piece] = []
    number, at = 0, 0
    while at < len(lines):
        number += 1
        rows = lines[at : at + pages.rows]
        stop = next((n for n, row in enumerate(rows) if row is None), None)
        if stop is not None:
            rows = rows[:stop]
            at += 1
        at += len(rows)
        if number > 1:
            out.append(pages.feed)
            if pages.feed.strip():
                pieces.append(Piece(pages.feed.strip(), Role.HEADER))
        for text, role in pages.above(number):
            out.append(text)
            if text.strip():
                pieces.append(Piece(text.strip(), role))
        for row in rows:
            text, piece = row if row is not None else ("", None)
            out.append(text)
            if piece is not None:
                pieces.append(piece)
        for text, role in pages.below(number):
            out.append(text)
            if text.strip():
                pieces.append(Piece(text.strip(), role))
    return "\n".join(out) + "\n", tuple(pieces)


def _body(blocks: Sequence[Block], pages: PlainPages) -> list[tuple[str, Piece | None] | None]:
    """Rows with their pieces; None asks for a new page."""
    rows: list[tuple[str, Piece | None] | None] = []
    for index, block in enumerate(blocks):
        if block.style is Style.PAGE_BREAK:
            rows.append(None)
            continue
        if block.style is Style.TABLE:
            for number, cells in enumerate(block.rows):
                text = "  ".join(cell.ljust(18) for cell in cells).rstrip()
                rows.append((text, Piece(text, Role.OPEN, block=index, cell=(number, 0))))
            rows.append(("", None))
            continue
        indent = " " * (block.depth * pages.indent)
        for part in block.text.split("\n"):
            if block.style is Style.CONTENTS:
                head, page = part.split("\t")
                wrapped = [f"{head} {'.' * max(3, pages.columns - len(head) - len(page) - 2)} {page}"]
            else:
                wrapped = textwrap.wrap(part, pages.columns - len(indent), break_on_hyphens=False) or [""]
            for line in wrapped:
                centred = block.style in (Style.TITLE, Style.CENTRED)
                shown = line.center(pages.columns).rstrip() if centred else indent + line
                rows.append((shown, Piece(line, block.role, block=index)))
        rows.append(("", None))
    return rows
