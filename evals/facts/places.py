"""When a place that was found is a place that people marked: by words, one find for one mark.

A word is a run of letters, digits and underscores. A span of characters is read as the words it touches, as
(first, after the last) in the document's count of words, so that stops, brackets and white space weigh nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    Span = tuple[int, int]

MATCH: Final = 0.5
"""A find is right where its words and those of a mark share at least so much of their union."""

SAME: Final = 0.5
"""Two marks of one field say the same provision where they share at least so much of the shorter one."""

_WORD: Final = re.compile(r"\w+")


class Words:
    """Where the words of a text stand."""

    def __init__(self, text: str) -> None:
        found = [word.span() for word in _WORD.finditer(text)]
        self._starts = [start for start, _ in found]
        self._ends = [end for _, end in found]

    def span(self, start: int, end: int) -> Span:
        """The words that ``text[start:end]`` touches; an empty span where it touches none."""
        first = bisect_right(self._ends, start)
        return first, max(first, bisect_left(self._starts, end))


def shared(one: Span, other: Span) -> int:
    """How many words stand in both."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def overlap(one: Span, other: Span) -> float:
    """Intersection over union; 0 where both are empty."""
    both = shared(one, other)
    union = (one[1] - one[0]) + (other[1] - other[0]) - both
    return both / union if union else 0.0


def provisions(marks: Sequence[Span]) -> list[int]:
    """The number of each mark's provision, from 0 on in the order of the text.

    Marks that lie in each other, or share half of the shorter one, are the same provision marked twice: who finds any
    of them has found it. That goes on from mark to mark.
    """
    number = list(range(len(marks)))
    for place, one in enumerate(marks):
        for before in range(place):
            shorter = min(one[1] - one[0], marks[before][1] - marks[before][0])
            if shorter and shared(one, marks[before]) >= SAME * shorter:
                old, new = number[place], number[before]
                number = [new if each == old else each for each in number]
    known = {each: place for place, each in enumerate(dict.fromkeys(number))}
    return [known[each] for each in number]


def matched(finds: Sequence[Span], marks: Sequence[Span]) -> list[int | None]:
    """The mark of each find, None where it is wrong. ``finds`` are in order, surest first.

    Each find in its turn takes the mark, of those that no surer find took, with which it overlaps most, where that
    is enough. So a second find of one mark is wrong.
    """
    taken: set[int] = set()
    found: list[int | None] = []
    for find in finds:
        free = [(overlap(find, mark), -place) for place, mark in enumerate(marks) if place not in taken]
        best, place = max(free, default=(0.0, 0))
        if best >= MATCH:
            taken.add(-place)
        found.append(-place if best >= MATCH else None)
    return found
