"""Romanian in English words, each with the place of the Romanian one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.answers.romanian import english_of, gloss

_WORDS = st.sampled_from(
    [
        "Chiria",
        "lunară",
        "este",
        "de",
        "450",
        "euro",
        "și",
        "se",
        "plătește",
        "până",
        "la",
        "data",
        "5",
        "cel",
        "târziu",
        ".",
        ",",
        "(b)",
        "chiriașul",
        "nu-i",
        "Ștefan",
    ]
)


@pytest.mark.parametrize(
    ("romanian", "english"),
    [
        ("Chiriașul plătește chiria.", "Tenant pays rent."),
        ("Cine platește chiria?", "Who pays rent?"),
        ("Locatarul nu poate subînchiria apartamentul", "tenant cannot sublet apartment"),
        ("contractelor", "contract"),
        ("12.500 lei, 7,5%", "12.500 lei, 7,5%"),
        ("Xyzw 12%", "Xyzw 12%"),
        ("", ""),
    ],
)
def test_words_are_led_into_english(romanian: str, english: str) -> None:
    assert gloss(romanian).text.casefold() == english.casefold()


@pytest.mark.parametrize(
    ("form", "english"),
    [("chiriasului", "tenant"), ("facturile", "bill"), ("nelivrat", "not deliver"), ("zzzq", None), ("", None)],
)
def test_forms_are_led_back_to_what_is_listed(form: str, english: str | None) -> None:
    assert english_of(form) == english


@given(st.lists(_WORDS, max_size=12).map(" ".join))
def test_every_character_has_the_place_of_its_word(text: str) -> None:
    """In order, inside the text, and figures and signs at their own places."""
    made = gloss(text)
    assert len(made.places) == len(made.text)
    assert list(made.places) == sorted(made.places)
    assert all(0 <= low < high <= len(text) for low, high in made.places)
    for at, one in enumerate(made.text):
        if one.isdigit():
            low, high = made.places[at]
            assert text[low:high] == one


@given(st.text(max_size=60))
def test_whatever_it_is_given(text: str) -> None:
    made = gloss(text)
    assert len(made.places) == len(made.text)
