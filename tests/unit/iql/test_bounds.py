"""Tests of casewright.iql.bounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.iql import parse
from tests.unit.iql.queries import Written, trees

SEMANTICS = ("contract", "strict")
SCORES = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1, width=32))


@pytest.mark.requirement("iql-push-down")
@given(written=trees(), semantics=st.sampled_from(SEMANTICS), data=st.data())
def test_bounds_hold_whatever_the_open_statements_turn_out_to_be(
    written: Written, semantics: str, data: st.DataObject
) -> None:
    """The score lies between its bounds, and is both of them where they meet, to the bit."""
    query = parse(written[0])
    known = {text: data.draw(st.booleans()) for text in query.statements}
    scores = {text: np.array([data.draw(SCORES)], np.float32) for text in query.statements}
    low = {text: scores[text] if known[text] else np.zeros(1, np.float32) for text in query.statements}
    high = {text: scores[text] if known[text] else np.ones(1, np.float32) for text in query.statements}

    found = query.bounds(low, high, semantics)
    match = query.match_bounds(low, high, semantics)
    score = query.combine(scores, semantics)

    assert found.low <= score <= found.high
    assert (found.met & (found.low == score)) == found.met
    assert found.met or not all(known.values())
    for threshold in (0.25, 0.5, float(score[0])):
        matches = query.matches(scores, threshold, semantics)[0]
        assert not (match.low[0] >= threshold and not matches)
        assert not (match.high[0] < threshold and matches)


def test_chain_is_bounded_link_by_link() -> None:
    """The middle of a chain is favoured in one link and not in the other."""
    query = parse("{a} > {b} > {c}")
    low = {"a": np.array([0.5], np.float32), "b": np.array([0.0], np.float32), "c": np.array([0.5], np.float32)}
    high = {**low, "b": np.array([1.0], np.float32)}

    found = query.bounds(low, high, "contract")

    assert (found.low.tolist(), found.high.tolist()) == ([0.25], [0.75])


def test_deeply_nested_query_takes_linear_time() -> None:
    """Chains inside chains are walked once, however deep they are."""
    text = "{a}"
    for _ in range(30):
        text = f"({{b}} > {text} > {{c}})"
    query = parse(text)
    low = {name: np.zeros(1, np.float32) for name in query.statements}
    high = {name: np.ones(1, np.float32) for name in query.statements}

    assert query.bounds(low, high, "contract").high[0] <= 1
