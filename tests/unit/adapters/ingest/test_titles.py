"""Headings by their looks."""

from __future__ import annotations

import pytest

from casewright.adapters.ingest.titles import is_capitals, is_phrase, is_title, plain_title, run_in_title


@pytest.mark.parametrize("line", ["INDEMNITY", "LIMITATION OF LIABILITY", "7 TERM"])
def test_short_line_in_capitals_is_a_heading(line: str) -> None:
    """Short lines in capitals are headings."""
    assert is_capitals(line)


@pytest.mark.parametrize(
    "line", ["Indemnity", "ACME CORPORATION", "BY: ______", "[REDACTED]", "NDA", "10/12/2019 CLOSING", "A " * 60]
)
def test_other_lines_are_none(line: str) -> None:
    """Names of firms, lines to fill in, dates and sentences are no headings."""
    assert not is_capitals(line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Term of Agreement", True),
        ("Governing Law and Courts", True),
        ("the term", False),
        ("The parties agree on it", False),
        ("Name: Ann", False),
    ],
)
def test_title_has_capitals_where_headings_have_them(line: str, expected: bool) -> None:
    """Most words of a heading begin with capitals, small words aside."""
    assert is_title(line) is expected


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Security. Provider will do it.", "Security"),
        ("**Use**. By the recipient.", "Use"),
        ("_Required by Law_. It may", "Required by Law"),
        ("Governing law. English law.", "Governing law"),
        ("Term – Two years.", "Term"),
        ("“Affiliate” means a firm.", None),
        ("The supplier agrees. It pays.", None),
        ("Provider will provide support for the service.", None),
    ],
)
def test_heading_at_a_clause_begin(text: str, title: str | None) -> None:
    """A clause's heading ends in a stop or a dash; sentences are none."""
    assert run_in_title(text) == title


def test_plain_title_has_no_marks() -> None:
    """Emphasis, final stops and surplus space are no part of a heading."""
    assert plain_title(" **Use  of_names** . ") == "Use of_names"


def test_phrase_after_a_number_may_be_a_heading() -> None:
    """A short phrase without a stop may be a heading in small letters; a sentence, an item and an amount are none."""
    assert is_phrase("Commencement and duration")
    assert not any(map(is_phrase, ["The supplier pays.", "for one year;", "Pay 300 dollars", "", "Acme Ltd"]))
