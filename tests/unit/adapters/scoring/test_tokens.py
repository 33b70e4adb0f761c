"""How text falls into words, and words into numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.scoring.tokens import BOUNDARY, WordNumbers, word_numbers, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Supplier’s liability", ["the", "supplier", "s", "liability"]),
        ("PĂRȚILE și părțile", ["partile", "si", "partile"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("ﬁle ①", ["file", "1"]),
        ("cafe\u0301 café", ["cafe", "cafe"]),
        ("co-operation (§ 7.2)", ["co", "operation", "7", "2"]),
        ("договор", ["договор"]),
        ("soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zerowidth"]),
        ("", []),
        ("… — “”", []),
    ],
)
def test_words_are_folded(text: str, expected: list[str]) -> None:
    """Case, diacritics and compatibility forms are folded, and punctuation separates."""
    assert expected == words(text)


def test_numbers_are_the_same_everywhere() -> None:
    """A word's number is its CRC-32, whatever the machine and the order."""
    governing, law = 923025614, 202069295

    assert word_numbers(["governing law", "Law"], WordNumbers()).tolist() == [governing, law, BOUNDARY, law, BOUNDARY]


@given(st.lists(st.text(max_size=40), max_size=8))
def test_every_text_ends_with_one_boundary(texts: list[str]) -> None:
    """A stream has one boundary a text, whatever characters the texts hold, and the same words as each alone."""
    numbers = WordNumbers()
    stream = word_numbers(texts, numbers).tolist()
    apart = [number for text in texts for number in word_numbers([text], numbers).tolist()]

    assert stream.count(BOUNDARY) == len(texts)
    assert stream == apart
