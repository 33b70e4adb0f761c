"""Words that are drawn, asked for by the place of their letters in the reading: the rectangles told lie on them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from casewright.errors import UnreadableDocument
from evals.reading.truth import Role, squeezed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.boxes import PageBoxes
    from casewright.domain.documents import Reading
    from evals.reading.alignment import Located
    from evals.reading.results import Tally
    from evals.reading.truth import Word

    Boxes = Callable[[bytes, str, Reading, Sequence[tuple[int, int]]], tuple[PageBoxes, ...]]

EACH = 10
"""How many stretches of words are asked for in a document."""
_MOST_WORDS = 6
_ASIDE = 3.0
"""Points by which a rectangle may reach beyond the first and the last word."""


def measure_boxes(boxes: Boxes, found: Located, tally: Tally) -> None:
    """Right are rectangles on the words' page that hold the middle of each word and reach little beyond them."""
    known, reading = found.known, found.reading
    drawn = [
        (index, piece)
        for index, piece in enumerate(known.pieces)
        if piece.words and piece.role is Role.BODY and -1 not in found.alignment.places[index]
    ]
    chance = random.Random(f"boxes {known.filename}")
    for index, piece in chance.sample(drawn, min(EACH, len(drawn))):
        lengths = [len(squeezed(word.text)) for word in piece.words]
        places = found.alignment.places[index]
        if sum(lengths) != len(places):
            continue
        first = chance.randrange(len(lengths))
        last = min(len(lengths), first + chance.randint(1, _MOST_WORDS))
        asked = places[sum(lengths[:first]) : sum(lengths[:last])]
        if not asked or asked != sorted(asked):
            continue
        span = (asked[0], asked[-1] + 1)
        try:
            told = boxes(known.data, known.filename, reading, [span])
        except UnreadableDocument:
            told = ()
        right = lie_on(told, piece.page, piece.words[first:last])
        tally.count("boxes", right)
        if not right:
            tally.fault("boxes", known.filename, f"{reading.text[slice(*span)]!r} on page {piece.page}: {told}")


def lie_on(told: Sequence[PageBoxes], page: int | None, words: Sequence[Word]) -> bool:
    """Whether the rectangles are on that page, hold the middle of each word, and reach little beyond them."""
    if [one.page for one in told] != [page]:
        return False
    rectangles = told[0].boxes
    left, right = min(word.left for word in words), max(word.right for word in words)
    if any(one.left < left - _ASIDE or one.right > right + _ASIDE for one in rectangles):
        return False
    middles = [((word.left + word.right) / 2, (word.bottom + word.top) / 2) for word in words]
    return all(any(one.left <= x <= one.right and one.bottom <= y <= one.top for one in rectangles) for x, y in middles)
