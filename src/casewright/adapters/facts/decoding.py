"""From what the encoder says of each token to places in a document, each with how sure it is.

A token of a field is one whose logit is at least the field's line. Tokens that follow one another make a place; where
one of them begins anew, a place of its own. What ends with a chunk and goes on with the next is one place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]

SHAPE: Final = 8
"""How many numbers tell how sure a place is (``shape_of``)."""
_GAP: Final = 2
"""So many tokens between two of a field belong to it as well."""
_NEAR_END: Final = 2
"""A place that ends within so many tokens of a chunk's end may go on in the next."""
_LONG, _LITTLE = 60, 12
"""Of a place of so many characters or more, so few that reach into another sentence are not meant."""
_SENTENCE: Final = re.compile(r"[.;!?][\"'”’)\]]{0,3}\s+(?=[A-Z\"“(])|\n[ \t]*\n\s*")


@dataclass(frozen=True, slots=True)
class ReadUnit:
    """One chunk as the encoder read it: those of its own tokens that may state a field.

    ``token`` (told,) are their numbers among the chunk's ``count``, ascending; ``start`` and ``end`` where they stand
    in the document; ``inside`` and ``begin`` (told, fields) are logits. ``chunk`` is the chunk's number.
    """

    chunk: int
    count: int
    token: NDArray[np.integer[Any]]
    start: NDArray[np.integer[Any]]
    end: NDArray[np.integer[Any]]
    inside: NDArray[np.floating[Any]]
    begin: NDArray[np.floating[Any]]


@dataclass(slots=True)
class Place:
    """Where a document may state a field: [start, end), the logits of its tokens, its first and its last chunk."""

    field: int
    start: int
    end: int
    logits: FloatArray
    begin: float
    chunk: int
    last: int
    opens: bool = False
    reaches: bool = False
    """Whether it begins and ends where its chunk does: it may go on from the one before, and in the next."""


def places_of(units: Sequence[ReadUnit], lines: FloatArray, anew: FloatArray) -> list[Place]:
    """All places of a document by field and then in order. ``lines`` and ``anew`` are logits by field."""
    found: list[list[Place]] = [[] for _ in lines]
    for unit in units:
        for field in np.flatnonzero((unit.inside >= lines).any(axis=0)).tolist():
            for place in _runs(unit, field, float(lines[field]), float(anew[field])):
                before = found[field][-1] if found[field] else None
                if before is not None and _goes_on(before, place):
                    _join(before, place)
                else:
                    found[field].append(place)
    return [place for places in found for place in places]


def _runs(unit: ReadUnit, field: int, line: float, anew: float) -> Iterator[Place]:
    """The places of a field in a chunk."""
    inside, begin = unit.inside[:, field].astype(np.float32), unit.begin[:, field].astype(np.float32)
    above = np.flatnonzero(inside >= line)
    if not len(above):
        return
    tokens = unit.token[above]
    apart = np.diff(tokens) > _GAP + 1
    begins = (begin[above] >= anew)[1:] & ~((begin[above] >= anew)[:-1] & ~apart)
    for part in np.split(above, np.flatnonzero(apart | begins) + 1):
        first, last = int(part[0]), int(part[-1])
        yield Place(
            field,
            int(unit.start[first]),
            int(unit.end[last]),
            inside[part],
            float(begin[first]),
            unit.chunk,
            unit.chunk,
            int(unit.token[first]) <= _NEAR_END,
            int(unit.token[last]) >= unit.count - 1 - _NEAR_END,
        )


def _goes_on(before: Place, place: Place) -> bool:
    return before.reaches and place.opens and before.last + 1 == place.chunk and place.begin < 0


def _join(before: Place, place: Place) -> None:
    before.end, before.reaches, before.last = place.end, place.reaches, place.chunk
    before.logits = np.concatenate([before.logits, place.logits])


def bounds_of(text: str, pieces: Sequence[tuple[int, int]]) -> IntArray:
    """Where sentences begin or end in these pieces of the text, ascending; a piece's ends are among them."""
    found: set[int] = set()
    for start, end in pieces:
        found |= {start, end, *(match.end() for match in _SENTENCE.finditer(text, start, end))}
    return np.array(sorted(found), np.int64)


def snapped(start: int, end: int, bounds: IntArray) -> tuple[int, int]:
    """The place with the whole of its first and last sentence, where it has at least half of them."""
    last = len(bounds) - 1
    first = min(int(np.searchsorted(bounds, start, side="right")) - 1, last - 1)
    if first >= 0:
        low, high = int(bounds[first]), int(bounds[first + 1])
        if 2 * (min(high, end) - start) >= high - low:
            start = low
    final = max(int(np.searchsorted(bounds, end, side="left")), 1)
    if final <= last:
        low, high = int(bounds[final - 1]), int(bounds[final])
        if 2 * (end - max(low, start)) >= high - low:
            end = high
    return start, end


def meant(start: int, end: int, bounds: IntArray, *, whole: bool) -> tuple[int, int]:
    """The place that its tokens mean: without the little that it has of a sentence, with ``whole`` in whole ones."""
    start, end = trimmed(start, end, bounds)
    return snapped(start, end, bounds) if whole else (start, end)


def trimmed(start: int, end: int, bounds: IntArray) -> tuple[int, int]:
    """The place without the little that it has of a sentence at its beginning or end; short places stay as they are."""
    if end - start < _LONG:
        return start, end
    after = int(np.searchsorted(bounds, start, side="right"))
    if after < len(bounds) and int(bounds[after]) - start <= _LITTLE:
        start = int(bounds[after])
    before = int(np.searchsorted(bounds, end, side="left")) - 1
    if before >= 0 and start < int(bounds[before]) and end - int(bounds[before]) <= _LITTLE:
        end = int(bounds[before])
    return start, end


def shape_of(places: Sequence[Place]) -> FloatArray:
    """What tells how sure each place of a document is, shape (places, SHAPE).

    The mean and the highest of its logits, that of its beginning, its length, how early it stands, how much surer the
    field's surest other place is, whether it is the surest itself, and how many there are.
    """
    made = np.zeros((len(places), SHAPE), np.float32)
    by_field: dict[int, list[int]] = {}
    for number, place in enumerate(places):
        by_field.setdefault(place.field, []).append(number)
        made[number, :5] = (
            float(place.logits.mean()),
            float(place.logits.max()),
            place.begin,
            np.log1p(len(place.logits)),
            np.log1p(place.chunk),
        )
    for numbers in by_field.values():
        sure = made[numbers, 0] + made[numbers, 1]
        order = np.sort(sure)[::-1]
        for number, own in zip(numbers, sure.tolist(), strict=True):
            best = own == order[0]
            other = order[1] if best and len(order) > 1 else order[0]
            made[number, 5] = np.clip(own - other if len(order) > 1 else 6.0, -12, 12)
            made[number, 6] = float(best)
            made[number, 7] = np.log(len(numbers))
    return made
