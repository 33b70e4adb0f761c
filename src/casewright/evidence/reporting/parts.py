"""What a report is made of: words of its own without a number, and what others say with the place that says it.

A source is a reference such as ``claim:<id>``, ``evidence:<id>``, ``document:<id>``, ``calc:<id>``, ``defect:<id>``,
``gate:<id>``, ``deal:<field>``, or ``count:<what>`` for how many there are of something in the report itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from casewright.domain.evidence import Grade


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a line. Without a ``source`` it is the report's own and has no digit in it.

    A ``figure`` is the whole of what its source says, or an amount of its rightly rounded; other words stand somewhere
    in it. ``link`` is the reference that a reader is led to, ``here`` the one that links to this place name.
    """

    text: str
    source: str | None = None
    link: str | None = None
    figure: bool = False
    here: str | None = None
    strong: bool = False


Line = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph; a ``small`` one says what few readers ask for."""

    line: Line
    small: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of points."""

    items: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head. A row of one line only is the heading of those below it.

    ``widths`` are the columns' shares of the width; none where the first takes what the others leave.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]
    widths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """What one source says: its name, the value, how far from the strongest source's, and a bar of ``thousandths``."""

    source: Line
    value: Line
    distance: Line
    thousandths: int
    grade: Grade


@dataclass(frozen=True, slots=True)
class Comparison:
    """What several sources say of one thing, side by side, the strongest first."""

    subject: Line
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a document as they stand in it, between those before and after, and where that is."""

    before: Part
    quote: Part
    after: Part
    cited: Line = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """The place of the evidence graph."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Everything about one thing; ``reference`` is what links to it name."""

    reference: str
    heading: Line
    blocks: tuple[Paragraph | Listed | Table | Comparison | Quotation, ...]
    grade: Grade | None = None


Block = Paragraph | Listed | Table | Comparison | Quotation | Drawing | Entry


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report under a title without a digit; ``reference`` is what links to it name.

    One that ``begins_report`` is the first after the memo; one ``on_screen`` is left out on paper.
    """

    reference: str
    title: str
    blocks: tuple[Block, ...]
    begins_report: bool = False
    on_screen: bool = False


def ours(text: str) -> Part:
    """Words of the report itself."""
    return Part(text)


def figure(text: str, source: str, link: str | None = None) -> Part:
    """A number, a day or a place: all that ``source`` says about one thing."""
    return Part(show_text(text), source, link, figure=True)


def quote_part(text: str, source: str, link: str | None = None, here: str | None = None) -> Part:
    """Words that stand in what ``source`` names."""
    return Part(show_text(text), source, link, here=here)


def joined(lines: Iterable[Line], between: str = "; ") -> Line:
    """These lines one after the other, with ``between`` between them."""
    found: list[Part] = []
    for line in lines:
        if line:
            found += [ours(between), *line] if found else line
    return tuple(found)


def cut_part(text: str, source: str, letters: int, link: str | None = None) -> Line:
    """The beginning of ``text``, of ``letters`` at most, cut at a word; the report's own dots where more follows."""
    shown = " ".join(show_text(text).split())
    if len(shown) <= letters:
        return (quote_part(shown, source, link),)
    at = shown.rfind(" ", 0, letters)
    return (quote_part(shown[: at if at > 0 else letters].rstrip(), source, link), ours(" …"))


def has_number(text: str) -> bool:
    """Whether any sign of ``text`` is a digit or another numeral, in whatever script."""
    return any(sign.isnumeric() for sign in text) if not text.isascii() else any(sign.isdigit() for sign in text)


def anchor(reference: str) -> str:
    """``reference`` as the name of a place in a page."""
    return re.sub(r"[^0-9A-Za-z_.-]", "-", reference)


def in_words(name: str) -> str:
    """A name such as ``REQUEST_DATA`` as words: ``request data``."""
    return name.replace("_", " ").lower()
