"""Texts that differ in case, marks or the form of their letters are one."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.vocabulary.folding import base_letter, compatible_letters, fold, plain_letters, without_marks
from casewright.vocabulary.lookalikes import read_alike


@pytest.mark.parametrize("text", ["Ștefan", "ŞTEFAN", "stefan", "s\u0326tefan"])
def test_case_and_marks_do_not_count(text: str) -> None:
    """Comma, cedilla, composed or not."""
    assert fold(text) == "stefan"


def test_case_is_kept_where_only_marks_go() -> None:
    """As an expression in a query needs it."""
    assert without_marks("Părțile LA") == "Partile LA"


@given(text=st.text())
def test_places_stay_where_they_are(text: str) -> None:
    """However many marks a letter has, one is left."""
    assert len(plain_letters(text)) == len(text)
    assert plain_letters(text) == "".join(map(base_letter, read_alike(text)))


@given(text=st.text())
def test_compatible_letters_have_no_marks(text: str) -> None:
    """And reading them again changes nothing."""
    plain = compatible_letters(text)
    assert not any(unicodedata.combining(letter) for letter in plain)
    assert compatible_letters(plain) == plain


def test_ligatures_and_widths_are_plain() -> None:
    """As names in files and registers have them."""
    assert compatible_letters("ﬁle Ａcmé") == "file Acme"
