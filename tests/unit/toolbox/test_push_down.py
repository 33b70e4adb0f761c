"""Tests of casewright.toolbox.queries.push_down, through the results that it must not change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.iql import parse
from casewright.toolbox.queries.push_down import PushDown
from tests.fakes.memory_matter import MemoryMatter
from tests.fakes.paid_scores import PaidTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypothesis.strategies import SearchStrategy

    from casewright.tools.ports.scoring import FloatArray, IntArray

STATEMENTS = ("a", "b", "c", "d")
SCORES = st.one_of(
    st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.floats(0, 1, width=16), st.floats(0, 0.25, width=16)
)


def queries() -> SearchStrategy[str]:
    """Queries over four statements, each of which may occur several times, under every operator."""

    def grown(inner: SearchStrategy[str]) -> SearchStrategy[str]:
        groups = st.lists(inner.map("({})".format), min_size=2, max_size=4)
        operators = st.sampled_from([" AND ", " OR ", " > ", " < ", " + "])
        return st.one_of(
            st.tuples(operators, groups).map(lambda pair: pair[0].join(pair[1])), inner.map("NOT ({})".format)
        )

    return st.recursive(st.sampled_from([f"{{{text}}}" for text in STATEMENTS]), grown, max_leaves=8)


@dataclass(frozen=True)
class Asked:
    """Documents of scored paragraphs, and how they are asked."""

    documents: Sequence[Sequence[Mapping[str, float]]]
    query: str
    threshold: float
    semantics: str
    scope: str


def questions() -> SearchStrategy[Asked]:
    """Up to four documents of up to twelve paragraphs; the threshold is often a score that occurs."""
    paragraph = st.fixed_dictionaries(dict.fromkeys(STATEMENTS, SCORES))
    return st.builds(
        Asked,
        documents=st.lists(st.lists(paragraph, min_size=1, max_size=12), min_size=1, max_size=4),
        query=queries(),
        threshold=SCORES,
        semantics=st.sampled_from(["contract", "strict"]),
        scope=st.sampled_from(["chunk", "document"]),
    )


def matter_of(documents: Sequence[Sequence[Mapping[str, float]]]) -> tuple[MemoryMatter, PaidTable]:
    """A matter whose paragraphs score as given, every pair of which must be bought."""
    named = {
        f"paragraph {place} of {number}": scores
        for number, paragraphs in enumerate(documents)
        for place, scores in enumerate(paragraphs)
    }
    table = PaidTable({(said, text): score for text, scores in named.items() for said, score in scores.items()})
    matter = MemoryMatter(clause_scores=table)
    for number, paragraphs in enumerate(documents):
        matter.add(f"{number}.txt", "\n".join(f"paragraph {place} of {number}" for place in range(len(paragraphs))))
    return matter, table


def ask(matter: MemoryMatter, asked: Asked, *, exact: bool) -> dict[str, Any]:
    """The result, without what it cost."""
    found = matter.ask(
        asked.query, threshold=asked.threshold, semantics=asked.semantics, scope=asked.scope, exact=exact
    )
    found["warnings"] = [warning for warning in found["warnings"] if "were sent" not in warning]
    return found


def without_operands(found: dict[str, Any]) -> dict[str, Any]:
    """In document scope a document's operands are those that are known."""
    results = [{**one, "operands": None} for one in found["document_results"]]
    return {**found, "document_results": results}


@pytest.mark.requirement("iql-push-down")
@given(asked=questions())
def test_push_down_changes_nothing_but_the_cost(asked: Asked) -> None:
    """Matches, scores, operands and documents come out as if every pair had been scored, and none is scored twice."""
    matter, table = matter_of(asked.documents)
    naive = ask(matter, asked, exact=True)
    every_pair = len(table.asked)
    table.asked.clear()

    found = ask(matter, asked, exact=False)

    assert len(table.asked) == len(set(table.asked)) <= every_pair
    if asked.scope == "chunk":
        assert found == naive
        return
    assert without_operands(found) == without_operands(naive)
    for one, other in zip(found["document_results"], naive["document_results"], strict=True):
        assert one["operands"].items() <= other["operands"].items()


