"""What the rules read in texts: dates, amounts, courts, authorities, and what short replies mean."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from casewright.agents.cases.minds.amounts import find_amounts, read_amount, write_amount
from casewright.agents.cases.minds.authorities import authority_in
from casewright.agents.cases.minds.courts import find_court
from casewright.agents.cases.minds.dates import find_dates, read_date, write_date
from casewright.agents.cases.minds.facts_in_text import find_facts, read_answer
from casewright.agents.cases.minds.plain_replies import none_of_it, unknown
from casewright.casework.kinds.catalogue import case_kinds
from casewright.vocabulary.folding import fold

_FILE = Path(__file__).parents[4] / "cases/minds/reading.yml"
CASES: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(("text", "days"), CASES["dates"], ids=[one[0] for one in CASES["dates"]])
def test_dates_are_read(text: str, days: list[date]) -> None:
    """In either language, with and without a year; numbers that only look so are none."""
    assert [one.day for one in find_dates(fold(text), TODAY)] == days


def test_a_date_comes_back_as_it_was_written() -> None:
    """In each month."""
    for month in range(1, 13):
        day = date(2026, month, 28)
        assert read_date(write_date(day)) == day
    assert read_date("nu se cunoaște") is None


@pytest.mark.parametrize(("fact", "reply", "number"), CASES["numbers"], ids=[one[1] for one in CASES["numbers"]])
def test_the_number_of_a_paper_is_read_from_a_reply(fact: str, reply: str, number: str | None) -> None:
    """A year, a count of days or a small number in a long reply numbers no paper."""
    kind = case_kinds()[fact.partition(".")[0]]
    asked = kind.fact(fact.partition(".")[2])
    assert asked is not None
    assert read_answer(asked, reply, kind, TODAY) == number


@pytest.mark.parametrize(("text", "amounts"), CASES["amounts"], ids=[one[0] for one in CASES["amounts"]])
def test_amounts_are_read_and_written(text: str, amounts: list[str]) -> None:
    """With "de" where Romanian has it, and back."""
    found = [write_amount(one.value, one.currency) for one in find_amounts(fold(text))]
    assert found == amounts
    assert [read_amount(one) for one in found] == [one.value for one in find_amounts(fold(text))]


@pytest.mark.parametrize(
    ("text", "level", "court"), CASES["courts"], ids=[f"{one[0]} {one[1]}" for one in CASES["courts"]]
)
def test_a_court_is_named_or_found_by_its_town_and_never_guessed(text: str, level: str, court: str | None) -> None:
    """Bucharest needs its sector, a village its court."""
    assert find_court(text, level) == court


@pytest.mark.parametrize(("text", "authority"), CASES["authorities"], ids=[one[0] for one in CASES["authorities"]])
def test_authorities_are_read(text: str, authority: str | None) -> None:
    """With their place, and no further."""
    assert authority_in(text) == authority


@pytest.mark.parametrize("case", CASES["in_passing"], ids=[one["says"] for one in CASES["in_passing"]])
def test_what_a_message_tells_in_passing(case: dict[str, Any]) -> None:
    """Each value as it is told, whole, and nothing that is not told."""
    found = find_facts(case["says"], case_kinds()[case["kind"]], TODAY)
    told = case.get("tells", {})
    assert {name: found.get(name) for name in told} == told
    assert [name for name in case.get("silent", ()) if name in found] == []


def test_short_replies_are_told_apart() -> None:
    """Not knowing, having none, and telling something that only begins so."""
    replies = CASES["replies"]
    assert [one for one in replies["unknown"] if not unknown(one)] == []
    assert [one for one in replies["told"] if unknown(one)] == []
    assert [one for one in replies["none"] if not none_of_it(one)] == []
    assert [one for one in replies["some"] if none_of_it(one)] == []
