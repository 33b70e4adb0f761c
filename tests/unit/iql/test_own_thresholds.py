"""Tests of casewright.iql.own_thresholds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.errors import InvalidInput
from casewright.iql import parse
from casewright.iql.evaluate import SEMANTICS

pytestmark = pytest.mark.requirement("iql-threshold-auto")

THRESHOLDS = {"A": 0.2, "B": 0.6, "C": 0.5}
CASES: list[tuple[str, tuple[float, float, float], bool]] = [
    ("{A}", (0.2, 0, 0), True),
    ("{A}", (0.19, 0, 0), False),
    ("NOT {A}", (0.19, 0, 0), True),
    ("NOT {A}", (0.3, 0, 0), False),
    ("{A} AND {B}", (0.2, 0.6, 0), True),
    ("{A} AND {B}", (0.9, 0.55, 0), False),
    ("{A} OR {B}", (0.2, 0.0, 0), True),
    ("{A} OR {B}", (0.1, 0.55, 0), False),
    ("{A} AND NOT ({B} OR {C})", (0.2, 0.55, 0.4), True),
    ("{A} AND NOT ({B} OR {C})", (0.2, 0.55, 0.5), False),
    # A mean is held against (.2 + .6) / 2.
    ("{A} + {B}", (0.0, 0.8, 0), True),
    ("{A} + {B}", (0.0, 0.79, 0), False),
    # NOT A has 1 - .2 for its own: (.8 + .6) / 2.
    ("(NOT {A}) + {B}", (0.0, 0.41, 0), True),
    ("(NOT {A}) + {B}", (0.0, 0.39, 0), False),
    # A comparison: its formula at .5, and what it favours at its own.
    ("{A} > {B}", (0.2, 0.1, 0), True),
    ("{A} > {B}", (0.19, 0.1, 0), False),
    ("{A} > {B}", (0.3, 0.4, 0), False),
    ("{A} < {B}", (0.1, 0.6, 0), True),
    ("{A} > {B} AND {C}", (0.1, 0.05, 0.5), True),
]


@pytest.mark.parametrize(("query", "scores", "matching"), CASES)
def test_what_matches(query: str, scores: tuple[float, float, float], matching: bool) -> None:
    """AND, OR and NOT work on what reaches its own threshold; means and comparisons are held against one of theirs."""
    parsed = parse(query)
    given_scores = dict(zip("ABC", scores, strict=True))
    assert bool(parsed.matches(given_scores, THRESHOLDS)) is matching


def test_strict_comparison_is_held_against_a_half() -> None:
    """Under strict semantics A > B scores A, and that must reach a half and A's own threshold."""
    query = parse("{A} > {B}")
    scores = {"A": np.array([0.4, 0.5, 0.9]), "B": np.array([0.1, 0.1, 0.1])}
    assert query.matches(scores, {"A": 0.2, "B": 0.2}, "strict").tolist() == [False, True, True]
    assert query.matches(scores, {"A": 0.6, "B": 0.2}, "strict").tolist() == [False, False, True]


@given(
    st.sampled_from([case[0] for case in CASES]),
    st.sampled_from(SEMANTICS),
    st.lists(st.floats(0, 1), min_size=3, max_size=3),
)
def test_a_half_for_each_is_a_half_for_all(query: str, semantics: str, scores: list[float]) -> None:
    """Where every statement's threshold is a half, the same texts match as at a threshold of a half."""
    given_scores = dict(zip("ABC", scores, strict=True))
    if 0.5 in scores:  # 1 - .5 reaches a half, though what it denies does as well
        return
    halves = dict.fromkeys("ABC", 0.5)
    parsed = parse(query)
    assert bool(parsed.matches(given_scores, halves, semantics)) == bool(parsed.matches(given_scores, 0.5, semantics))


def test_deep_query_is_no_matter() -> None:
    """The deepest query that is read is matched, for a whole array of scores."""
    query = parse("NOT " * 98 + "({A} + {B})")
    assert query.matches({"A": np.array([0.2, 0.1]), "B": np.array([0.6, 0.1])}, THRESHOLDS).tolist() == [True, False]


@pytest.mark.parametrize("threshold", [None, -0.1, 1.1, float("nan"), "0.5"])
def test_threshold_that_cannot_be_used(threshold: Any) -> None:  # what a caller may pass by mistake
    """A statement without a threshold, or with one that is no number from 0 to 1, is named."""
    thresholds: Any = {"A": 0.5} | ({} if threshold is None else {"B": threshold})
    with pytest.raises(InvalidInput, match="for the statement 'B'"):
        parse("{A} AND {B}").matches({"A": 0.5, "B": 0.5}, thresholds)
