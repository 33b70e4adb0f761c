"""Tests of evals.answers and evals.answers_cuad."""

from __future__ import annotations

import pytest

from casewright.errors import InvalidInput, NotFound
from evals.answers import Given, Question, figures, judge, sample_questions, table, token_f1
from evals.answers_cuad import questions_of
from evals.cuad_data import LabelledContract

TEXT = "Notice of ninety days is due. The fee is ten days."
ASKED = Question("a", "?", "g", ((10, 21),), ("ninety days",))
ABSENT = Question("a", "?", "g")


@pytest.mark.parametrize(
    ("given", "expected", "f1"),
    [
        ("ninety days", "ninety days", 1.0),
        ("the Ninety days.", "ninety days", 1.0),
        ("ninety", "ninety days", 2 / 3),
        ("£5,000", "£5,000 a year", 6 / 7),
        ("ten weeks", "ninety days", 0.0),
        ("", "x", 0.0),
    ],
)
def test_token_f1(given: str, expected: str, f1: float) -> None:
    """The harmonic mean of precision and recall over tokens, case, articles and punctuation aside."""
    assert token_f1(given, expected) == pytest.approx(f1)


def test_only_the_right_place_counts() -> None:
    """The same kind of words at another place are found, and are neither exact nor of any F1."""
    right, wrong = judge(ASKED, Given(10, 21, "ninety days")), judge(ASKED, Given(41, 49, "ten days"))
    assert (right.f1, right.exact, right.overlaps) == (1.0, True, True)
    assert (wrong.f1, wrong.exact, wrong.overlaps) == (0.0, False, False)
    assert judge(ASKED, None).f1 == 0.0


def test_figures_are_shares_of_their_own_kind() -> None:
    """Found, right and exact are shares of questions with an answer; false answers of those without."""
    outcomes = [
        judge(ASKED, Given(10, 21, "ninety days")),
        judge(ASKED, Given(10, 16, "ninety")),
        judge(ASKED, Given(41, 49, "ten days")),
        judge(ASKED, None),
        judge(ABSENT, None),
        judge(ABSENT, Given(0, 6, "Notice")),
    ]
    found = figures("g", outcomes)
    assert (found.answerable, found.found, found.right, found.exact) == (4, 0.75, 0.5, 0.25)
    assert found.f1 == pytest.approx((1 + 2 / 3) / 4)
    assert (found.absent, found.false_answers) == (2, 0.5)
    assert table([found])[1] == ["g", "4", "75 %", "50 %", "25 %", "0.42", "2", "50 %"]
    assert table([figures("none", [])])[1] == ["none", "0", "", "", "", "", "0", ""]


def test_places_are_found_once_or_told() -> None:
    """A place is found whatever the white space; one that stands twice or nowhere is an error that names it."""
    written = '[[documents]]\nfile = "a"\nasked = [["?", "{}", "ninety days"]]\nabsent = ["??"]'
    asked, absent = sample_questions(written.format("of ninety days is"), {"a": TEXT.replace(" days is", "\n days is")})
    assert (asked.group, asked.answers, absent.spans) == ("seen", ("ninety\n days",), ())
    with pytest.raises(InvalidInput, match="0 times"):
        sample_questions(written.format("of ten"), {"a": TEXT})
    with pytest.raises(InvalidInput, match="2 times"):
        sample_questions(written.format("days"), {"a": TEXT})
    with pytest.raises(NotFound, match="'a'"):
        sample_questions(written.format("x"), {})


def test_labels_become_questions() -> None:
    """Each category is a question; a short label may be met wherever its words stand; odd texts are left out."""
    text = "Dated May 1, 2020. It began on May 1, 2020."
    contract = LabelledContract("x", text, {"Agreement Date": [(6, 17)]})
    first, *others = questions_of("x.txt", contract, text)
    assert first.spans == ((6, 17), (31, 42))
    assert first.answers == ("May 1, 2020",)
    assert [one.spans for one in others] == [()] * 4
    assert questions_of("x.txt", contract, text + " ") == []
