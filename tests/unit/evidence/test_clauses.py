"""Clauses by the wording of contracts, and for whose good each is, seen from either side."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from casewright.domain.claims import Polarity
from casewright.domain.documents import Chunk
from casewright.domain.facts import FIELD, ClauseValue, DurationValue, FactHow, FactText, MoneyValue
from casewright.domain.kept_facts import PlacedFact
from casewright.domain.values import Count, Monetary, Text
from casewright.evidence.clauses.clause import Clause
from casewright.evidence.clauses.finding import AGREED, LIKELY, MOST, by_words, clauses_of, signatures_of
from casewright.evidence.clauses.kinds import SIGNATURES, clause_kinds
from casewright.evidence.clauses.sayings import topics
from casewright.evidence.clauses.sides import Sides, sides_of
from casewright.evidence.clauses.values import claim_value

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "evidence" / "clauses.yml").read_text(encoding="utf-8"))
PLAIN = "Agreement between Alder Ltd and Pine Stores plc.\n\n1. Pine buys from Alder only, and from nobody else.\n"


def text_of(text: str) -> FactText:
    """A document of one chunk."""
    return FactText(text, (Chunk(0, 0, len(text), ""),), ())


def read(text: str, company: str) -> dict[str, str]:
    """The kinds that the wording shows, each with its polarity."""
    asked = text_of(text)
    return {one.kind: one.polarity.value for one in clauses_of(asked, by_words(asked), sides_of(text, company))}


def fact(field: str, confidence: float, how: FactHow = FactHow.MODEL, start: int = 52, end: int = 90) -> PlacedFact:
    """A fact somewhere in ``PLAIN``."""
    return PlacedFact(field, None, start, end, None, None, confidence, how)


@pytest.mark.requirement("clauses-are-claims")
@pytest.mark.parametrize("case", [pytest.param(one, id=one["says"]) for one in CASES])
def test_clauses_are_found_and_their_good_is_known(case: dict[str, Any]) -> None:
    """What is there is found, nothing else is; and for whose good it is, to the company's buyer and to the other's."""
    company, other = case.get("company", "Alder Ltd"), case.get("other", "Pine")

    assert read(case["text"], company) == case["clauses"]
    assert read(case["text"], other) == case["turned"]


def test_without_the_company_nothing_is_guessed() -> None:
    """Where nobody knows which party is the deal's, whose good a one-sided clause is for stays unknown."""
    one_sided = [one for one in CASES if set(one["clauses"].values()) & {"bad", "good"}]
    told = {polarity for one in one_sided for polarity in read(one["text"], "Somebody Else GmbH").values()}

    assert "unknown" in told
    assert not told & {"good", "bad"}


def test_one_reader_that_is_as_likely_right_as_wrong_is_not_enough() -> None:
    """Below the bound a fact counts where the wording finds the same place, and with a person's word always."""
    asked, sides = text_of(PLAIN), Sides()
    weak, words = fact("exclusivity", LIKELY - 0.01), fact("exclusivity", AGREED, FactHow.RULE, 60, 80)

    assert clauses_of(asked, [weak], sides) == ()
    assert clauses_of(asked, [fact("exclusivity", LIKELY)], sides) != ()
    [agreed] = clauses_of(asked, [weak, words], sides)
    assert (agreed.confidence, agreed.how) == (weak.confidence, FactHow.MODEL)
    assert clauses_of(asked, [replace(weak, confidence=0.1, how=FactHow.PERSON)], sides) != ()


def test_a_clause_that_two_readers_find_is_one() -> None:
    """Finds that overlap are one clause, the surest one's; of a kind a contract gives so many and no more."""
    asked, sides = text_of(PLAIN), Sides()
    found = [fact("exclusivity", 0.7), fact("exclusivity", 0.9, FactHow.RULE, 80, 95), fact("non_compete", 0.8)]
    apart = [fact("exclusivity", 0.9, start=at, end=at + 2) for at in range(0, 40, 4)]

    assert [(one.kind, one.confidence) for one in clauses_of(asked, found, sides)] == [
        ("exclusivity", 0.9),
        ("non_compete", 0.8),
    ]
    assert len(clauses_of(asked, apart, sides)) == MOST


def test_signatures() -> None:
    """A blank place is unsigned whatever else is signed; without any word of signing nothing is said."""
    signed = f"{PLAIN}\nFor Alder Ltd: Anna Birch, director\nSigned: /s/ Ben Oak\n"

    assert signatures_of("Terms and nothing else, signed on no line.", None) is None
    found = signatures_of(signed, None)
    assert found is not None
    assert signed[found.start : found.end] == "For Alder Ltd: Anna Birch, director"
    assert found.polarity is Polarity.GOOD
    blank = signatures_of(signed, (0, 5))
    assert isinstance(blank, Clause)
    assert (blank.kind, blank.polarity, blank.start) == (SIGNATURES, Polarity.BAD, 0)


def test_values_are_typed_where_a_clause_states_one() -> None:
    """Days count, sums are money, two things are words, and a clause that states nothing is there."""
    days, sum_ = DurationValue(Decimal(90), "day"), MoneyValue(Decimal(5), "EUR")

    assert claim_value(ClauseValue((days,))) == Count(Decimal(90), "days")
    assert claim_value(ClauseValue((sum_,))) == Monetary(Decimal(5), "EUR")
    assert claim_value(ClauseValue((days, sum_))) == Text("90 days, EUR 5")
    assert claim_value(MoneyValue(Decimal(5), None)) == Text("5")
    assert claim_value(None) == claim_value(ClauseValue()) == Text("yes")


def test_the_data_speak_of_what_there_is() -> None:
    """Every kind is a field of facts or signatures, and what is asserted names kinds that there are."""
    assert set(clause_kinds()) - set(FIELD) == {SIGNATURES}
    assert all(set(topic.clauses) <= set(clause_kinds()) for topic in topics())
