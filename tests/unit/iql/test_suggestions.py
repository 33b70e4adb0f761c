"""Tests of casewright.iql.suggestions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.iql import BUILTIN, Template, parse
from casewright.iql.suggestions import suggestions


@pytest.mark.requirement("iql-suggestions")
@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("limitation of liability clause", "{IS liability limitation clause}"),
        ("warranty clause", "{IS representation or warranty clause}"),
        ("force majeure clause", "{IS force majeure liability limitation clause}"),
        ("assignment clause", "{IS ip assignment or license}"),
        ("change of control clause", '{IS clause that "applies on a change of control"}'),
        ("mutual clause", "NOT {IS unilateral clause}"),
        ("Limitation  of LIABILITY", "{IS liability limitation clause}"),
        ("arbitration clause", "{IS adr clause}"),
        ("governing law clauses", "{IS governing law clause}"),
        ("the termination clause.", "{IS termination clause}"),
        ("clause obliging", '{IS clause obligating "<party>"}'),
        ("unilatreal clause", "{IS unilateral clause}"),
        ("step in right", "{IS step-in right}"),
        ("majeure", "{IS force majeure liability limitation clause}"),
        ("ai law", "{IS relevant to ai law}"),
        ("ip license", "{IS ip assignment or license}"),
    ],
)
def test_nearest_template_comes_first(name: str, first: str) -> None:
    """What somebody probably meant is the first suggestion."""
    assert suggestions(name, BUILTIN)[0] == first


@given(st.text(max_size=60))
def test_suggestions_can_be_parsed(name: str) -> None:
    """Every suggestion is a query once its argument is filled in, and there are at most three."""
    found = suggestions(name, BUILTIN)
    assert len(found) <= 3
    for query in found:
        assert str(parse(query)) == query


def test_only_templates_that_exist_are_suggested() -> None:
    """Suggestions come from the templates of the query, one's own among them, never from another table."""
    mine = {"uncapped indemnity": Template("uncapped indemnity", "{A}")}
    assert suggestions("limitation of liability clause", mine) == ()
    assert suggestions("uncaped indemnity", mine) == ("{IS uncapped indemnity}",)


def test_nothing_like_it() -> None:
    """A name like no other has no suggestion, and a very long one is not compared."""
    assert suggestions("xylophone", BUILTIN) == ()
    assert suggestions("governing law clause " * 500, BUILTIN) == ()
