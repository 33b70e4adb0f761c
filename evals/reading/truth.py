"""What is known of a generated file: each piece drawn on its pages, what it is, and where in the contract it stands."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Role(StrEnum):
    """What a piece is. ``OPEN`` may be called either: neither counts for or against the reader."""

    BODY = "body"
    OPEN = "open"
    HEADER = "header"
    FOOTER = "footer"
    PAGE_NUMBER = "page number"
    STAMP = "stamp"
    LINE_NUMBER = "line number"
    WATERMARK = "watermark"
    CONTENTS = "contents"

    @property
    def furniture(self) -> bool:
        """Whether it is page furniture for sure."""
        return self not in (Role.BODY, Role.OPEN)


@dataclass(frozen=True, slots=True)
class Level:
    """One step of a clause's path: the number as drawn, the forms in which it may be told, and its heading."""

    drawn: str
    forms: frozenset[str]
    heading: str | None = None


Path = tuple[Level, ...]
"""From the outermost clause to the one that is meant; empty where the text stands before the first."""


class Style(StrEnum):
    """How a block is set."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    TITLE = "title"
    CENTRED = "centred"
    TABLE = "table"
    CONTENTS = "contents"
    PAGE_BREAK = "page break"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading or table. Offsets of ``sentences`` are code points of ``text``.

    ``path`` is None where it is open to which clause the text belongs. ``clause`` marks where a numbered clause
    begins. ``number`` is the stretch of ``text`` that the margin takes, ``note`` is set at the foot of the page.
    """

    text: str
    style: Style = Style.PARAGRAPH
    path: Path | None = None
    sentences: tuple[tuple[int, int], ...] = ()
    clause: bool = False
    depth: int = 0
    role: Role = Role.BODY
    number: int = 0
    note: str | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    ruled: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A word as drawn: its box in PDF points from the page's lower left corner."""

    text: str
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text drawn at one place. ``block`` is the block that it belongs to, in the block's order.

    ``page`` counts from 1, None where the file has no pages; ``cell`` is (row, column) in the block's table.
    """

    text: str
    role: Role
    page: int | None = None
    block: int | None = None
    cell: tuple[int, int] | None = None
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """A generated file, and what is true of it. ``pieces`` stand in reading order."""

    layout: str
    filename: str
    data: bytes
    blocks: tuple[Block, ...]
    pieces: tuple[Piece, ...]
    pages: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


_DROPPED = frozenset("-\u00ad\u2010\u2011\ufffe\u0002")
"""A word that is divided at the end of a line is the same word: hyphens do not count."""


def squeeze(text: str) -> tuple[str, list[int]]:
    """The text without white space and hyphens, ligatures taken apart, and the offset of each character of it."""
    letters: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        if sign.isspace() or sign in _DROPPED:
            continue
        if sign > "\u00a9":
            for one in unicodedata.normalize("NFC", unicodedata.normalize("NFKD", sign)):
                if not one.isspace() and one not in _DROPPED:
                    letters.append(one)
                    places.append(place)
        else:
            letters.append(sign)
            places.append(place)
    return "".join(letters), places


def squeezed(text: str) -> str:
    """The text without white space and hyphens."""
    return squeeze(text)[0]
