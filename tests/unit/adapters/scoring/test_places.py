"""Places that statements name."""

from __future__ import annotations

import pytest

from casewright.adapters.scoring.features import Hasher
from casewright.adapters.scoring.places import ELSEWHERE, named, share


@pytest.mark.parametrize(
    ("statement", "places"),
    [
        ("governed by Delaware law", {"delaware"}),
        ("the contract is construed under English law", {"england", "english"}),
        ("courts of New York or of France", {"new york", "france", "french"}),
        ("a court in West Virginia", {"west virginia"}),
        ("which state's law applies", set()),
        ("", set()),
    ],
)
def test_places_of_a_statement(statement: str, places: set[str]) -> None:
    """Each place is known by its name and by what its people and laws are called."""
    assert named(statement) == places


def test_texts_elsewhere_count_for_less() -> None:
    """A text that names the place, in either way, keeps its probability; one that names another or none does not."""
    texts = ["under French law", "the courts of France", "the law of Delaware", "the applicable law", ""]
    found = share(named("governed by the law of France"), Hasher().features(texts))

    assert [round(float(left), 3) for left in found] == [1, 1, ELSEWHERE, ELSEWHERE, ELSEWHERE]
