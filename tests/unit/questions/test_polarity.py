"""Whether a quoted sentence answers a yes/no question with yes, with no, or with neither."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from casewright.questions.alike import alike
from casewright.questions.existence import asks_existence, denies
from casewright.questions.polarity import asks_who_may, polarity

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "questions" / "polarity.yml").read_text("utf-8"))


@pytest.mark.requirement("answer-yes-no")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['question'][:40]} {case['sentence'][:40]}")
def test_sentence_is_read_for_a_yes_or_a_no(case: dict[str, str]) -> None:
    """Negations, conditions, who does it, and what is no answer."""
    assert polarity(case["question"], case["sentence"]) == case["says"]


@pytest.mark.requirement("answer-yes-no")
@given(st.text(max_size=200), st.text(max_size=400))
def test_any_text_is_read(question: str, sentence: str) -> None:
    """No text breaks it, and words that say nothing of a modal decide nothing."""
    assert polarity(question, sentence) in ("yes", "no", "only_if", "not_known")


@pytest.mark.requirement("answer-yes-no")
@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Is there an indemnity clause?", True),
        ("Does the contract contain a non-compete?", True),
        ("Prevede contractul o clauză penală?", True),
        ("Există o clauză de confidențialitate?", True),
        ("Is there a mutual indemnity?", False),
        ("Is there a purple indemnity clause?", False),
        ("Is there a liability cap of more than EUR 100,000?", False),
        ("Is there no indemnity?", False),
        ("Does the tenant have a right to sublet?", False),
        ("May the tenant sublet?", False),
    ],
)
def test_question_for_whether_there_is_a_clause(question: str, asks: bool) -> None:
    """One that asks for more than that there is one is another question."""
    assert asks_existence(question) is asks


@pytest.mark.requirement("answer-yes-no")
@pytest.mark.parametrize(
    ("sentence", "about", "said"),
    [
        ("There is no non-compete; you may practise anywhere.", "non-compete", True),
        ("This agreement contains no indemnity.", "indemnity", True),
        ("The indemnity in clause 4 shall not apply.", "indemnity", True),
        ("Nu există clauză penală.", "penala", True),
        ("The Supplier shall indemnify the Customer at no cost.", "indemnity", False),
    ],
)
def test_sentence_that_says_that_there_is_none(sentence: str, about: str, said: bool) -> None:
    """A true quote that denies what is asked for is no "yes"."""
    assert denies(sentence, [about]) is said


@pytest.mark.requirement("answer-yes-no")
def test_who_may_is_told_from_what_the_assistant_is_asked_to_do() -> None:
    """ "May the tenant" asks for a right; "can you" asks for help."""
    assert asks_who_may("May the tenant sublet?")
    assert asks_who_may("Poate chiriașul să subînchirieze?")
    assert not asks_who_may("Can you find the indemnities?")
    assert not asks_who_may("Is there an indemnity?")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("assign", "assignment", True),
        ("sublet", "subletting", True),
        ("refund", "refundable", True),
        ("transfer", "transport", False),
        ("lessor", "lessee", False),
        ("sell", "seller", False),
        ("employer", "employee", False),
        ("imprumutat", "imprumutator", False),
        ("tenant", "tenants", True),
        ("chirias", "chiriasul", True),
    ],
)
def test_forms_of_one_word(one: str, other: str, same: bool) -> None:
    """The same beginning with endings that words take; "lessor" is no "lessee"."""
    assert alike(one, other) is same
    assert alike(other, one) is same
