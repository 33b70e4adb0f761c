"""What a user gets of a document's facts, held against what another hand says it states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casewright.domain.facts import FIELDS
from casewright.errors import InvalidInput
from evals.commands.fact_documents import read
from evals.fact_documents import Answer, Expected, expected, figures, judge

TEXT = """SUPPLY AGREEMENT

This Supply Agreement is made on 3 March 2024 between Alder Mills Ltd ("Supplier") and Birch Foods Inc. ("Buyer").

1. Law. This Agreement is governed by the laws of England and Wales.

2. Cap. The Supplier's total liability under this Agreement shall not exceed EUR 250,000.
"""
SET = """
[[document]]
file = "supply.txt"
language = "en"
[document.facts.governing_law]
quotes = ["This Agreement is governed by the laws of England and Wales."]
answer = "England and Wales"
[document.facts.agreement_date]
answer = "3/3/2024"
[document.facts.cap_on_liability]
answer = "yes"
amounts = ["EUR 250000"]
[document.facts.venue]
answer = "the courts of London"
"""


def fact(
    field: str, value: dict[str, Any] | None, confidence: float = 0.95, quote: str = "the words"
) -> dict[str, Any]:
    """A fact as the tool tells it."""
    shown = None if value is None else value | {"shown": "so"}
    return {"field": field, "value": shown, "quote": quote, "confidence": 0.95}


def outcome_of(field: str, answer: Answer, *facts: dict[str, Any]) -> str:
    """What comes of these facts where the document states the answer."""
    document = Expected(Path("one.txt"), "en", {field: answer})
    (cell,) = [one for one in judge(document, facts) if one.field == field]
    return cell.outcome


def party(name: str) -> dict[str, Any]:
    """A party's value."""
    return {"type": "party", "name": name, "defined_as": [], "role": None}


YEARS = {"type": "duration", "count": "3", "unit": "year", "shown": "3 years"}
AFTER = {"type": "end", "period": YEARS, "event": "the effective date", "perpetual": False}
CAP = {"type": "clause", "amounts": [{"type": "money", "amount": "250000", "currency": "EUR", "shown": "EUR 250,000"}]}


@pytest.mark.parametrize(
    ("field", "answer", "facts", "outcome"),
    [
        ("governing_law", Answer("England"), [], "missed"),
        ("governing_law", Answer("France"), [fact("governing_law", None)], "no value"),
        (
            "parties",
            Answer('Alder Ltd ("A"); Birch Inc.'),
            [fact("parties", party("Alder Ltd")), fact("parties", party("Birch Inc"))],
            "right",
        ),
        ("parties", Answer('Alder Ltd ("A"); Birch Inc.'), [fact("parties", party("Alder Ltd"))], "wrong"),
        (
            "parties",
            Answer("Alder Ltd"),
            [fact("parties", party("Alder Ltd")), fact("parties", party("Wales"))],
            "wrong",
        ),
        ("expiration_date", Answer("3 years after the effective date"), [fact("expiration_date", AFTER)], "right"),
        ("expiration_date", Answer("2 years after the effective date"), [fact("expiration_date", AFTER)], "wrong"),
        ("cap_on_liability", Answer("yes", amounts=("EUR 250000",)), [fact("cap_on_liability", CAP)], "right"),
        ("cap_on_liability", Answer("yes", amounts=("EUR 25000",)), [fact("cap_on_liability", CAP)], "wrong"),
        ("cap_on_liability", Answer("yes", times=("3 years",)), [fact("cap_on_liability", CAP)], "wrong"),
        ("insurance", Answer("yes"), [fact("insurance", {"type": "clause", "amounts": []})], "right"),
    ],
)
def test_value_is_held_against_what_is_stated(
    field: str, answer: Answer, facts: list[dict[str, Any]], outcome: str
) -> None:
    """Parties are right where all are there and no others; a sum and a time where they are among those read."""
    assert outcome_of(field, answer, *facts) == outcome


def test_what_is_not_stated_has_to_stay_empty() -> None:
    """Every field that is not listed is looked at, and a find there is a false one."""
    document = Expected(Path("one.txt"), "en", {})

    cells = judge(document, [fact("insurance", {"type": "clause", "amounts": []})])

    assert [one.outcome for one in cells].count("rightly empty") == len(FIELDS) - 1
    assert figures(cells)["not there: found all the same"].hits == 1
    assert figures(cells)["said at 0.90 or more: right"].as_json()["share"] == 0


def test_documents_are_put_in_as_a_user_does(tmp_path: Path) -> None:
    """A set is read from its files through the tool, and its words are found where they stand."""
    (tmp_path / "supply.txt").write_text(TEXT, "utf-8")
    (tmp_path / "expected.toml").write_text(SET, "utf-8")

    cells = {one.field: one for one in read(expected(tmp_path))}

    assert cells["governing_law"].outcome == "right"
    assert cells["governing_law"].touches
    assert cells["agreement_date"].outcome == "right"
    assert cells["agreement_date"].touches is None
    assert cells["venue"].outcome == "missed"
    assert cells["insurance"].outcome == "rightly empty"


@pytest.mark.parametrize(
    ("written", "told"),
    [(SET.replace("supply.txt", "other.txt"), "is not there"), (SET.replace("venue", "weather"), "weather")],
)
def test_set_that_does_not_fit_is_told(tmp_path: Path, written: str, told: str) -> None:
    """A document or a field that is not there is named."""
    (tmp_path / "supply.txt").write_text(TEXT, "utf-8")
    (tmp_path / "expected.toml").write_text(written, "utf-8")

    with pytest.raises(InvalidInput, match=told):
        expected(tmp_path)
