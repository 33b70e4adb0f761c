"""A stretch of text without the page furniture inside it: as it is scored, as it is quoted, and in place.

Offsets are code points of the document's text, half-open. ``skipped`` holds (start, end) pairs in ascending order that
do not overlap; those that lie outside the stretch do not matter.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.domain.documents import Furniture

Span = tuple[int, int]

MARK: Final = " […] "
"""What a quote shows where something is skipped."""

_ENDS: Final = ".;:!?"
_SPACE: Final = re.compile(r"\s*")


def spans_of(furniture: Iterable[Furniture]) -> tuple[Span, ...]:
    """Where the furniture stands."""
    return tuple((one.start, one.end) for one in furniture)


def within(start: int, end: int, skipped: Sequence[Span]) -> tuple[Span, ...]:
    """What of ``skipped`` lies in [start, end), cut at its ends."""
    first = max(bisect_right(skipped, (start, start)) - 1, 0)
    found = []
    for low, high in skipped[first:]:
        if low >= end:
            break
        if high > start:
            found.append((max(low, start), min(high, end)))
    return tuple(found)


def unit_text(text: str, start: int, end: int, skipped: Sequence[Span]) -> str:
    """What stands in [start, end) and is not skipped; its pieces are parted by one space."""
    return (
        text[start:end]
        if not skipped
        else " ".join(text[low:high] for low, high in pieces_of(text, start, end, skipped))
    )


def quote_text(text: str, start: int, end: int, skipped: Sequence[Span]) -> str:
    """What stands in [start, end), `` […] `` in place of what is skipped between two pieces of it."""
    return (
        text[start:end]
        if not skipped
        else MARK.join(text[low:high] for low, high in pieces_of(text, start, end, skipped))
    )


def gaps(text: str, start: int, end: int, skipped: Sequence[Span]) -> tuple[Span, ...]:
    """What the pieces of [start, end) leave out between them: what is skipped, with the white space beside it."""
    pieces = list(pieces_of(text, start, end, skipped)) if skipped else []
    return tuple((before[1], after[0]) for before, after in pairwise(pieces))


def padded(quote: str, start: int, gaps: Sequence[Span]) -> str:
    """A quote, or its beginning, with spaces in place of every `` […] ``, so that it is as long as its place."""
    parts: list[str] = []
    at, place = 0, start
    for low, high in gaps:
        length = low - place
        if at + length >= len(quote):
            break
        parts += [quote[at : at + length], " " * (high - low)]
        at, place = at + length + len(MARK), high
    return "".join([*parts, quote[at:]])


def show_skipped(words: str, start: int, gaps: Sequence[Span]) -> str:
    """Words as long as their place, which begins at ``start``, with `` […] `` in the gaps."""
    return quote_text(words, 0, len(words), [(low - start, high - start) for low, high in gaps])


def span_of_unit(text: str, start: int, end: int, skipped: Sequence[Span], part: Span) -> Span:
    """Where the document has ``unit_text(…)[part]``, which is not empty."""
    first, last = part[0], part[1] - 1
    found: list[int] = []
    at = 0
    pieces = list(pieces_of(text, start, end, skipped)) if skipped else [(start, end)]
    for wanted in (first, last):
        at = 0
        for low, high in pieces:
            if wanted < at + high - low + 1:  # the space after a piece counts to it
                found.append(min(low + wanted - at, high - 1))
                break
            at += high - low + 1
        else:
            raise ValueError(f"{part} lies outside a unit of {at} characters")
    return found[0], found[1] + 1


def stands(text: str, start: int, end: int, quote: str, skipped: Sequence[Span] = ()) -> bool:
    """Whether ``quote`` is what [start, end) holds: character for character, or as ``quote_text`` shows it."""
    if not 0 <= start < end <= len(text):
        return False
    return quote == text[start:end] or quote == quote_text(text, start, end, within(start, end, skipped))


def blank(text: str, furniture: Sequence[Furniture]) -> str:
    """``blanked`` for furniture."""
    return blanked(text, spans_of(furniture))


def blanked(text: str, skipped: Sequence[Span]) -> str:
    """The text with spaces in place of what is skipped, so that offsets hold.

    Where the sentence before goes on behind it, the line ends between them are spaces, too.
    """
    parts: list[str] = []
    at = 0
    for start, end in _joined(text, skipped):
        before, behind = start, _SPACE.match(text, end).end()  # type: ignore[union-attr]  # it matches everywhere
        while before > at and text[before - 1].isspace():
            before -= 1
        goes_on = at < before and behind < len(text) and text[before - 1] not in _ENDS and text[behind].islower()
        low, high = (before, behind) if goes_on else (start, end)
        parts += [text[at:low], " " * (high - low)]
        at = high
    return "".join([*parts, text[at:]])


def pieces_of(text: str, start: int, end: int, skipped: Sequence[Span]) -> Iterator[Span]:
    """What of [start, end) is not skipped, without the white space beside what is; never an empty piece."""
    at = start
    for low, high in [*within(start, end, skipped), (end, end)]:
        first, last = at, low
        while at != start and first < last and text[first].isspace():
            first += 1
        while low != end and first < last and text[last - 1].isspace():
            last -= 1
        if first < last:
            yield first, last
        at = high


def _joined(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Spans with nothing but white space between them as one."""
    run: Span | None = None
    for start, end in spans:
        if run is not None and text[run[1] : start].isspace() | (run[1] == start):
            run = (run[0], end)
            continue
        if run is not None:
            yield run
        run = (start, end)
    if run is not None:
        yield run
