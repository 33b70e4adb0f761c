"""The names of the months, and how they are read and written."""

from __future__ import annotations

import re

import pytest

from casewright.vocabulary.months import ENGLISH, NUMBERS, ROMANIAN, alternatives, month_number, numbered, short_names


def test_each_language_has_twelve_in_order() -> None:
    """January is the first, ianuarie too."""
    assert len(ENGLISH) == len(ROMANIAN) == 12
    assert [NUMBERS[name] for name in ENGLISH] == [NUMBERS[name] for name in ROMANIAN] == list(range(1, 13))


@pytest.mark.parametrize(("word", "number"), [("sept", 9), ("noi", 11), ("nov", 11), ("may", 5), ("decembrie", 12)])
def test_a_month_is_known_by_its_first_letters(word: str, number: int) -> None:
    """In either language, whole or short."""
    assert month_number(word) == number


def test_no_two_months_begin_alike() -> None:
    """Else a short name would be two."""
    for names in (ENGLISH, ROMANIAN):
        assert len({name[:3] for name in names}) == 12


def test_what_is_not_shorter_is_no_short_name() -> None:
    """May is written no shorter; September in two ways."""
    assert "may" not in short_names(ENGLISH)
    assert numbered(("september", "may")) == {"september": 9, "may": 5, "sept": 9, "sep": 9}


def test_the_longest_name_is_read() -> None:
    """A short name hides no long one in a pattern."""
    found = re.match(alternatives(numbered(ENGLISH)), "september 2026")
    assert found is not None
    assert found[0] == "september"
