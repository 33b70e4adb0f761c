"""Where paragraphs begin in lines of print, by their places on the page."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.joints import continues

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Line:
    """A line of print. ``start`` is its offset; lengths are in points, the page's lower left corner being 0.

    ``first_base`` and ``last_base`` are the lower edges of its first and last character: they differ where
    PDFium joins a word that was broken at the line's end with the line after it.
    """

    page: int
    start: int
    text: str
    left: float
    right: float
    first_base: float
    last_base: float
    height: float
    angle: float = 0.0
    """How far its print is turned, in degrees from 0 to 360."""

    @property
    def is_turned(self) -> bool:
        """Whether it is not print that runs from left to right."""
        return _TURNED < self.angle < 360 - _TURNED

    @property
    def is_slanted(self) -> bool:
        """Whether it runs neither along the page nor up or down."""
        return _TURNED < self.angle % 90 < 90 - _TURNED


_TURNED: Final = 4.0
_ENDS: Final = re.compile(r"[.;:!?][\"'”’)\]]*\Z")
_WIDER: Final = 1.18
"""How much more than the usual distance between two lines shows a new paragraph; forms use as little as 1.27."""
_SHORT: Final = 0.12
"""The share of the page's text width that a line leaves free at its end when its paragraph ends there."""


def paragraph_starts(lines: Sequence[Line]) -> tuple[int, ...]:
    """The offsets of lines that begin a paragraph, the first line's left out."""
    usual = _usual_pitch(lines)
    edges = _right_edges(lines)
    starts = []
    is_first = True
    for before, line in _pairs(lines):
        if _begins(before, line, usual, edges[before.page], before_is_first=is_first):
            starts.append(line.start)
            is_first = True
        else:
            is_first = False
    return tuple(starts)


def _begins(before: Line, line: Line, usual: float, edge: float, *, before_is_first: bool) -> bool:
    ended = _ENDS.search(before.text) is not None
    goes_on = not ended and line.text[:1].islower()
    if line.page != before.page and before.right >= edge - _SHORT * edge:
        return not continues(before.text, line.text, is_full=True)
    if line.page != before.page:
        return not goes_on
    fall = before.last_base - line.first_base
    height = max(before.height, 1.0)
    if fall < -0.5 * height:  # the next column, or a header that the file holds after the text
        return not goes_on
    if fall < 0.3 * height:  # beside it, on the same line
        return False
    if fall > _WIDER * usual * height or not 0.8 < line.height / height < 1.25:
        return True
    if not ended:
        return False
    width = edge - min(before.left, line.left)
    indented = line.left > before.left + 0.8 * height and not before_is_first
    return indented or before.right < edge - _SHORT * width


def _usual_pitch(lines: Sequence[Line]) -> float:
    """The usual fall from line to line inside a paragraph, in heights of the line, taken from lines that are full."""
    edges = _right_edges(lines)
    full: Counter[float] = Counter()
    any_line: Counter[float] = Counter()
    for before, line in _pairs(lines):
        fall = (before.last_base - line.first_base) / max(before.height, 1.0)
        if before.page == line.page and 0.8 <= fall <= 4:
            step = round(fall * 20) / 20
            any_line[step] += 1
            if before.right > 0.9 * edges[before.page] and _ENDS.search(before.text) is None:
                full[step] += 1
    counted = full or any_line
    return max(counted, key=lambda step: (counted[step], -step)) if counted else 1.2


def _right_edges(lines: Sequence[Line]) -> dict[int, float]:
    """The right edge of each page's text."""
    edges: dict[int, float] = {}
    for line in lines:
        edges[line.page] = max(edges.get(line.page, 0.0), line.right)
    return edges


def _pairs(lines: Sequence[Line]) -> Iterator[tuple[Line, Line]]:
    return pairwise(lines)
