"""The source form of a sample agreement: how its text is written, and the blocks that it falls into.

A source is a front matter in TOML between two lines ``+++``, then blocks divided by blank lines:
``# heading``; a table of lines ``| cell | cell |``, the first being its head; lines that stay apart
(``> line``, for signatures); a page break (``---``); anything else is a paragraph on one line, set
deeper by one level for each two spaces before it. ``**bold**`` and ``*italic*`` are the only marks
inside a line. A paragraph may begin with its number or letter, which the renderers set apart.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LABEL = re.compile(r"(Section \d+\.\d\d|\d+\.\d+|[A-Z]\.\d+|\d+\.|[A-Z]\.|\(\w{1,4}\))\s+")
MARK = re.compile(r"\*\*(?P<bold>[^*]+)\*\*|\*(?P<italic>[^*]+)\*")
TIED = re.compile(r"\S+(?: (?:\d|\(\w{1,4}\))\S*)+")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a line in one type face."""

    text: str
    bold: bool = False
    italic: bool = False


Line = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; all headings of an agreement stand at one level, below its title."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``label`` is its number or letter, empty where it has none; ``level`` counts from 0."""

    level: int
    label: str
    line: Line


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that stay apart, such as those of a signature."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first row is its head, and every row has as many cells."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows begins a page, in formats that have pages."""


Block = Heading | Paragraph | Lines | Table | PageBreak


@dataclass(frozen=True, slots=True)
class Agreement:
    """One agreement, ready to be rendered into the file named ``file``; ``language`` such as ``en-GB``.

    ``layout`` names the page layout of a PDF: ``contract``, ``accounts`` or ``deck``.
    """

    file: str
    title: str
    subtitle: str
    header: str
    language: str
    blocks: tuple[Block, ...]
    layout: str = "contract"


def read_agreement(path: Path) -> Agreement:
    """The agreement written in ``path``. Raises ``ValueError`` where the source breaks the rules above."""
    _, front, body = path.read_text(encoding="utf-8").split("+++\n", 2)
    meta = tomllib.loads(front)
    return Agreement(
        file=meta["file"],
        title=meta["title"],
        subtitle=meta["subtitle"],
        header=meta["header"],
        language=meta["language"],
        blocks=tuple(_block(part) for part in re.split(r"\n{2,}", body.strip("\n"))),
        layout=meta.get("layout", "contract"),
    )


def text_of(line: Line) -> str:
    """The line's text without its marks."""
    return "".join(run.text for run in line)


def tied(text: str) -> list[tuple[str, bool]]:
    """Cut ``text`` in stretches, True with those whose spaces must not become line breaks.

    A number, or a letter in brackets, stays with the word before it, so that no line of a rendered
    page begins with what looks like a clause number but is the end of a cross-reference.
    """
    pieces: list[tuple[str, bool]] = []
    at = 0
    for match in TIED.finditer(text):
        pieces += [(text[at : match.start()], False), (match[0], True)]
        at = match.end()
    pieces.append((text[at:], False))
    return [piece for piece in pieces if piece[0]]


def _block(part: str) -> Block:
    lines = part.split("\n")
    if part == "---":
        return PageBreak()
    if part.startswith("> "):
        return Lines(tuple(_runs(line.removeprefix("> ")) for line in lines))
    if part.startswith("| "):
        return _table(lines)
    if len(lines) > 1:
        raise ValueError(f"a paragraph stands on one line, but this one has {len(lines)}: {part!r}; join its lines")
    if part.startswith("# "):
        return Heading(part.removeprefix("# "))
    return _paragraph(part)


def _table(lines: list[str]) -> Table:
    rows = tuple(tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines)
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"the rows of a table have as many cells each, but these have not: {lines!r}")
    return Table(rows)


def _paragraph(part: str) -> Paragraph:
    text = part.lstrip(" ")
    match = LABEL.match(text)
    label = match[1] if match else ""
    return Paragraph((len(part) - len(text)) // 2, label, _runs(text[match.end() if match else 0 :]))


def _runs(text: str) -> Line:
    runs: list[Run] = []
    at = 0
    for match in MARK.finditer(text):
        marked = Run(
            match["bold"] or match["italic"], bold=match["bold"] is not None, italic=match["italic"] is not None
        )
        runs += [Run(text[at : match.start()]), marked]
        at = match.end()
    return tuple(run for run in (*runs, Run(text[at:])) if run.text)
