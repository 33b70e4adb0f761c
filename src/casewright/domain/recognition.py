"""Text that was recognised on pictures of pages (OCR): which it is, how sure, and where its words stand.

Offsets are code points of the document's text, half-open. Lengths are in points from the lower left corner of the page
as it is shown; confidences go from 0 to 1.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from casewright.domain.documents import Box

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NEEDS_A_LOOK: Final = 0.95
"""A page whose words were recognised with less confidence than that on average should be compared with its picture."""


@dataclass(frozen=True, slots=True)
class RecognisedWord:
    """A word, and the rectangle in which it was seen."""

    start: int
    end: int
    left: float
    bottom: float
    right: float
    top: float
    confidence: float


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """The stretch of the text that was recognised on page ``number``, counted from 1; its words are in order."""

    number: int
    start: int
    end: int
    confidence: float
    words: tuple[RecognisedWord, ...] = ()

    @property
    def needs_a_look(self) -> bool:
        """Whether so little of it is sure that a person should compare it with the page."""
        return self.confidence < NEEDS_A_LOOK


def mean_confidence(words: Sequence[RecognisedWord]) -> float:
    """The confidence of a character of these words on average; 0 where there are none."""
    characters = sum(word.end - word.start for word in words)
    return sum(word.confidence * (word.end - word.start) for word in words) / characters if characters else 0.0


def confidence_of(pages: Sequence[RecognisedPage], start: int, end: int) -> float | None:
    """How sure what was recognised in ``text[start:end]`` is; None where nothing in it was."""
    found = list(words_of(pages, start, end))
    if found:
        return mean_confidence([word for _, word in found])
    touched = [page.confidence for page in pages if page.start < end and start < page.end]
    return min(touched, default=None)


def words_of(pages: Sequence[RecognisedPage], start: int, end: int) -> Iterator[tuple[int, RecognisedWord]]:
    """The recognised words that ``text[start:end]`` touches, in order, each with its page's number."""
    for page in pages:
        if page.end <= start or end <= page.start:
            continue
        first = bisect_right(page.words, start, key=attrgetter("end"))
        last = bisect_left(page.words, end, key=attrgetter("start"))
        for word in page.words[first:last]:
            yield page.number, word


def boxes_of(pages: Sequence[RecognisedPage], start: int, end: int) -> tuple[Box, ...]:
    """Where what was recognised in ``text[start:end]`` stands: one rectangle for each line it touches, in order."""
    boxes: list[Box] = []
    for number, word in words_of(pages, start, end):
        before = boxes[-1] if boxes else None
        if before is not None and before.page == number and _goes_on(before, word):
            boxes[-1] = Box(
                number,
                min(before.left, word.left),
                min(before.bottom, word.bottom),
                max(before.right, word.right),
                max(before.top, word.top),
            )
        else:
            boxes.append(Box(number, word.left, word.bottom, word.right, word.top))
    return tuple(boxes)


def _goes_on(box: Box, word: RecognisedWord) -> bool:
    """Whether the word stands to the right of what is in the box, on the same line."""
    middle = (word.bottom + word.top) / 2
    return box.bottom < middle < box.top and word.right > box.right
