"""What numbers in words say."""

from __future__ import annotations

import pytest

from casewright.vocabulary.number_words import ENGLISH, ORDINALS, ROMANIAN, ROMANIAN_SCALES, spelled


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("one", "1"),
        ("twenty one", "21"),
        ("one hundred and eighty", "180"),
        ("one million five hundred thousand", "1500000"),
        ("two and a half million", "2500000"),
        ("three dozen", "36"),
    ],
)
def test_english(words: str, number: str) -> None:
    """Hundreds, scales and halves."""
    assert str(spelled(words.split())) == number


def test_romanian() -> None:
    """By its own words."""
    assert spelled(["doua", "sute", "cincizeci", "mii"], ROMANIAN, ROMANIAN_SCALES) == 250_000


def test_ordinals_count_what_their_numbers_do() -> None:
    """Each of them from the first to the ninety-ninth."""
    assert {ORDINALS[word] for word in ("first", "twelfth", "thirtieth", "twenty-first")} == {1, 12, 30, 21}
    assert sorted(ORDINALS.values()) == sorted({*ORDINALS.values()})
    assert ENGLISH["forty"] == ORDINALS["fortieth"]
