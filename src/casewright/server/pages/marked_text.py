"""A document's text cut where something of it is marked: what is drawn covers the marked characters and no others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Mark:
    """``start`` to ``end`` of the document's text, in code points, half-open.

    ``kind`` is ``current`` for the place that was asked for, ``match`` for another of the query, ``insertion``,
    ``move`` or ``comment`` for what a Word file's authors marked. ``number`` tells marks of a kind from each other.
    """

    start: int
    end: int
    kind: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text whose characters all bear the same marks; ``begins`` are the marks that begin with it."""

    text: str
    kinds: tuple[str, ...] = ()
    begins: tuple[Mark, ...] = ()


def pieces(text: str, start: int, marks: Sequence[Mark]) -> list[Piece]:
    """The text, which begins at ``start`` of the document's, in pieces whose texts together are it.

    A mark that is empty begins a piece and marks no character.
    """
    end = start + len(text)
    near = [mark for mark in marks if mark.start < end and max(mark.end, mark.start + 1) > start]
    edges = {start, end}
    for mark in near:
        edges |= {place for place in (mark.start, mark.end) if start < place < end}
    places = sorted(edges)
    found: list[Piece] = []
    for low, high in pairwise(places):
        over = [mark for mark in near if mark.start < high and mark.end > low]
        begins = tuple(mark for mark in near if mark.start == low or (low == start and mark.start < start < mark.end))
        kinds = tuple(dict.fromkeys(mark.kind for mark in over))
        found.append(Piece(text[low - start : high - start], kinds, begins))
    return found
