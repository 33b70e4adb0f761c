"""A document's text as it reads without page furniture, every place in it leading back to the document."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.joints import goes_on
from casewright.domain.documents import FurnitureKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.documents import Furniture

_BLANK_LINE: Final = re.compile(r"\n[^\S\n]*\n|\f")
_SPACE: Final = re.compile(r"\s*")
_FORM_FEED: Final = re.compile(r"\f(?<=[^\f]{60}\f)")
"""A page of fewer characters breaks off no sentence."""


@dataclass(frozen=True, slots=True)
class Body:
    """``text`` is the document's without furniture: what stood before and behind it is in one paragraph or in two.

    ``starts`` are the offsets of its pieces, ``places`` those at which they stand in the document.
    """

    text: str
    starts: tuple[int, ...]
    places: tuple[int, ...]

    def place(self, offset: int) -> int:
        """Where in the document the character at ``offset`` stands."""
        at = bisect_right(self.starts, offset) - 1
        return self.places[at] + offset - self.starts[at]

    def offset(self, place: int) -> int:
        """Where a place in the document is; of what is furniture, the place behind it."""
        at = max(bisect_right(self.places, place) - 1, 0)
        end = self.starts[at + 1] if at + 1 < len(self.starts) else len(self.text)
        return min(max(self.starts[at], self.starts[at] + place - self.places[at]), end)


def body_of(text: str, furniture: Sequence[Furniture], *, has_pages: bool) -> Body:
    """The text without the furniture, which is in order and does not overlap.

    ``has_pages``: the reader of the format saw where paragraphs begin, so that no blank line stands between the
    parts of a sentence; otherwise the words tell whether one goes on.
    """
    parts: list[str] = []
    starts, places = [0], [0]
    at = length = 0
    for low, high, joint in _gaps(text, furniture, has_pages=has_pages):
        parts += text[at:low], joint
        length += low - at + len(joint)
        at = high
        starts.append(length)
        places.append(high)
    parts.append(text[at:])
    return Body("".join(parts), tuple(starts), tuple(places))


def _gaps(text: str, furniture: Sequence[Furniture], *, has_pages: bool) -> Iterator[tuple[int, int, str]]:
    """Where no text stands because of furniture or a page's end, and what to put there."""
    run: list[tuple[int, int, FurnitureKind | None]] = []
    end = 0
    for start, stop, kind in _breaks(text, furniture):
        if run and text[end:start].strip():
            yield _gap(text, run, has_pages=has_pages)
            run = []
        run.append((start, stop, kind))
        end = stop
    if run:
        yield _gap(text, run, has_pages=has_pages)


def _breaks(text: str, furniture: Sequence[Furniture]) -> Iterator[tuple[int, int, FurnitureKind | None]]:
    at = 0
    for one in furniture:
        for match in _FORM_FEED.finditer(text, at, one.start):
            yield match.start(), match.end(), None
        yield one.start, one.end, one.kind
        at = one.end
    for match in _FORM_FEED.finditer(text, at):
        yield match.start(), match.end(), None


def _gap(text: str, run: Sequence[tuple[int, int, FurnitureKind | None]], *, has_pages: bool) -> tuple[int, int, str]:
    low = run[0][0]
    while low and text[low - 1].isspace():
        low -= 1
    high = _SPACE.match(text, run[-1][1]).end()  # type: ignore[union-attr]  # it matches everywhere
    if not low or high == len(text):
        return low, high, ""
    return low, high, _joint(text, low, high, run, has_pages=has_pages)


def _joint(
    text: str, low: int, high: int, run: Sequence[tuple[int, int, FurnitureKind | None]], *, has_pages: bool
) -> str:
    kinds = {kind for _, _, kind in run}
    if FurnitureKind.CONTENTS in kinds:
        return "\n\n"
    spaces = [
        text[end:start] for end, start in zip([low, *(r[1] for r in run)], [*(r[0] for r in run), high], strict=True)
    ]
    shown = "".join(spaces) if kinds == {FurnitureKind.LINE_NUMBER} else spaces[-1]
    if None not in kinds and not any("\n" in space for space in spaces):
        return " "
    if kinds == {FurnitureKind.LINE_NUMBER} or has_pages:
        return "\n\n" if _BLANK_LINE.search(shown) else "\n"
    is_blank = None in kinds or any(_BLANK_LINE.search(space) for space in spaces)
    return "\n\n" if is_blank and not goes_on(text, low, high) else "\n"
