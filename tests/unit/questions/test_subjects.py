"""Tests of casewright.questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.facts import FIELD
from casewright.iql import parse
from casewright.questions.judgement import asks_judgement
from casewright.questions.specific import share_said, specific_words
from casewright.questions.subjects import main_subject, subjects_of

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[2] / "cases" / "questions" / "subjects.yml").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=[case["asked"] for case in CASES])
def test_question_asks_for_its_subject(case: dict[str, Any]) -> None:
    """Each question asks for its own subject, and none of those that are akin to it."""
    found = main_subject(case["asked"])
    assert found is not None
    assert (found.field or found.name, found.wants) == (case["subject"], case["wants"])


def test_two_subjects_are_two() -> None:
    """What is asked in one breath is told apart, from left to right."""
    found = subjects_of("What is the governing law, and how long is the warranty period?")
    assert [one.field for one in found] == ["governing_law", "warranty_duration"]


def test_every_field_can_be_asked_for() -> None:
    """There is no fact that nobody can ask for, and every statement is a query."""
    from casewright.questions.subjects import _known

    assert {one.field for one in _known()} - {None} == set(FIELD)
    for one in _known():
        assert one.field is not None or one.statement is not None
        if one.statement is not None:
            parse(one.statement)


@given(st.text(max_size=80))
def test_places_lie_in_the_question(question: str) -> None:
    """Whatever is asked, subjects lie in it, in order and apart."""
    end = 0
    for one in subjects_of(question):
        assert end <= one.start < one.end <= len(question)
        end = one.end


@given(st.sampled_from([case["asked"] for case in CASES]), st.sampled_from(["", "Please tell me: ", "  ", "(…) "]))
def test_courtesies_change_nothing(asked: str, before: str) -> None:
    """What stands before a question moves its subject and nothing else."""
    plain, moved = main_subject(asked), main_subject(before + asked)
    assert plain is not None
    assert moved is not None
    assert (moved.name, moved.start - len(before)) == (plain.name, plain.start)


def test_words_beyond_the_subject_are_told() -> None:
    """Which words ask for more than the subject, and how many of them a passage has."""
    assert specific_words("Which law governs the agreement?") == frozenset()
    words = specific_words("How much salary is paid during sickness?")
    assert words == {"sickn"}
    assert (share_said(words, "During sickness …"), share_said(words, "a salary"), share_said(frozenset(), "")) == (
        1,
        0,
        1,
    )


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Is this good for us?", True),
        ("Is the notice period too short?", True),
        ("Should we sign?", True),
        ("Este preavizul prea mic?", True),
        ("E bun contractul pentru noi?", True),
        ("Is reasonable notice required?", False),
        ("Is the licence irrevocable?", False),
        ("Must the supplier use commercially reasonable efforts?", False),
        ("Is the licence fee fixed?", False),
    ],
)
def test_opinions_are_told_from_questions(question: str, asked: bool) -> None:
    """What asks for an opinion is known from what can be read."""
    assert asks_judgement(question) is asked
