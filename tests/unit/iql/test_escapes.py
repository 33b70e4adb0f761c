"""Tests of casewright.iql.escapes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.iql import parse
from casewright.iql.escapes import read_argument, read_statement, written_argument, written_statement
from casewright.iql.tree import Invocation, Statement
from tests.unit.iql.queries import arguments, statement_texts


@pytest.mark.requirement("iql-escapes")
@given(statement_texts())
def test_statement_is_read_as_it_was_written(text: str) -> None:
    """Any text can be written as a statement, and is read as that text, never as a template."""
    assert read_statement(written_statement(text), bracket_follows=True) == text
    assert parse(f"{{{written_statement(text)}}}").tree == Statement(text)


@pytest.mark.requirement("iql-escapes", "iql-arguments")
@given(arguments())
def test_argument_is_read_as_it_was_written(text: str) -> None:
    """Any text can be written as an argument, and is read as that text."""
    assert read_argument(written_argument(text)) == text
    tree = parse(f'{{IS clause that "{written_argument(text)}"}}').tree
    assert isinstance(tree, Invocation)
    assert tree.argument == text


@pytest.mark.requirement("iql-bare")
@given(st.text(st.sampled_from("\\IS aé\n\"'("), min_size=1).map(str.strip).filter(bool))
def test_bare_statement_is_read_as_it_was_written(text: str) -> None:
    """Any text without curly brackets can be written bare, and is read as that text."""
    assert parse(written_statement(text, bracket_follows=False)).tree == Statement(text)


@pytest.mark.parametrize(("run", "kept"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_pairs_of_backslashes_before_a_bracket(run: int, kept: int) -> None:
    """Before a bracket of the text each pair of backslashes is one, and an odd one left over is the escape."""
    raw = "a" + "\\" * run + ("}" if run % 2 else "")
    assert read_statement(raw, bracket_follows=not run % 2) == "a" + "\\" * kept + ("}" if run % 2 else "")
