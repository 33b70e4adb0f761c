"""When rectangles lie on words, and when not."""

from __future__ import annotations

import pytest

from casewright.domain.boxes import Box, PageBoxes
from evals.reading.measure_boxes import lie_on
from evals.reading.truth import Word

WORDS = (Word("The", 72, 700, 90, 710), Word("rent", 94, 700, 112, 710))


def told(left: float = 72, right: float = 112, bottom: float = 698, page: int = 3) -> tuple[PageBoxes, ...]:
    return (PageBoxes(page, 600, 800, (Box(page, left, bottom, right, bottom + 14),)),)


def test_rectangle_around_the_words_lies_on_them() -> None:
    """As high as its font, and a little wider."""
    assert lie_on(told(left=70, right=114), 3, WORDS)


@pytest.mark.parametrize(
    "other", [(), told(page=2), told(left=96), told(right=130), told(left=60), told(bottom=712), told() + told(page=4)]
)
def test_any_other_rectangle_does_not(other: tuple[PageBoxes, ...]) -> None:
    """On another page, beside, above, too wide, or none at all."""
    assert not lie_on(other, 3, WORDS)
