"""Stretches of print come in the order in which a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.recognition.reading_order import Fragment, Seen, in_reading_order, turned_back

if TYPE_CHECKING:
    import random

HEIGHT, PITCH = 20.0, 30.0


def line(text: str, left: float, top: float, width: float = 400) -> Fragment:
    return Fragment((Seen(text, left, top, left + width, top + HEIGHT, 1.0),), left, top, left + width, top + HEIGHT)


def column(name: str, left: float, count: int, top: float = 100.0) -> list[Fragment]:
    return [line(f"{name}{number} some words of a line", left, top + number * PITCH) for number in range(count)]


def read(fragments: list[Fragment]) -> list[str]:
    return [" ".join(one.words[0].text.split()[0] for one in row) for row in in_reading_order(fragments)]


@pytest.mark.requirement("ocr-reading-order")
@given(st.randoms(use_true_random=False))
def test_columns_are_read_one_after_the_other(order: random.Random) -> None:
    """A title over two columns first, then the left column, then the right one, whatever order they were found in."""
    fragments = [line("Title across both of the columns", 50, 40, 900), *column("a", 50, 6), *column("b", 550, 6)]
    fragments.append(line("Foot across both of the columns", 50, 400, 900))
    order.shuffle(fragments)

    expected = ["Title", *(f"a{n}" for n in range(6)), *(f"b{n}" for n in range(6)), "Foot"]
    assert read(fragments) == expected


@pytest.mark.requirement("ocr-reading-order")
def test_three_columns() -> None:
    """Columns are parted again."""
    fragments = [*column("a", 50, 5), *column("b", 550, 5), *column("c", 1050, 5)]

    assert read(fragments) == [f"{name}{n}" for name in "abc" for n in range(5)]


@pytest.mark.requirement("ocr-reading-order")
def test_rows_of_a_table_stay_rows() -> None:
    """Cells are no columns of text: they have few words."""
    cells = [
        [line(f"r{row}", 50, 100 + row * PITCH, 90), line("1,200", 550, 103 + row * PITCH, 90)] for row in range(8)
    ]

    assert read([cell for row in cells for cell in row]) == [f"r{row} 1,200" for row in range(8)]


def test_nothing_is_read_as_nothing() -> None:
    """A blank page has no rows."""
    assert in_reading_order([]) == []


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_words_are_turned_back(turns: int) -> None:
    """A word on a picture turned to the left has its place on the picture as it was: four turns are none."""
    word = Seen("x", 10, 20, 40, 30, 1.0)
    height, width = 100, 200
    turned = word
    for done in range(turns):  # turning once more to the left, on a page whose sides have changed places
        wide = width if done % 2 == 0 else height
        turned = Seen("x", turned.top, wide - turned.right, turned.bottom, wide - turned.left, 1.0)

    assert turned_back(turned, turns, height, width) == word
