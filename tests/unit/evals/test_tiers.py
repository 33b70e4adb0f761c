"""Tests of evals.tiers: the sets, and what the rules reach on those they were mended by."""

from __future__ import annotations

import pytest

from casewright.casework.tiers import OffTopic, TooVague, determine_tier
from casewright.errors import InvalidInput
from evals.tiers import LABELS, SETS, descriptions, measure, read

_MARKED = frozenset("ăâîșțşţĂÂÎȘȚŞŢ")
"""Romanian letters with their marks; a quotation mark or a dash is none."""


@pytest.mark.requirement("case-tier-measured")
def test_sets_are_what_was_asked_for() -> None:
    """At least 150 legal descriptions and a later third, of every label, marked and unmarked, none twice."""
    fitted, mended, *_ = every_set = [descriptions(name) for name in SETS]
    legal = [one for one in fitted if one.label != "off_topic"]
    assert len(legal) >= 150
    assert 3 * len([one for one in mended if one.label != "off_topic"]) >= 150
    for described in every_set:
        assert {one.label for one in described} == set(LABELS)
        assert 0.3 <= sum(_MARKED.isdisjoint(one.words) for one in described) / len(described) < 0.7
    every = [one.words for described in every_set for one in described]
    assert len(every) == len(set(every))


@pytest.mark.requirement("case-tier-measured")
@pytest.mark.parametrize("name", ["tiers_fitted.toml", "tiers_mended.toml"])
def test_rules_reach_the_promise_on_the_sets_they_were_mended_by(name: str) -> None:
    """At least 90 % right, a question for 95 % of the vague and for no more than 5 % of the clear."""
    figures = measure(name, determine_tier).figures
    reached = {name: share.hits / share.of for name, share in figures.items()}
    assert reached["right tier, of clear"] >= 0.9
    assert reached["question asked, of vague"] >= 0.95
    assert reached["question asked, of clear"] <= 0.05


@pytest.mark.requirement("case-tier-measured")
def test_rules_that_say_the_same_of_everything_are_measured_so() -> None:
    """Asking always is right for the vague alone; declining always is no tier for anything."""
    asking = measure("tiers_fitted.toml", lambda _: TooVague("?"))
    assert asking.figures["question asked, of clear"].value == asking.figures["question asked, of vague"].value == 1
    assert asking.figures["right tier, of clear"].value == 0
    assert asking.figures["right tier, of those given one"].value is None
    assert {one.described.label for one in asking.misses} == {"1", "2", "3", "off_topic"}
    declining = measure("tiers_fitted.toml", lambda _: OffTopic(""))
    assert declining.figures["declined, of legal"].value == 1


def test_unknown_label_is_refused() -> None:
    """A label that is none is named with those there are."""
    with pytest.raises(InvalidInput, match="'4'.*vague"):
        read({"group": [{"label": "4", "texts": []}]})
