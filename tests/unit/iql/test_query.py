"""Tests of casewright.iql.query and of the evaluation behind it."""

from __future__ import annotations

import pickle
import tracemalloc
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.errors import InvalidInput
from casewright.iql import parse
from casewright.iql.limits import MAX_DEPTH
from casewright.iql.query import Link
from tests.unit.iql.cases import Case, cases
from tests.unit.iql.queries import Written, trees

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEMANTICS = ("contract", "strict")
probabilities = st.lists(st.floats(0, 1), min_size=2, max_size=5)


@pytest.mark.requirement("iql-scores", "iql-comparisons", "iql-strict")
@pytest.mark.parametrize("semantics", SEMANTICS)
@pytest.mark.parametrize("case", cases("scores"))
def test_scores_combine(case: Case, semantics: str) -> None:
    """The scores of a query are those of its case, in the shape of its statements' scores."""
    combined = parse(case["query"]).combine(case["scores"], semantics)
    assert isinstance(combined, np.ndarray)
    assert combined.dtype == np.float64
    assert combined.shape == np.shape(case[semantics])
    np.testing.assert_allclose(combined, case[semantics], rtol=0, atol=1e-15)


@pytest.mark.requirement("iql-matches")
@pytest.mark.parametrize("semantics", SEMANTICS)
@pytest.mark.parametrize("case", cases("scores"))
def test_matches(case: Case, semantics: str) -> None:
    """A query matches where its case says, in the shape of its statements' scores."""
    expected = case["matches"][semantics] if isinstance(case["matches"], dict) else case["matches"]
    matching = parse(case["query"]).matches(case["scores"], case.get("threshold", 0.5), semantics)
    assert isinstance(matching, np.ndarray)
    assert matching.dtype == np.bool_
    np.testing.assert_array_equal(matching, np.array(expected, dtype=bool), strict=True)


def scored(written: Written, data: st.DataObject, shape: tuple[int, ...] = (3,)) -> dict[str, NDArray[np.float64]]:
    size = int(np.prod(shape))
    vectors = st.lists(st.floats(0, 1), min_size=size, max_size=size)
    return {statement: np.reshape(data.draw(vectors), shape) for statement in written[1]}


@pytest.mark.requirement("iql-bounds")
@given(trees(), st.sampled_from(SEMANTICS), st.data())
def test_scores_stay_between_0_and_1(written: Written, semantics: str, data: st.DataObject) -> None:
    """Whatever the query, scores in [0, 1] give a score in [0, 1], in the same shape, and are not written to."""
    scores = scored(written, data, data.draw(st.sampled_from([(), (0,), (3,), (2, 2)])))
    before = {statement: vector.copy() for statement, vector in scores.items()}
    combined = parse(written[0]).combine(scores, semantics)
    assert combined.shape == next(iter(scores.values())).shape
    assert np.all((combined >= 0) & (combined <= 1))
    for statement, vector in scores.items():
        np.testing.assert_array_equal(vector, before[statement])
        assert not np.shares_memory(combined, vector)


@pytest.mark.requirement("iql-scores")
@given(trees(), trees(), st.sampled_from(SEMANTICS), st.data())
def test_identities(one: Written, two: Written, semantics: str, data: st.DataObject) -> None:
    """De Morgan's laws, double negation up to rounding, idempotence, and that A < B is B > A, hold for all scores."""
    scores = scored((one[0] + two[0], tuple(dict.fromkeys(one[1] + two[1]))), data)

    def combined(query: str) -> NDArray[np.float64]:
        return parse(query.replace("ONE", f"({one[0]})").replace("TWO", f"({two[0]})")).combine(scores, semantics)

    for left, right in [
        ("NOT (ONE AND TWO)", "NOT ONE OR NOT TWO"),
        ("NOT (ONE OR TWO)", "NOT ONE AND NOT TWO"),
        ("ONE AND TWO", "TWO AND ONE"),
        ("ONE AND ONE", "ONE OR ONE"),
        ("ONE < TWO", "TWO > ONE"),
        ("ONE > TWO > ONE", "(ONE > TWO) AND (TWO > ONE)"),
        ("ONE > TWO < ONE", "(ONE > TWO) AND (TWO < ONE)"),
        ("ONE + TWO", "TWO + ONE"),
    ]:
        np.testing.assert_array_equal(combined(left), combined(right))
    np.testing.assert_allclose(combined("NOT NOT ONE"), combined("ONE"), atol=1e-15)
    np.testing.assert_allclose(combined("ONE + ONE + ONE"), combined("ONE"), atol=1e-15)


