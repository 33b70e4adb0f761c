"""Frames: what a question asks, under which conditions, and what becomes of each of its words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from casewright.evidence.facts.values.showing import shown
from casewright.questions.conditions import Condition, Days
from casewright.questions.frame import LONGEST, QuestionFrame, fields_asked, frame_of

if TYPE_CHECKING:
    from collections.abc import Iterable

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "questions" / "frames.yml").read_text("utf-8"))


def told(one: Condition) -> str:
    """A condition as the cases write it."""
    if one.kind == "left_out":
        return f"left out: {one.words}"
    about = one.field if one.field is not None else one.statement
    said = f"{'not ' if one.negated else ''}{about} {one.operator}"
    if isinstance(one.value, Days):
        return f"{said} {one.value.first}/{one.value.last}"
    return said if one.value is None else f"{said} {shown(one.value)}"


@pytest.mark.requirement("question-frame")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["question"][:60])
def test_question_is_framed(case: dict[str, Any]) -> None:
    """What is asked, each condition with its field and value, and the words that nothing looks for."""
    frame = frame_of(case["question"], case.get("named", []))
    assert frame.asked == case["asked"]
    assert [told(one) for one in frame.conditions] == case.get("conditions", [told(one) for one in frame.conditions])
    assert list(frame.not_asked) == case.get("not_asked", [])


def signs_of(texts: Iterable[str]) -> list[str]:
    """The letters and digits of the texts, in order."""
    return [sign for text in texts for sign in text if sign.isalnum()]


def misplaced(frame: QuestionFrame) -> list[str]:
    """The words and conditions that do not stand where the frame says, or not in order."""
    before = [0, *(one.start for one in frame.words)]
    wrong = [
        one.text
        for one, last in zip(frame.words, before, strict=False)
        if frame.question[one.start : one.end] != one.text or one.start < last
    ]
    return wrong + [one.words for one in frame.conditions if frame.question[one.start : one.end] != one.words]


@pytest.mark.requirement("question-frame")
@given(st.text(max_size=200))
def test_no_character_is_dropped(text: str) -> None:
    """Whatever stands in a question, each of its letters is in a word that is used, filler, or not asked."""
    frame = frame_of(text)
    assert signs_of(one.text for one in frame.words) == signs_of(text)
    assert misplaced(frame) == []


WORDS = re.findall(
    r"\S+",
    "which contracts governed by Italian law longer than two years without a cap more than EUR 100,000 signed after "
    "2023 only the Customer mutual not non-compete arbitration care contracte mai mult de hedgehogs Müller's 30 days",
)


@pytest.mark.requirement("question-frame")
@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_words_of_questions_are_kept(text: str) -> None:
    """So too for words that make conditions, in any order; a word that says something is never filler."""
    frame = frame_of(text)
    assert signs_of(one.text for one in frame.words) == signs_of(text)
    assert misplaced(frame) == []
    assert all(one.use != "filler" for one in frame.words if one.text in ("hedgehogs", "mutual"))


def test_question_that_is_too_long_says_so() -> None:
    """What stands behind the longest question that is read is counted."""
    assert frame_of("law " * LONGEST).unread > 0
    assert frame_of("Which law governs this?").unread == 0


def test_usual_fields_where_none_is_named() -> None:
    """A comparison that names no field reads those that everybody asks; a named one brings its kindred."""
    assert "parties" in fields_asked(frame_of("Compare these two agreements"))
    assert fields_asked(frame_of("Which contracts run longer than two years?")) == ["term", "expiration_date"]
