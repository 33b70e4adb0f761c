"""What the gate knows by words: metrics of numbers, people and crimes, and what says nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import yaml

from casewright.domain.values import Count, Monetary, Percentage, Value
from casewright.evidence.extraction import vocabulary
from casewright.evidence.metrics import known_metrics
from casewright.evidence.muhasabah.citable import Citable
from casewright.evidence.muhasabah.enforcer import MuhasabahEnforcer
from casewright.evidence.muhasabah.free_facts import check_facts
from casewright.evidence.muhasabah.metrics import mentions
from casewright.evidence.muhasabah.record import FalsifiabilityTest, MuhasabahRecord, Uncertainty
from casewright.evidence.muhasabah.violations import Rule
from casewright.evidence.muhasabah.word_lists import word_lists
from casewright.evidence.muhasabah.wording import is_blank
from tests.fakes.claims_of_a_deal import DEAL, an_id, claim
from tests.unit.evidence.cases import cases

_FOLDER = Path(__file__).parents[3] / "cases" / "evidence" / "muhasabah"


def listed(name: str) -> dict[str, list[str]]:
    """The lists of a file of cases."""
    found: dict[str, list[str]] = yaml.safe_load((_FOLDER / f"{name}.yml").read_text(encoding="utf-8"))
    return found


def value_of(text: str) -> Value:
    """``EUR 4``, ``14 months`` or a fraction."""
    head, _, tail = str(text).partition(" ")
    if head == "EUR":
        return Monetary(Decimal(tail), "EUR")
    return Count(Decimal(head), tail) if tail else Percentage(Decimal(head))


@pytest.mark.requirement("muhasabah-number-of-metric")
@pytest.mark.parametrize("case", cases("muhasabah/metrics_of_numbers"))
def test_number_belongs_to_a_claim_of_its_metric(case: dict[str, Any]) -> None:
    """A number that a sentence tells of one metric may not be taken from a claim about another one."""
    given = {name: parts for name, parts in case.items() if isinstance(parts, list)}
    claims = [
        claim(name, value_of(parts[1]), metric=parts[0], text=parts[2] if len(parts) > 2 else "It is so.")
        for name, parts in given.items()
    ]
    sentence = re.sub(r"<(\w)>", lambda match: f"[claim:{an_id(match[1])}]", case["say"])

    found = check_facts(sentence, Citable(DEAL, {one.id: one for one in claims}, {}), 0.5)

    assert (not found.violations) is case["passes"], found.violations


@pytest.mark.requirement("muhasabah-number-of-metric")
def test_the_gate_knows_every_metric_that_extraction_and_detectors_know() -> None:
    """Each name of vocabulary.toml and metrics.toml is a mention, but for everyday words, which are listed."""
    # The table is the extractor's own: what it finds in a line the gate finds in a sentence.
    names = [name for entry in vocabulary._table().values() for name in entry["names"]]  # type: ignore[attr-defined]
    for name in (*names, *known_metrics()):
        written = name.upper() if name in word_lists()["capitals_only"] else name
        assert mentions(f"The {written} is so.") or name in word_lists()["everyday"], name


@pytest.mark.requirement("muhasabah-persons-and-crimes")
@pytest.mark.parametrize("sentence", listed("people")["facts"])
def test_facts_about_people_and_crimes_need_a_reference(sentence: str) -> None:
    """They are facts without any number; with a reference that exists they pass."""
    only = claim("only")
    known = Citable(DEAL, {only.id: only}, {})

    assert [one.rule for one in check_facts(sentence, known, 0.5).violations] == [Rule.NO_FREE_FACTS]
    referring = f"{sentence.rstrip('.?')} [claim:{only.id}]."
    assert check_facts(referring, known, 0.5).violations == ()


@pytest.mark.parametrize("sentence", listed("people")["no_facts"])
def test_what_only_sounds_like_it_is_no_fact(sentence: str) -> None:
    """Questions, requests, sources and the debate's own words pass."""
    assert check_facts(sentence, Citable(DEAL, {}, {}), 0.5).violations == ()


def test_name_of_an_absent_document_is_no_fact() -> None:
    """What is asked for may be named; the same digits outside of the name are a fact still."""
    known = Citable(DEAL, {}, {}, ("05a letter of 2024.pdf",))

    assert check_facts("Why is '05a letter of 2024.pdf' not there?", known, 0.5).violations == ()
    assert check_facts("Why is 05a of 2024 not there?", known, 0.5).violations
    assert check_facts("Why is '05a letter of 2025.pdf' not there?", known, 0.5).violations


@pytest.mark.parametrize("text", listed("blank")["blank"])
def test_what_says_nothing_is_not_there(text: str) -> None:
    """A dot is no uncertainty, no test and no counter-hypothesis."""
    weak = claim("weak")
    weak = replace(weak, standing=replace(weak.standing, grade=weak.standing.grade.C))
    record = MuhasabahRecord(
        supported_claim_ids=(weak.id,),
        confidence=0.9,
        falsifiability_tests=(FalsifiabilityTest(text),),
        uncertainties=(Uncertainty(text),),
        counter_hypothesis=text,
    )

    class Said:
        """An output with this account."""

        role, content, claim_refs, calc_refs = "arbiter", "It stands.", (), ()
        structured_content = MappingProxyType[str, Any]({})
        muhasabah_record = record

    found = MuhasabahEnforcer().validate(Said(), Citable(DEAL, {weak.id: weak}, {}))

    assert is_blank(text)
    assert {one.rule for one in found.violations} == {
        Rule.FALSIFIABILITY_MISSING,
        Rule.UNCERTAINTIES_MISSING,
        Rule.OVERCONFIDENCE,
    }


@pytest.mark.parametrize("text", listed("blank")["said"])
def test_what_says_something_is_there(text: str) -> None:
    """Words that begin like a blank are none."""
    assert not is_blank(text)
