"""Stretches of print as the detector finds them, put into the order in which a person reads them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DEEPEST: Final = 3
"""How often a page is parted into columns: at most eight stand beside one another."""
_COLUMN_LINES: Final = 4
"""Lines that a column has at least."""
_COLUMN_CHARACTERS: Final = 18
"""Characters that half of a column's lines have at least: fewer are a table's."""
_WIDER: Final = 0.8
"""The gap between columns, in heights of a line."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A word as it was seen: its rectangle in pixels from the upper left corner of the picture."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Fragment:
    """A stretch of print, mostly a line: its words, and its rectangle on the page put straight, in pixels."""

    words: tuple[Seen, ...]
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """In pixels."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """Of its height, from the upper edge of the page."""
        return (self.top + self.bottom) / 2

    @property
    def length(self) -> int:
        """Characters that it shows."""
        return sum(len(word.text) for word in self.words)


def turned_back(word: Seen, turns: int, height: int, width: int) -> Seen:
    """Where the word is on a picture of this height and width, which was turned so often to the left by 90 degrees."""
    left, top, right, bottom = word.left, word.top, word.right, word.bottom
    if turns == 1:
        left, top, right, bottom = width - bottom, left, width - top, right
    elif turns == 2:
        left, top, right, bottom = width - right, height - bottom, width - left, height - top
    elif turns == 3:
        left, top, right, bottom = top, height - right, bottom, height - left
    return Seen(word.text, left, top, right, bottom, word.confidence)


def straightened(left: float, top: float, right: float, bottom: float, angle: float) -> tuple[float, float, float]:
    """Where the middle of the lower-left to upper-right rectangle lies once the page is turned back by ``angle``.

    Returned are its left edge, its right edge and its middle's height; ``angle`` is in radians.
    """
    cos, sin = math.cos(angle), math.sin(angle)
    middle = (top + bottom) / 2
    return left * cos + middle * sin, right * cos + middle * sin, middle * cos - (left + right) / 2 * sin


def in_reading_order(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    """The fragments row by row; where the page has columns of running text, one column after another."""
    if not fragments:
        return []
    return list(_ordered(sorted(fragments, key=lambda one: (one.middle, one.left)), _DEEPEST))


def _ordered(fragments: Sequence[Fragment], depth: int) -> Iterator[list[Fragment]]:
    gutter = _gutter(fragments) if depth else None
    if gutter is None:
        yield from _rows(fragments)
        return
    for is_across, band in _bands(fragments, gutter):
        left = [one for one in band if one.right <= gutter]
        right = [one for one in band if one.left >= gutter]
        if not is_across and _is_column(left) and _is_column(right) and _overlap(left, right):
            yield from _ordered(left, depth - 1)
            yield from _ordered(right, depth - 1)
        else:
            yield from _rows(band)


def _gutter(fragments: Sequence[Fragment]) -> float | None:
    """The middle of the gap between two columns: crossed by the fewest fragments, both sides being columns."""
    if len(fragments) < 2 * _COLUMN_LINES:
        return None
    first, last = min(one.left for one in fragments), max(one.right for one in fragments)
    gap = _WIDER * median(one.height for one in fragments)
    steps = 48
    best: tuple[int, float, float] | None = None
    for step in range(steps // 6, steps - steps // 6):
        at = first + (last - first) * step / steps
        crossing = sum(one.left < at + gap / 2 and one.right > at - gap / 2 for one in fragments)
        distance = abs(step - steps / 2)
        if crossing * 3 <= len(fragments) and (best is None or (crossing, distance) < best[:2]):
            left = [one for one in fragments if one.right <= at]
            right = [one for one in fragments if one.left >= at]
            if _is_column(left) and _is_column(right):
                best = (crossing, distance, at)
    return None if best is None else best[2]


def _bands(fragments: Sequence[Fragment], gutter: float) -> Iterator[tuple[bool, list[Fragment]]]:
    """The fragments from top to bottom, parted where one goes across the gutter; whether they do."""
    band: list[Fragment] = []
    was_across = False
    for one in fragments:
        is_across = one.left < gutter < one.right
        if band and is_across != was_across:
            yield was_across, band
            band = []
        band.append(one)
        was_across = is_across
    if band:
        yield was_across, band


def _is_column(fragments: Sequence[Fragment]) -> bool:
    """Whether these are lines of running text."""
    return len(fragments) >= _COLUMN_LINES and median(one.length for one in fragments) >= _COLUMN_CHARACTERS


def _overlap(left: Sequence[Fragment], right: Sequence[Fragment]) -> bool:
    """Whether two columns stand beside one another for more than half of the shorter one's height."""
    top = max(min(one.top for one in side) for side in (left, right))
    bottom = min(max(one.bottom for one in side) for side in (left, right))
    shorter = min(max(one.bottom for one in side) - min(one.top for one in side) for side in (left, right))
    return bottom - top > shorter / 2


def _rows(fragments: Sequence[Fragment]) -> Iterator[list[Fragment]]:
    """Fragments that stand on one line, from left to right."""
    row: list[Fragment] = []
    for one in fragments:
        if row and abs(one.middle - row[0].middle) > min(one.height, row[0].height) / 2:
            yield sorted(row, key=lambda part: part.left)
            row = []
        row.append(one)
    if row:
        yield sorted(row, key=lambda part: part.left)
