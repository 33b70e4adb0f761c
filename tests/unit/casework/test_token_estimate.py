"""Tests of the estimate of tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.casework.token_estimate import estimate_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        (" \n", 0),
        ("da", 1),
        ("contravenție", 5),
        ("Art. 31 din OG nr. 2/2001.", 15),
        ("{{party0.lastName}}", 11),
        ("a_b", 3),
        ("\ud800", 1),
    ],
)
def test_tokens(text: str, tokens: int) -> None:
    """A token for every three bytes of a word, begun ones too, and for every digit and other sign."""
    assert estimate_tokens(text) == tokens


@given(st.text(max_size=200), st.text(max_size=200))
def test_more_text_has_no_fewer_tokens(one: str, two: str) -> None:
    """The estimate grows with the text and is never below a quarter of its words' letters."""
    assert estimate_tokens(f"{one} {two}") == estimate_tokens(one) + estimate_tokens(two)
    letters = sum(character.isalnum() for character in one)
    assert estimate_tokens(one) * 3 >= letters
