"""Tests of casewright.iql.syntax_error, over every mistake in the cases."""

from __future__ import annotations

import pickle

import pytest

from casewright.errors import InvalidInput
from casewright.iql import IqlSyntaxError, parse
from tests.unit.iql.cases import Case, cases


def refused(query: str) -> IqlSyntaxError:
    with pytest.raises(IqlSyntaxError) as caught:
        parse(query)
    return caught.value


@pytest.mark.requirement("iql-errors", "iql-templates")
@pytest.mark.parametrize("case", cases("errors"))
def test_mistake(case: Case) -> None:
    """Every mistake is refused with what, where and how to mend it, as data."""
    error = refused(case["query"])
    assert case["message"] in error.message
    assert case["hint"] in error.hint
    assert case["at"] == error.position
    assert (case.get("line", 1), case.get("column", case["at"] + 1)) == (error.line, error.column)
    if "expected" in case:
        assert tuple(case["expected"]) == error.expected


@pytest.mark.requirement("iql-errors")
@pytest.mark.parametrize("case", cases("errors"))
def test_text_of_a_mistake(case: Case) -> None:
    """The text of an error holds all its data, each message and hint is a sentence, and there is no empty part."""
    error = refused(case["query"])
    for part in (error.message, f"line {error.line}, column {error.column}", error.hint, *error.expected):
        assert part
        assert part in str(error)
    assert error.message[0].isupper() or error.message[0] in "'\""
    assert error.message.endswith(".")
    assert error.hint.endswith((".", "?"))
    assert error.summary == f"{error.message} (line {error.line}, column {error.column}) {error.hint}"


@pytest.mark.requirement("iql-caret")
def test_text_has_a_caret_under_the_very_character() -> None:
    """The text shows the line of the query and a caret below the place."""
    assert str(refused("{IS indemnity clause} AND\n{A} {B} OR {C}")) == "\n".join(
        [
            "Two statements stand side by side with no operator between them.",
            "line 2, column 5:",
            "  {A} {B} OR {C}",
            "      ^",
            "Expected: AND, OR, >, <, +",
            "Hint: Write AND between them if both must hold, OR if one is enough.",
        ]
    )


def test_blank_query_has_no_line_to_show() -> None:
    """An empty query's error has no caret line."""
    assert "^" not in str(refused(" \n "))


def test_is_invalid_input_and_survives_pickling() -> None:
    """The error says that the input is to be mended, and crosses process borders whole."""
    error = refused("{A} {B}")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(error, InvalidInput)
    assert vars(again) == vars(error)
    assert str(again) == str(error)
