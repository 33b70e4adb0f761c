"""When a find is right: words, halves, one find for one mark, and marks that say the same."""

from __future__ import annotations

import pytest

from evals.facts.places import Words, matched, overlap, provisions

TEXT = "It ends (on) May 8, 2014; then it is over."


def test_words_are_what_a_span_touches() -> None:
    """Stops, brackets and white space weigh nothing; a word that is cut counts whole."""
    words = Words(TEXT)
    date = TEXT.index("May"), TEXT.index(";")
    assert words.span(*date) == (3, 6)
    assert words.span(date[0] - 2, date[1] + 1) == (3, 6)
    assert words.span(date[0] + 1, date[1] - 2) == (3, 6)
    assert words.span(0, len(TEXT)) == (0, 10)
    assert words.span(TEXT.index("("), TEXT.index("(") + 1) == (2, 2)


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [((0, 4), (0, 4), 1.0), ((0, 4), (2, 6), 2 / 6), ((0, 3), (0, 6), 0.5), ((0, 2), (2, 4), 0.0), ((2, 2), (2, 2), 0)],
)
def test_overlap_is_intersection_over_union(one: tuple[int, int], other: tuple[int, int], share: float) -> None:
    """Of words, either way round."""
    assert overlap(one, other) == overlap(other, one) == pytest.approx(share)


def test_each_find_takes_the_best_free_mark() -> None:
    """The surest takes first; half is enough; a second find of the same mark is wrong."""
    marks = [(0, 4), (10, 16)]
    assert matched([(0, 8), (0, 4), (9, 16), (10, 12)], marks) == [0, None, 1, None]
    assert matched([(0, 4), (0, 8)], marks) == [0, None]
    assert matched([(0, 9)], marks) == [None]
    assert matched([(0, 4)], []) == [None]


def test_a_find_takes_the_mark_that_fits_it_best() -> None:
    """Of two marks that are enough, the better one, whichever comes first."""
    assert matched([(0, 4), (0, 7)], [(0, 6), (0, 4)]) == [1, 0]


def test_marks_that_lie_in_each_other_are_one_provision() -> None:
    """Half of the shorter is the same provision, from mark to mark; a word in common is not."""
    assert provisions([(0, 4), (1, 2), (10, 20)]) == [0, 0, 1]
    assert provisions([(0, 10), (9, 20)]) == [0, 1]
    assert provisions([(0, 10), (20, 30), (5, 25)]) == [0, 0, 0]
    assert provisions([]) == []