NAN = float("nan")
TIGHT: dict[str, tuple[str, float, dict[str, list[float]], dict[str, list[float]]]] = {
    # query, threshold, what is known before, what is then asked
    "exactly at the threshold may match": (
        "{a} AND {b}",
        0.5,
        {"a": [0.5, 0.75], "b": [NAN, 0.75]},
        {"b": [0]},
    ),
    "score known, but not whether its favoured side reaches the threshold": (
        "({a} > {b}) AND ({c} > {d})",
        0.375,
        {"a": [0.375, 1.0], "b": [0.5, 0.0], "c": [NAN, 1.0], "d": [0.0, 0.0]},
        {"c": [0]},
    ),
    "may tie with the best and stand before it": (
        "({a} > {b}) AND {c}",
        0.9,
        {"a": [1.0, 0.75], "b": [0.5, 0.25], "c": [NAN, 1.0]},
        {"c": [0]},
    ),
    "may tie with the best and stand after it": (
        "({a} > {b}) AND {c}",
        0.9,
        {"a": [0.75, 1.0], "b": [0.25, 0.5], "c": [1.0, NAN]},
        {},
    ),
}


@pytest.mark.requirement("iql-push-down")
@pytest.mark.parametrize("name", TIGHT)
def test_bounds_that_meet_the_line(name: str) -> None:
    """Where a bound is exactly the threshold or the best score, what decides it is asked, and nothing else."""
    query, threshold, known, expected = TIGHT[name]
    columns = {statement: np.array(scores, np.float32) for statement, scores in known.items()}
    count = len(columns["a"])
    asked: dict[str, list[int]] = {}

    def ask_one(statement: str, positions: IntArray) -> FloatArray:
        asked.setdefault(statement, []).extend(positions.tolist())
        return np.full(len(positions), 0.9, np.float32)

    PushDown(parse(query), threshold, "contract", np.array([0, count]), columns, ask_one).by_chunk()

    assert asked == expected


RARE = [[{"a": 0.9 if place == 7 else 0.01, "b": 0.6, "c": 0.02, "d": 0.0} for place in range(40)]]
SAVING = {
    ("{a} AND {b}", "chunk"): 45,
    ("{b} AND {a}", "chunk"): 75,
    ("{b} > {a}", "chunk"): 80,
    ("{a} > {b}", "chunk"): 45,
    ("{a} AND {b} AND {c}", "chunk"): 90,
    ("{a} OR {b}", "chunk"): 80,
    ("{a} AND NOT {b}", "document"): 80,
    ("{a} AND NOT {d}", "document"): 80,
    ("{c} AND {b}", "document"): 48,
}


@pytest.mark.requirement("iql-push-down")
@pytest.mark.parametrize(("query", "scope"), SAVING)
def test_what_is_saved(query: str, scope: str) -> None:
    """Of 40 paragraphs with one that matters, so many pairs are bought at most."""
    matter, table = matter_of(RARE)

    ask(matter, Asked(RARE, query, 0.5, "contract", scope), exact=False)

    assert len(table.asked) <= SAVING[query, scope]


@pytest.mark.parametrize("method", ["chunk_avg", "chunk_min"])
def test_other_methods_score_everything(method: str) -> None:
    """The mean and the smallest of a document's chunks need them all."""
    matter, table = matter_of(RARE)

    matter.ask("{a} AND {b}", scoring_method=method)

    assert len(table.asked) == 80


def test_the_cost_is_said() -> None:
    """A result says how many texts were sent, and to whom."""
    matter, _ = matter_of(RARE)

    assert matter.ask("{a}")["warnings"] == ["40 texts were sent to table, 40 tokens"]
