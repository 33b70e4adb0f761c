"""Tests of casewright.adapters.search.stems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.search.stems import LONGEST, Stemmer, language_of

STEMMER = Stemmer()


@pytest.mark.requirement("search-stems")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("terminate", "TERMINATED"),
        ("indemnity", "indemnities"),
        ("notice", "notices"),
        ("Rezilierea", "reziliere"),
        ("părțile", "PARTILE"),
        ("contractului", "contractul"),
        ("Încetării", "incetarii"),
        ("ﬁle", "files"),
    ],
)
def test_forms_of_a_word_share_a_stem(first: str, second: str) -> None:
    """Case, diacritics and inflection do not matter: a question with one form asks for the other."""
    one, other = STEMMER.asked(first), STEMMER.asked(second)
    assert any(set(stems) & set(others) for stems in one for others in other)


def test_question_meets_the_text_of_either_language() -> None:
    """The stems asked for are among those indexed, whichever language the document is in."""
    romanian = "Prezentul contract încetează la data rezilierii, iar părțile vor notifica aceasta în 30 de zile."
    english = "This agreement ends when either party has notified the other of its termination within thirty days."
    for text, question in ((romanian, "rezilierea contractului"), (english, "agreements terminated")):
        [indexed] = STEMMER.indexed([text])
        asked = STEMMER.asked(question)
        assert all(set(stems) & set(indexed.split()) for stems in asked), (text, asked)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the supplier shall deliver the goods to the customer", "english"),
        ("furnizorul va livra bunurile și clientul le va plăti în termen de zece zile", "romanian"),
        ("4711 0815", "english"),
    ],
)
def test_language_is_told_by_function_words(text: str, language: str) -> None:
    """Romanian where its function words prevail, else English."""
    assert language_of([text.replace("ș", "s").replace("î", "i").replace("ă", "a").split()]) == language


def test_empty_words_are_left_out_unless_alone() -> None:
    """Function words are not asked for, but where a question has no others they are."""
    assert STEMMER.asked("What is the law of the land?") == STEMMER.asked("law land")
    assert STEMMER.asked("to be or not to be") != []
    assert STEMMER.asked("?!") == []


@given(st.text(max_size=200))
def test_any_text_can_be_indexed(text: str) -> None:
    """A text's stems have no space, no quote and no end beyond the longest, whatever the text."""
    [indexed] = STEMMER.indexed([text])
    for stem in indexed.split():
        assert stem.isalnum()
        assert len(stem) <= LONGEST
        assert "'" not in stem
        assert '"' not in stem


@pytest.mark.requirement("firewall-spellings")
@pytest.mark.parametrize("asked", ["Sârbu", "Sîrbu", "SÎRBU"])
@pytest.mark.parametrize("written", ["Sârbu", "Sîrbu", "Sarbu", "Sirbu"])
def test_a_name_is_found_in_its_other_spelling(asked: str, written: str) -> None:
    """â and î are one letter; a text without diacritics has either."""
    stemmer = Stemmer()
    indexed = stemmer.indexed([f"Contractul cu {written} este semnat."])[0].split()

    assert not set(stemmer.asked(asked)[0]).isdisjoint(indexed)
