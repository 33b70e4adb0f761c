"""What a document states otherwise than others: counts, with enough of them, and no word on what was not looked for."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.agents.document.minds.overviews.among_others import missing_fields, rare_fields, values_unlike
from casewright.agents.document.minds.overviews.stated import Stated


def law(place: str) -> dict[str, Any]:
    """A fact of governing law."""
    return fact("governing_law", {"type": "law", "place": place, "country": None, "shown": place})


def days(field: str, count: int) -> dict[str, Any]:
    """A fact that is a length of time."""
    return fact(field, {"type": "duration", "count": str(count), "unit": "day", "shown": f"{count} days"})


def cap(amount: int, currency: str = "EUR") -> dict[str, Any]:
    """A cap on liability."""
    money = {"type": "money", "amount": str(amount), "currency": currency, "shown": f"{currency} {amount}"}
    return fact("cap_on_liability", {"type": "clause", "amounts": [money], "shown": money["shown"]})


def fact(field: str, value: dict[str, Any] | None = None, confidence: float = 0.9) -> dict[str, Any]:
    """A fact as ``contract_facts`` gives it."""
    return {
        "field": field,
        "value": value,
        "quote": "…",
        "start": 0,
        "end": 1,
        "confidence": confidence,
        "how": "model",
    }


def stated(*facts: dict[str, Any], missing: tuple[str, ...] = ()) -> Stated:
    """A document that states these."""
    by_field: dict[str, list[dict[str, Any]]] = {}
    for one in facts:
        by_field.setdefault(one["field"], []).append(one)
    return Stated("id", "a.txt", by_field, frozenset(missing))


def told(one: Stated, *others: Stated) -> list[tuple[str, str]]:
    """What of its values differs, with the count."""
    return [(found.what, found.count) for found in values_unlike(one, others)]


@pytest.mark.requirement("answer-unusual")
def test_value_differs_from_what_most_others_state() -> None:
    """Two thirds of the others that state one agree on another law; with fewer, or only two that state one, nothing."""
    texas = [stated(law("Texas")) for _ in range(2)]
    said = told(stated(law("Italy")), *texas, stated(law("Ohio")))
    assert said == [("Governing law", "Texas in 2 of 3 others that state it")]
    assert told(stated(law("Italy")), *texas, stated()) == []
    assert told(stated(law("Italy")), *texas, stated(law("Ohio")), stated(law("Iowa"))) == []
    assert told(stated(law("Texas")), *texas, stated(law("Ohio"))) == []


@pytest.mark.requirement("answer-unusual")
def test_length_of_time_outside_of_all_others() -> None:
    """A period below or above all others; one that is within their range is not told."""
    others = [stated(days("payment_period", count)) for count in (30, 30, 60)]
    assert told(stated(days("payment_period", 90)), *others) == [
        ("Payment period", "longer than in all 3 others that state one (30 days to 60 days)")
    ]
    assert told(stated(days("payment_period", 10)), *others)[0][1].startswith("shorter than in all 3")
    assert told(stated(days("payment_period", 45)), *others) == []
    assert told(stated(days("payment_period", 90)), *others[:2]) == []


@pytest.mark.requirement("answer-unusual")
def test_cap_below_all_others_and_a_currency_that_none_uses() -> None:
    """Sums are compared in one currency only."""
    others = [stated(cap(amount)) for amount in (500, 900, 1_000)]
    assert told(stated(cap(100)), *others) == [
        ("Cap on liability", "lower than in all 3 others that state one (EUR 500 or more)")
    ]
    assert told(stated(cap(600)), *others) == []
    assert told(stated(cap(100, "JPY")), *others) == [("Sums in JPY", "in none of 3 others that state sums (EUR)")]


@pytest.mark.requirement("answer-unusual")
def test_fields_that_few_or_most_others_have() -> None:
    """Those in which a field was not looked for do not count; what is hardly sure here is not called rare."""
    having = [stated(fact("insurance")) for _ in range(2)]
    without = stated(missing=("insurance", "audit_rights"))
    [missing] = missing_fields(without, [*having, stated(missing=("insurance",)), stated()])
    assert (missing.what, missing.count) == ("Insurance", "2 of 3 others have it")
    assert missing_fields(stated(), [*having, having[0]]) == []
    others = [stated(missing=("exclusivity",)) for _ in range(3)]
    [rare] = rare_fields(stated(fact("exclusivity")), [*others, stated()])
    assert (rare.what, rare.count) == ("Exclusivity", "found in 0 of 3 others")
    assert rare_fields(stated(fact("exclusivity", confidence=0.3)), others) == []
    assert rare_fields(stated(fact("exclusivity")), [*others, stated(fact("exclusivity"))]) == []
