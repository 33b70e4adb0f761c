"""Which number may follow which."""

from __future__ import annotations

import pytest

from casewright.adapters.ingest.counting import Ahead, follows, is_first
from casewright.adapters.ingest.labels import label_at


@pytest.mark.parametrize(
    ("before", "value"),
    [((7,), (8,)), ((7, 2), (7, 3)), ((7, 2), (8,)), ((7, 3), (8, 1)), ((7,), (7, 1)), ((7, 9), (7, 10))],
)
def test_next_numbers(before: tuple[int, ...], value: tuple[int, ...]) -> None:
    """The next on any level and the first below follow."""
    assert follows(before, value)


@pytest.mark.parametrize(
    ("before", "value"),
    [((7,), (7,)), ((7,), (6,)), ((7,), (9,)), ((7, 2), (7, 4)), ((7,), (7, 2)), ((7, 2), (8, 2)), ((7,), (8, 1, 1))],
)
def test_other_numbers(before: tuple[int, ...], value: tuple[int, ...]) -> None:
    """What repeats, goes back or leaves out numbers does not follow."""
    assert not follows(before, value)


def test_gap_allows_for_lost_numbers() -> None:
    """With a gap, numbers may be missing, but not more than that."""
    assert follows((7,), (10,), gap=3)
    assert not follows((7,), (11,), gap=3)


def test_first_numbers() -> None:
    """A count begins with ones, or at nought."""
    assert is_first((1,))
    assert is_first((1, 1))
    assert is_first((0,))
    assert not is_first((2,))
    assert not is_first((1, 2))


def test_looking_ahead_tells_a_list_from_a_new_count() -> None:
    """The count goes on after a list inside a clause; after a new count it does not."""
    inside = [label_at(line, 0, len(line)) for line in ("7. A", "1. B", "2. C", "8. D")]
    anew = [label_at(line, 0, len(line)) for line in ("7. A", "1. B", "2. C", "3. D")]

    assert Ahead(inside).numbers_resume(1, (7,))
    assert not Ahead(anew).numbers_resume(1, (7,))
