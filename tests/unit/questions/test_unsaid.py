"""What a query leaves out of the words that it was made of."""

from __future__ import annotations

import pytest

from casewright.iql.plain_words import translate
from casewright.questions.unsaid import unsaid


@pytest.mark.requirement("question-plain-iql")
@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Which contracts are governed by Italian law?", ("are governed by Italian law",)),
        ("termination clauses longer than two years", ("longer than two years",)),
        ("Which contracts signed after 2023 have no cap on liability?", ("signed after 2023",)),
        ("one-sided indemnity", ()),
        ("indemnity without a liability cap", ()),
        ("which clauses are more onerous for the Customer than for the Supplier", ()),
        ("find confidentiality clauses that survive termination", ()),
        ("{IS indemnity clause} AND {IS unilateral clause}", ()),
    ],
)
def test_words_that_the_query_does_not_say(words: str, left: tuple[str, ...]) -> None:
    """A law, a day and a length of time stand in no query; what a template or an argument says is said."""
    assert unsaid(words, translate(words).iql) == left
