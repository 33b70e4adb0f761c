"""A draft as blocks of words: what stands on the page, with no trace of markup."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Words:
    """A run of text in one look. ``text`` is never markup."""

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False


@dataclass(frozen=True, slots=True)
class LineBreak:
    """The line ends here."""


Piece = Words | LineBreak
Line = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 6."""

    level: int
    line: Line


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    line: Line


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list with bullets."""

    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A list whose first number is ``start``; ``mark`` is what stands after a number, a dot or a bracket."""

    start: int
    mark: str
    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; ``sides`` says for each column where its text stands: left, center, right or start."""

    sides: tuple[str, ...]
    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Quotation:
    """Blocks that are set off."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Lines printed as they stand, spaces and all."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the page."""


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows begins a page."""


Block = Heading | Paragraph | Bullets | Numbered | Table | Quotation | Verbatim | Rule | PageBreak


def texts(blocks: Iterable[Block]) -> Iterator[str]:
    """Every run of text in the order of reading; a run of one look is never divided."""
    for block in blocks:
        match block:
            case Heading(_, line) | Paragraph(line):
                yield from _texts_of(line)
            case Bullets(items) | Numbered(_, _, items):
                for item in items:
                    yield from texts(item)
            case Table(_, head, rows):
                for row in (head, *rows):
                    for cell in row:
                        yield from _texts_of(cell)
            case Quotation(within):
                yield from texts(within)
            case Verbatim(lines):
                yield from lines
            case Rule() | PageBreak():
                pass


def with_texts(blocks: Iterable[Block], change: Callable[[str], str]) -> tuple[Block, ...]:
    """The same blocks, every run of text changed so; what comes back is text whatever it looks like."""

    def line(words: Line) -> Line:
        return tuple(replace(one, text=change(one.text)) if isinstance(one, Words) else one for one in words)

    def items(of: tuple[tuple[Block, ...], ...]) -> tuple[tuple[Block, ...], ...]:
        return tuple(with_texts(item, change) for item in of)

    def changed(block: Block) -> Block:
        match block:
            case Heading() | Paragraph():
                return replace(block, line=line(block.line))
            case Bullets() | Numbered():
                return replace(block, items=items(block.items))
            case Table(sides, head, rows):
                return Table(sides, tuple(map(line, head)), tuple(tuple(map(line, row)) for row in rows))
            case Quotation(within):
                return Quotation(with_texts(within, change))
            case Verbatim(lines):
                return Verbatim(tuple(map(change, lines)))
            case Rule() | PageBreak():
                return block

    return tuple(map(changed, blocks))


def plain(blocks: Iterable[Block]) -> str:
    """What is read on paper, a line a paragraph, heading, cell or item, with the bullets and numbers of lists."""
    return "\n".join(_plain_lines(blocks))


def words_of(line: Line) -> str:
    """The text of a line; a break in it is a space."""
    return "".join(one.text if isinstance(one, Words) else " " for one in line)


def _texts_of(line: Line) -> Iterator[str]:
    return (one.text for one in line if isinstance(one, Words))


def _plain_lines(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading(_, line) | Paragraph(line):
                yield words_of(line)
            case Bullets(items):
                for item in items:
                    yield "• " + plain(item)
            case Numbered(start, mark, items):
                for number, item in enumerate(items, start):
                    yield f"{number}{mark} " + plain(item)
            case Table(_, head, rows):
                for row in (head, *rows):
                    yield from map(words_of, row)
            case Quotation(within):
                yield from _plain_lines(within)
            case Verbatim(lines):
                yield from lines
            case Rule() | PageBreak():
                pass
