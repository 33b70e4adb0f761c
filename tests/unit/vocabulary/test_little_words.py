"""Tests of casewright.vocabulary.little_words."""

from __future__ import annotations

import pytest

from casewright.vocabulary.little_words import in_romanian


@pytest.mark.parametrize(
    ("text", "romanian"),
    [
        ("Care este chiria?", True),
        ("Există o limită a răspunderii?", True),
        ("Ce lege se aplica?", True),
        ("What is the rent?", False),
        ("Which law governs the contract with Popescu & Fiii?", False),
        ("rent?", False),
        ("", False),
    ],
)
def test_language_of_a_question(text: str, romanian: bool) -> None:
    """Told by little words and letters; a text that has neither is not Romanian."""
    assert in_romanian(text) == romanian