@pytest.mark.requirement("iql-matches")
@given(trees(), trees(), st.sampled_from(SEMANTICS), st.floats(0, 1), st.data())
def test_comparison_matches_only_where_the_favoured_side_does(
    one: Written, two: Written, semantics: str, threshold: float, data: st.DataObject
) -> None:
    """A match of A > B is a text whose score reaches the threshold and whose A reaches it; B of A < B likewise."""
    scores = scored((one[0], tuple(dict.fromkeys(one[1] + two[1]))), data)
    favoured = parse(one[0]).combine(scores, semantics) >= threshold
    for query in (f"({one[0]}) > ({two[0]})", f"({two[0]}) < ({one[0]})"):
        score = parse(query).combine(scores, semantics)
        expected = (score >= threshold) & favoured
        np.testing.assert_array_equal(parse(query).matches(scores, threshold, semantics), expected)


def test_blocks_give_what_one_piece_gives() -> None:
    """Vectors longer than one block, of any number type and not contiguous, score like their elements."""
    random = np.random.default_rng(1)
    a, b = random.random(100_001), random.random((50_001, 4))[:, 1].repeat(2)[:100_001]
    c = random.random(100_001).astype(np.float32)
    query = parse("({A} > {B} < {C}) + (NOT {B}) AND ({A} + {C} + {B} OR {C})")
    chain = np.minimum((a - b + 1) / 2, (c.astype(float) - b + 1) / 2)
    expected = np.minimum((chain + 1 - b) / 2, np.maximum((a + c.astype(float) + b) / 3, c))
    np.testing.assert_allclose(query.combine({"A": a, "B": b, "C": c}), expected, rtol=0, atol=1e-15)


@pytest.mark.requirement("iql-comparisons")
def test_operands_of_every_comparison() -> None:
    """The sides of each link are named by their canonical text, with their scores beside them."""
    query = parse("{A}+{B} > {C} < (NOT{A}) AND {D}")
    assert query.comparisons == (Link("{A} + {B}", ">", "{C}"), Link("{C}", "<", "NOT {A}"))
    assert [link.favoured for link in query.comparisons] == ["{A} + {B}", "NOT {A}"]
    operands = query.operands({"A": [0.5, 1.0], "B": [0.25, 0.0], "C": [0.0, 1.0], "D": [1, 1]})
    assert {text: scores.tolist() for text, scores in operands.items()} == {
        "{A} + {B}": [0.375, 0.5],
        "{C}": [0.0, 1.0],
        "NOT {A}": [0.5, 0.0],
    }


@pytest.mark.requirement("iql-comparisons")
@pytest.mark.parametrize("query", ["{A}", "{A} AND NOT {B}", "{A} + {B}"])
def test_query_without_comparison_has_no_operands(query: str) -> None:
    """Where nothing is compared there are no links and no operand scores."""
    assert parse(query).comparisons == ()
    assert parse(query).operands({"A": 0.5, "B": 0.5}) == {}
    assert not parse(query).is_comparison


@pytest.mark.parametrize(
    ("query", "whole"),
    [
        ("{A} > {B}", True),
        ("(({A} > {B} < {C}))", True),
        ("{A} > {B} AND ({C} < {D} AND {E} > {A})", True),
        ("NOT {A} > {B}", False),
        ("{A} > {B} OR {C} > {D}", False),
        ("{A} > {B} AND {C}", False),
        ("({A} > {B}) + {C}", False),
    ],
)
def test_which_queries_are_comparisons(query: str, *, whole: bool) -> None:
    """A comparison, a chain, and comparisons joined by AND are; whatever only contains one is not."""
    assert parse(query).is_comparison == whole


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "missing": ({"A": 0.5}, "There are no scores for the statement 'B'"),
    "NaN": ({"A": 0.5, "B": float("nan")}, "for the statement 'B' is NaN"),
    "NaN among others": ({"A": [0.5, 0.5], "B": [0.5, np.nan]}, "for the statement 'B' is NaN"),
    "above": ({"A": [1.5, 0], "B": [0, 0]}, "for the statement 'A' is 1.5: scores are numbers from 0 to 1"),
    "below": ({"A": [0, -0.25], "B": [0, 0]}, "for the statement 'A' is -0.25"),
    "infinite": ({"A": np.inf, "B": 0}, "for the statement 'A' is inf"),
    "shape": ({"A": [0.5, 0.5], "B": [0.5]}, r"for the statement 'B' have the shape \(1,\), those for 'A' have \(2,\)"),
    "no broadcasting": ({"A": [0.5, 0.5], "B": 0.5}, r"for the statement 'B' have the shape \(\)"),
    "text": ({"A": "0.5", "B": 0.5}, "for the statement 'A' are of type <U3"),
    "nothing": ({"A": None, "B": 0.5}, "for the statement 'A' are of type object"),
    "complex": ({"A": 0.5 + 0j, "B": 0.5}, "for the statement 'A' are of type complex128"),
    "ragged": ({"A": [[0.5], [0.5, 0.5]], "B": 0.5}, "for the statement 'A' are not an array of numbers"),
}


