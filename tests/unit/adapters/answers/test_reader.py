"""Tests of casewright.adapters.answers.reader."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.answers.reader import LINE, RuleReader
from casewright.tools.ports.search import Read

READER = RuleReader()


def answered(question: str, *passages: str) -> list[str]:
    return [
        passages[one.passage][one.start : one.end] for one in READER.read(question, [Read(one) for one in passages])
    ]


def test_nearest_value_answers() -> None:
    """Of two values the one whose label stands before it answers."""
    text = "The Supplier holds cyber insurance of £2,000,000 and public liability insurance of £5,000,000."
    assert answered("How much public liability insurance is required?", text)[0] == "£5,000,000"
    assert answered("How much cyber insurance is required?", text)[0] == "£2,000,000"


def test_kind_of_the_question_decides() -> None:
    """A question for a time is not answered by an amount, however near."""
    text = "The Customer shall pay a fee of £40 within ten days."
    assert answered("How soon must the fee be paid?", text) == ["ten days"]
    assert answered("How much is the fee?", text) == ["£40"]


def test_heading_speaks_for_its_passage() -> None:
    """A word of the heading that a passage stands under counts like one elsewhere in it."""
    text = "If the event lasts for more than sixty days, either party may terminate."
    question = "How long must force majeure last before termination?"
    assert READER.read(question, [Read(text)]) == []
    [answer] = READER.read(question, [Read(text, "Force majeure")])
    assert text[answer.start : answer.end] == "sixty days"


@pytest.mark.requirement("extract-does-not-guess")
def test_words_that_are_missing_keep_it_from_answering() -> None:
    """A value alone is no answer: what the question asks about must stand beside it."""
    assert answered("What is the security deposit?", "The monthly fee is £40.") == []
    assert answered("How long is the probation period?", "The notice period is ten days.") == []


def test_party_is_who_the_contract_defines() -> None:
    """Who is the X asks for the company that is defined as X; without a definition there is no answer."""
    text = "between Acme Limited, a company (the “Supplier”), and Bolt, Inc. (“**Customer**”)."
    assert answered("Who is the Supplier?", text) == ["Acme Limited"]
    assert answered("Who is the customer", text) == ["Bolt, Inc."]
    assert answered("Who is the Guarantor?", text) == []


def test_promise_puts_fitting_passages_first() -> None:
    """A passage with a value of the wanted kind promises more than one without."""
    passages = [Read("no value"), Read("on 1 May 2024"), Read("This Agreement is dated 2 May 2024")]
    assert READER.promise("When did the fire start?", passages) == [0, 2, 2]
    assert READER.promise("What is the date of this agreement?", passages) == [0, 2, 3]
    assert READER.promise("Is it good?", passages) == [0, 0, 0]


@given(st.text(max_size=120), st.lists(st.text(max_size=200), max_size=3))
def test_answers_are_spans_of_their_passages(question: str, passages: list[str]) -> None:
    """Whatever is asked of whatever text, an answer lies within its passage, above the line, best first."""
    answers = READER.read(question, [Read(one) for one in passages])
    for one in answers:
        assert 0 <= one.start < one.end <= len(passages[one.passage])
        assert one.confidence >= LINE
    assert [one.confidence for one in answers] == sorted((one.confidence for one in answers), reverse=True)


def test_empty_text_costs_nothing_and_long_text_little() -> None:
    """A passage of a hundred thousand characters is read in a moment, and one of none too."""
    long = "The fee is £40 a year, and so on, within ten days. " * 2_000
    assert answered("How much is the fee?", "", long)[0].startswith("£40")
