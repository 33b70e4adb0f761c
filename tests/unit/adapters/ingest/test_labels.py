"""Clause numbers at the beginning of a paragraph, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.labels import label_at, roman


@pytest.mark.parametrize(
    ("line", "text", "rest"),
    [
        ("7. Term", "7", "Term"),
        ("7.2 Term", "7.2", "Term"),
        ("7.2. Term", "7.2", "Term"),
        ("7.2(a) Term", "7.2", "Term"),
        ("7.2(a) and (b) apply", "7.2", "(a) and (b) apply"),
        ("FIRST: The name", "FIRST", "The name"),
        ("7.2.1\tTerm", "7.2.1", "Term"),
        ("5.Term of it", "5", "Term of it"),
        ("12 INDEMNITY", "12", "INDEMNITY"),
        ("1.A. Introduction", "1.A", "Introduction"),
        ("Section 3.1 Fees", "3.1", "Fees"),
        ("SECTION 3. Fees", "3", "Fees"),
        ("§ 5 Fees", "5", "Fees"),
        ("ARTICLE IV", "ARTICLE IV", ""),
        ("Article 4. Fees", "Article 4", "Fees"),
        ("ARTICLE TWO - FEES", "ARTICLE TWO", "FEES"),
        ("Schedule 2 – Prices", "Schedule 2", "Prices"),
        ('Exhibit "A"', "Exhibit A", ""),
        ("(a) first", "(a)", "first"),
        ("(iv) fourth", "(iv)", "fourth"),
        ("(A) First", "(A)", "First"),
        ("(12) twelfth", "(12)", "twelfth"),
        ("a) first", "a)", "first"),
        ("3) third", "3)", "third"),
        ("B. Second", "B", "Second"),
        ("- (a) _Use_. By", "(a)", "_Use_. By"),
        ("1. **Use**. By", "1", "**Use**. By"),
        ("**7.2** Term", "7.2", "Term"),
    ],
)
def test_label_is_what_is_printed(line: str, text: str, rest: str) -> None:
    """A clause number is found with its text, and what follows it is the clause's."""
    label = label_at(line, 0, len(line))

    assert label is not None
    assert (label.text, line[label.end :]) == (text, rest)


@pytest.mark.parametrize(
    "line",
    [
        "2019. That year",
        "First: the name",
        "FIRST the name",
        "1,000 dollars",
        "12% of it",
        "7.2 of the agreement",
        "Section 7.2 of the agreement",
        "Section 7.2, as amended",
        "Article IV of it",
        "Exhibit A to this agreement",
        "Exhibit 10.5",
        "Exhibit 10",
        "section 4 is",
        "30 days after the notice",
        "3",
        "Page 3 of 10",
        "U.S. law",
        "e.g. this",
        "(USD)",
        "(including that)",
        "12:30 o'clock",
        "1/2 of it",
        "Parties and Terms",
        "",
    ],
)
def test_what_only_looks_like_a_label_is_none(line: str) -> None:
    """Years, amounts, references and abbreviations are no clause numbers."""
    assert label_at(line, 0, len(line)) is None


def test_letter_and_figure_are_both_possible() -> None:
    """(i) may be the ninth letter or the first Roman figure; which, the count decides."""
    label = label_at("(i) it", 0, 6)

    assert label is not None
    assert label.values == (("a()", (9,)), ("i()", (1,)))


@pytest.mark.parametrize(("figure", "value"), [("iv", 4), ("XIX", 19), ("xcix", 99), ("iiii", 0), ("", 0), ("vx", 0)])
def test_roman_figures(figure: str, value: int) -> None:
    """A Roman figure has its value, and what is none has 0."""
    assert roman(figure) == value


@given(st.text(max_size=60))
def test_label_lies_within_its_line(line: str) -> None:
    """Whatever a line holds, a label that is found ends inside it."""
    label = label_at(line, 0, len(line))
    assert label is None or 0 < label.end <= len(line)
