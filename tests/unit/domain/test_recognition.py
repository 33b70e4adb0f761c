"""Which part of a text was recognised, how sure it is, and where it stands."""

from __future__ import annotations

import pytest

from casewright.domain.documents import Box
from casewright.domain.recognition import RecognisedPage, RecognisedWord, boxes_of, confidence_of

# "The fees\nare due": two lines on page 2, at 10 to 19 of a text.
WORDS = (
    RecognisedWord(10, 13, 50, 700, 70, 710, 1.0),
    RecognisedWord(14, 18, 75, 700, 100, 711, 0.5),
    RecognisedWord(19, 22, 50, 685, 70, 695, 0.9),
)
PAGES = (RecognisedPage(2, 10, 26, 0.8, WORDS),)


@pytest.mark.requirement("ocr-marked")
@pytest.mark.parametrize(
    ("start", "end", "confidence"),
    [(0, 10, None), (26, 30, None), (0, 11, 1.0), (10, 18, (3 + 4 * 0.5) / 7), (22, 26, 0.8), (19, 22, 0.9)],
)
def test_confidence_is_that_of_the_words_inside(start: int, end: int, confidence: float | None) -> None:
    """None where nothing was recognised, the page's where there is no word."""
    assert confidence_of(PAGES, start, end) == (None if confidence is None else pytest.approx(confidence))


@pytest.mark.requirement("ocr-boxes")
def test_boxes_are_one_a_line() -> None:
    """Words beside one another share a rectangle; a word that is cut counts whole."""
    assert boxes_of(PAGES, 12, 20) == (Box(2, 50, 700, 100, 711), Box(2, 50, 685, 70, 695))
    assert boxes_of(PAGES, 0, 10) == ()
