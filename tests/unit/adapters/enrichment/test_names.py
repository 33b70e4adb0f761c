"""Tests of casewright.adapters.enrichment.names and .expiring."""

from __future__ import annotations

from datetime import timedelta

import pytest

from casewright.adapters.enrichment.answer_cache import Expiring
from casewright.adapters.enrichment.names import folded_name, folded_point, known_points
from tests.fakes.fixed_clock import FixedClock


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Acme, S.A.", "ACME SA"),
        ("Crédit Médoc", "credit medoc"),
        ("O'Neil & Sons Ltd.", "ONeil Sons Ltd"),
        ("Straße AG", "STRASSE AG"),
        ("  A\u00a0 B  ", "a b"),
    ],
)
def test_one_name_in_two_spellings(one: str, other: str) -> None:
    """Case, accents, punctuation and spaces tell no names apart."""
    assert folded_name(one) == folded_name(other)


@pytest.mark.parametrize(("one", "other"), [("Acme Ltd", "Acme GmbH"), ("Acme", "Acme Ltd"), ("Alpha 1", "Alpha 2")])
def test_two_names_are_two(one: str, other: str) -> None:
    """Legal forms and numbers do."""
    assert folded_name(one) != folded_name(other)


def test_points_are_known_by_any_spelling() -> None:
    """A point is told by the name it has, under the words it was asked by."""
    assert folded_point("Net income") == "net_income"
    assert known_points(["Turnover", "churn"], {"revenue": ("turnover",)}) == {"Turnover": "revenue"}


def test_what_is_kept_goes_by_age_and_number() -> None:
    """A value is made again when its time is over, or when newer ones took its place."""
    clock, made = FixedClock(), []
    kept: Expiring[str, int] = Expiring(lasting=timedelta(hours=1), most=2, now=clock.now)

    def get(key: str) -> int:
        def make() -> int:
            made.append(key)
            return len(made)

        return kept.get(key, make)[0]

    assert [get("a"), get("a"), get("b")] == [1, 1, 2]
    clock.advance(hours=1)
    assert [get("a"), get("c"), get("b")] == [3, 4, 5]
    assert made == ["a", "b", "a", "c", "b"]