@pytest.mark.requirement("iql-inputs")
@pytest.mark.parametrize(("scores", "message"), BAD.values(), ids=list(BAD))
def test_scores_that_cannot_be_used(scores: dict[str, Any], message: str) -> None:
    """Scores that are missing, no probabilities or of another shape are refused by the statement's name."""
    query = parse("{A} > {B}")
    for use in (query.combine, query.matches, query.operands):
        with pytest.raises(InvalidInput, match=message):
            use(scores)


@pytest.mark.requirement("iql-inputs")
@pytest.mark.parametrize("semantics", ["Contract", "", "loose", None])
def test_unknown_semantics(semantics: Any) -> None:  # what a caller may pass by mistake
    """A semantics that does not exist is refused with those that do."""
    with pytest.raises(InvalidInput, match="choose 'contract' or 'strict'"):
        parse("{A}").combine({"A": 0.5}, semantics)


@pytest.mark.requirement("iql-inputs")
@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan"), "0.5", None])
def test_threshold_that_cannot_be_used(threshold: Any) -> None:  # what a caller may pass by mistake
    """A threshold is a number from 0 to 1."""
    with pytest.raises(InvalidInput, match="give a number from 0 to 1"):
        parse("{A}").matches({"A": 0.5}, threshold)


def test_other_scores_are_ignored() -> None:
    """Scores of statements that the query does not have are neither needed nor looked at."""
    assert float(parse("{A}").combine({"A": 0.5, "B": "x", "C": [1, 2]})) == 0.5


@pytest.mark.requirement("iql-scores")
@pytest.mark.parametrize("dtype", [np.bool_, np.int64, np.float16, np.float32, np.longdouble])
def test_any_real_type_is_read(dtype: type[np.generic]) -> None:
    """Scores of any real type are combined in double precision."""
    scores: dict[str, Any] = {"A": np.array([0, 1, 1], dtype=dtype), "B": np.array([0, 0, 1], dtype=dtype)}
    assert parse("{A} + {B} + {A}").combine(scores).tolist() == [0.0, 2 / 3, 1.0]
    assert parse("NOT {A} > {B}").combine(scores).tolist() == [0.5, 0.0, 0.5]
    assert parse("{A} > {B}").combine(scores, "strict").tolist() == [0.0, 1.0, 0.0]


def test_single_precision_is_not_lost_in_between() -> None:
    """Single precision scores are subtracted and added in double precision."""
    a, b = np.array([0.3], dtype=np.float32), np.array([0.1], dtype=np.float32)
    assert parse("{A} > {B}").combine({"A": a, "B": b})[0] == (float(a[0]) - float(b[0]) + 1) / 2
    assert parse("{A} + {B}").combine({"A": a, "B": b})[0] == (float(a[0]) + float(b[0])) / 2


def test_memory_of_a_large_query_is_that_of_its_answer() -> None:
    """Combining 64 vectors takes little more memory than the answer."""
    size = 200_000
    query = parse(" AND ".join(f"({{A{i}}} > {{B{i}}})" for i in range(32)))
    scores = {statement: np.zeros(size, dtype=np.float32) for statement in query.statements}
    tracemalloc.start()
    try:
        query.combine(scores)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * size + 10_000_000


@pytest.mark.requirement("iql-affirmed")
def test_affirmed_statements_of_nested_chains_take_no_time() -> None:
    """Operands that stand in two links are looked at once, however deep the chains are nested."""
    query = "{A}"
    for i in range(30):
        query = f"{{B{i}}} < ({query}) > {{C{i}}}"
    assert parse(query).affirmed == ("A",)
    assert len(parse(query).comparisons) == 60


def test_deep_query_is_whole_in_every_use() -> None:
    """The deepest query can be printed, compared, hashed, pickled and evaluated."""
    deepest = "NOT (" * (MAX_DEPTH // 2) + "{A}" + ")" * (MAX_DEPTH // 2)
    for one in (parse("NOT " * MAX_DEPTH + "{A}"), parse(deepest)):
        again = pickle.loads(pickle.dumps(one))
        assert again == one
        assert hash(again) == hash(one)
        assert repr(again.tree) == repr(one.tree)
        assert again.tree == one.tree
        assert float(again.combine({"A": 0.25})) == 0.25


def test_queries_differ_where_their_trees_do() -> None:
    """Equal are queries with equal trees, whatever their spelling; a query equals nothing else."""
    assert parse("{A} AND({B})") == parse("{ A }AND{B}")
    assert parse("{A} AND {B}") != parse("{B} AND {A}")
    assert parse("{IS right}") != parse("{This is a right.}")
    assert parse("{A}") != "{A}"
    assert repr(parse("A")) == "Query('{A}')"
