"""Currencies by their codes, signs and names."""

from __future__ import annotations

import pytest

from casewright.vocabulary.currencies import MINOR_DIGITS, SURE_NAMES, USUAL, codes_of, sure_code


@pytest.mark.parametrize(
    ("label", "code"),
    [("eur", "EUR"), ("€", "EUR"), ("swiss francs", "CHF"), ("r$", "BRL"), ("$", None), ("lei", None), ("xyz", None)],
)
def test_only_what_means_one_currency_is_sure(label: str, code: str | None) -> None:
    """A bare dollar sign is several countries', lei are Romania's or Moldova's."""
    assert sure_code(label) == code


def test_a_use_may_read_more_names() -> None:
    """It says which; one that nobody knows is a mistake."""
    assert codes_of("lei", "$", "euro") == {"lei": "RON", "$": "USD", "euro": "EUR"}
    with pytest.raises(KeyError):
        codes_of("doubloon")


def test_every_name_leads_to_a_code_of_the_standard() -> None:
    """With the digits of its minor unit; names are in small letters."""
    assert {*SURE_NAMES.values(), *USUAL} <= set(MINOR_DIGITS)
    assert all(name == name.lower() for name in SURE_NAMES)
