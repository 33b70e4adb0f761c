"""Tests of casewright.adapters.answers.values."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.answers.values import Kind, values

CASES = yaml.safe_load((Path(__file__).parents[3] / "cases" / "answers" / "values.yml").read_text(encoding="utf-8"))
LISTED = [(kind, text, expected) for kind, cases in CASES.items() for text, expected in cases]


@pytest.mark.requirement("extract-kinds")
@pytest.mark.parametrize(("kind", "text", "expected"), LISTED)
def test_values_are_recognised(kind: str, text: str, expected: list[str]) -> None:
    """Each kind's values are found with their exact places, and nothing else is."""
    found = sorted(values(text, frozenset({Kind(kind)})), key=lambda one: one.start)
    assert [text[one.start : one.end] for one in found] == expected


@given(st.text(alphabet="0123456789 .,%$£()-abcdMarchJanuary\n\t", max_size=300))
def test_values_stand_where_they_are_said_to(text: str) -> None:
    """Whatever the text, values lie within it, are not empty, and those of a kind do not overlap."""
    for kind in Kind:
        found = sorted(values(text, frozenset({kind})), key=lambda one: one.start)
        assert all(0 <= one.start < one.end <= len(text) for one in found)
        assert all(one.end <= other.start for one, other in pairwise(found))
