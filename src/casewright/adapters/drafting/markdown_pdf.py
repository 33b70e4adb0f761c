"""Drafts as PDF: blocks of words laid out on A4, each word passed to typst as data."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Final, assert_never

from casewright.adapters.drafting.typst_engine import TypstEngine, template
from casewright.casework.draft_blocks import (
    Bullets,
    Heading,
    LineBreak,
    Numbered,
    PageBreak,
    Paragraph,
    Quotation,
    Rule,
    Table,
    Verbatim,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from casewright.casework.draft_blocks import Block, Line

DISCLAIMER: Final = (
    "Proiect întocmit cu mijloace automate. Nu este un act final: un avocat trebuie să îl verifice înainte de semnare"
    " și de depunere."
)
"""Stands at the foot of each page."""
INVENTED: Final = "EXEMPLU – sursă fictivă"
"""Stands at the head of each page of a draft that rests on a source written as an example."""
_LONG: Final = re.compile(r"[^\s/-]{46,}")
_LONG_IN_CELL: Final = re.compile(r"[^\s/-]{10,}")
"""Words that may not fit between the margins, or into a column."""


class DraftPdf:
    """Fits ``tools.ports.drafts.DraftPrinter``. One engine, made at the first draft; any thread."""

    def __init__(self, engine: TypstEngine | None = None) -> None:
        self._engine = TypstEngine() if engine is None else engine
        self._template = template("draft")

    def printed(self, blocks: Iterable[Block], *, title: str, day: date, invented: bool) -> bytes:
        """The PDF: A4, numbered pages, a bookmark for each heading, the title and the day in its metadata.

        The same arguments give the same bytes. Raises what ``TypstEngine.compile`` raises.
        """
        data = {
            "blocks": [_block(block) for block in blocks],
            "invented": invented,
            "mark": INVENTED,
            "disclaimer": DISCLAIMER,
        }
        return self._engine.compile(self._template, data, title=title, date=day, language="ro")


def _block(block: Block) -> dict[str, object]:
    kind = type(block).__name__
    match block:
        case Paragraph(line):
            return {"kind": kind, "line": _line(line)}
        case Heading(level, line):
            return {"kind": kind, "level": level, "line": _line(line)}
        case Bullets(items):
            return {"kind": kind, "items": [_blocks(item) for item in items]}
        case Numbered(start, mark, items):
            return {"kind": kind, "start": start, "mark": mark, "items": [_blocks(item) for item in items]}
        case Table(sides, head, rows):
            cells = [[{"line": _line(cell, _LONG_IN_CELL)} for cell in row] for row in rows]
            head_cells = [_line(cell, _LONG_IN_CELL) for cell in head]
            return {"kind": kind, "sides": list(sides), "head": head_cells, "rows": cells}
        case Quotation(within):
            return {"kind": kind, "blocks": _blocks(within)}
        case Verbatim() | Rule() | PageBreak():
            return {"kind": kind, **asdict(block)}
        case _:
            assert_never(block)


def _blocks(blocks: Iterable[Block]) -> list[dict[str, object]]:
    return [_block(block) for block in blocks]


def _line(line: Line, long: re.Pattern[str] = _LONG) -> list[object]:
    """Runs of words with their looks; a line break is null."""
    return [
        None
        if isinstance(one, LineBreak)
        else {
            "pieces": _pieces(one.text, long),
            "looks": "b" * one.bold + "i" * one.italic + "s" * one.struck + "c" * one.code,
        }
        for one in line
    ]


def _pieces(text: str, long: re.Pattern[str]) -> list[str | list[str]]:
    """The text, with words in it that may be wider than their line as lists of their signs."""
    pieces: list[str | list[str]] = []
    at = 0
    for match in long.finditer(text):
        pieces += [text[at : match.start()], list(match[0])]
        at = match.end()
    pieces.append(text[at:])
    return [piece for piece in pieces if piece]
