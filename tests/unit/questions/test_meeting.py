"""Whether a document meets a condition, by what its facts state."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.questions.frame import frame_of
from casewright.questions.meeting import meets

LAW = {"type": "law", "place": "Italy", "country": "IT", "shown": "Italy (IT)"}
DELAWARE = {"type": "law", "place": "Delaware", "country": "US"}
ENGLAND = {"type": "law", "place": "England and Wales", "country": "GB"}
YEARS = {"type": "duration", "count": "3", "unit": "year"}
MONTHS = {"type": "duration", "count": "24", "unit": "month"}
END = {"type": "end", "period": YEARS, "event": "the effective date", "perpetual": False}
DAY = {"type": "date", "date": "2026-03-31"}
CAP = {"type": "clause", "amounts": [{"type": "money", "amount": "250000", "currency": "EUR"}]}
OTHER = {"type": "clause", "amounts": [{"type": "money", "amount": "250000", "currency": "USD"}]}


def fact(field: str, value: dict[str, Any] | None, confidence: float = 0.9) -> dict[str, Any]:
    """A fact as ``contract_facts`` gives it."""
    return {"field": field, "value": value, "quote": "so", "start": 0, "end": 2, "confidence": confidence}


@pytest.mark.requirement("question-conditions")
@pytest.mark.parametrize(
    ("question", "facts", "outcome"),
    [
        ("Which contracts are governed by Italian law?", [fact("governing_law", LAW)], "yes"),
        ("Which contracts are governed by Italian law?", [fact("governing_law", DELAWARE)], "no"),
        ("Which contracts are not governed by Italian law?", [fact("governing_law", DELAWARE)], "yes"),
        ("Which contracts are governed by English law?", [fact("governing_law", ENGLAND)], "yes"),
        ("Which contracts are governed by Scots law?", [fact("governing_law", ENGLAND)], "no"),
        ("Which contracts are governed by Italian law?", [], "not_known"),
        ("Which contracts are governed by Italian law?", [fact("governing_law", None)], "not_known"),
        ("Which contracts run longer than two years?", [fact("term", YEARS)], "yes"),
        ("Which contracts run longer than two years?", [fact("expiration_date", END)], "yes"),
        ("Which contracts run longer than two years?", [fact("term", MONTHS)], "no"),
        ("Which contracts run at least two years?", [fact("term", MONTHS)], "yes"),
        ("Which contracts run longer than two years?", [fact("expiration_date", DAY)], "not_known"),
        ("Which contracts expire in March 2026?", [fact("expiration_date", DAY)], "yes"),
        ("Which contracts expire before 2026?", [fact("expiration_date", DAY)], "no"),
        ("Which contracts expire after 2025?", [fact("expiration_date", DAY)], "yes"),
        ("Which contracts have a cap on liability of more than EUR 100,000?", [fact("cap_on_liability", CAP)], "yes"),
        ("Which contracts have a cap on liability of less than EUR 100,000?", [fact("cap_on_liability", CAP)], "no"),
        (
            "Which contracts have a cap on liability of more than EUR 100,000?",
            [fact("cap_on_liability", OTHER)],
            "not_known",
        ),
        ("Which contracts have a non-compete?", [fact("non_compete", CAP)], "yes"),
        ("Which contracts have no non-compete?", [fact("non_compete", CAP)], "no"),
        ("Which contracts have no non-compete?", [], "not_known"),
    ],
)
def test_condition_is_met(question: str, facts: list[dict[str, Any]], outcome: str) -> None:
    """By the value that is stated; what was not found, or cannot be compared, is not known and never a no."""
    [condition] = frame_of(question).conditions
    met = meets(condition, facts)
    assert met.outcome == outcome
    assert (met.fact is None) == (outcome == "not_known")


def test_surest_fact_decides() -> None:
    """Of several facts of the field the surest that can be compared."""
    [condition] = frame_of("Which contracts are governed by Italian law?").conditions
    told = [fact("governing_law", LAW, 0.6), fact("governing_law", DELAWARE, 0.9)]
    assert meets(condition, told).outcome == "no"
