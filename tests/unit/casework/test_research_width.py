"""How much text a query builds: never less than a database gives for columns as long as they count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pytest
import sqlglot
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp

from casewright.casework.research_sql import RefusedQuery, guard
from casewright.casework.research_tables import TABLES, ColumnKind
from casewright.casework.research_width import FULL_TEXT, MOST_BUILT, MOST_WIDE, SHORT, SUMMARY, built_text

if TYPE_CHECKING:
    from casewright.casework.research_width import Built

_COLUMNS = {"full_text": FULL_TEXT, "summary": SUMMARY}


def built(query: str) -> Built:
    """What the query builds, whether or not the guard would let it through."""
    tree = sqlglot.parse_one(query, read="bigquery")
    assert isinstance(tree, exp.Select)
    return built_text(tree, "legislatie")


@pytest.fixture(scope="module")
def database() -> duckdb.DuckDBPyConnection:
    """One act, every column of text as long as it counts."""
    connection = duckdb.connect()
    values = {
        name: f"repeat('a', {_COLUMNS.get(name, SHORT)})"
        for name, kind in TABLES["legislatie"].items()
        if kind in (ColumnKind.TEXT, ColumnKind.CODE)
    }
    listed = ", ".join(f"{value} AS {name}" for name, value in values.items())
    connection.execute(f"CREATE TABLE legislatie AS SELECT {listed}, 2001 AS an, DATE '2001-01-01' AS data_vigoare")
    return connection


def _texts(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expressions that the guard lets through, made of these."""
    return st.one_of(
        st.lists(parts, min_size=1, max_size=5).map(lambda found: f"CONCAT({', '.join(found)})"),
        st.tuples(parts, parts).map(lambda pair: f"({pair[0]} || {pair[1]})"),
        st.tuples(st.sampled_from(["LOWER", "UPPER", "TRIM"]), parts).map(lambda two: f"{two[0]}({two[1]})"),
        st.tuples(parts, st.integers(0, 3000)).map(lambda two: f"SUBSTR({two[0]}, 1, {two[1]})"),
        parts.map(lambda part: f"SUBSTR({part}, 2)"),
        st.tuples(parts, parts).map(lambda pair: f"COALESCE({pair[0]}, {pair[1]})"),
        st.tuples(parts, parts).map(lambda pair: f"CASE WHEN an > 2000 THEN {pair[0]} ELSE {pair[1]} END"),
        st.tuples(parts, parts).map(lambda pair: f"IF(an > 2001, {pair[0]}, {pair[1]})"),
        parts.map(lambda part: f"CAST({part} AS STRING)"),
    )


_LEAVES = st.sampled_from(["full_text", "summary", "title", "doc_id", "'abc'", "CAST(an AS STRING)", "Full_Text"])
_TEXTS = st.recursive(_LEAVES, _texts, max_leaves=12)


@given(_TEXTS)
@settings(max_examples=150, deadline=None)
def test_no_text_is_longer_than_it_counts(database: duckdb.DuckDBPyConnection, text: str) -> None:
    """Whatever the functions, the database's own text has at most as many characters."""
    joined = f"CONCAT({text}, '')"
    sql = sqlglot.transpile(f"SELECT LENGTH({joined}) FROM legislatie", read="bigquery", write="duckdb")[0]
    [length] = database.execute(sql).fetchone() or [0]
    assert (length or 0) <= built(f"SELECT {joined} FROM legislatie").widest


@given(_TEXTS, _TEXTS)
def test_no_part_counts_less_for_being_in_another_text(one: str, other: str) -> None:
    """Whatever way they are joined, the whole is as wide as each part, and as much is built as for the parts alone."""
    apart = built(f"SELECT {one} AS a, {other} AS b FROM legislatie")
    for joined in (f"CONCAT({one}, {other})", f"({other}) || ({one})"):
        whole = built(f"SELECT {joined} AS x FROM legislatie")
        assert whole.widest >= apart.widest
        assert whole.in_all >= apart.in_all


def is_refused(query: str) -> bool:
    """Whether the guard refuses it for what it builds."""
    try:
        guard(query, "legislatie")
    except RefusedQuery as refused:
        return "is the most" in str(refused)
    return False


@given(st.lists(_TEXTS, min_size=1, max_size=6))
def test_the_guard_refuses_what_counts_too_much_and_only_that(texts: list[str]) -> None:
    """By the widest text and by all of them."""
    query = f"SELECT {', '.join(f'{text} AS x{number}' for number, text in enumerate(texts))} FROM legislatie"
    counted = built(query)
    assert is_refused(query) is (counted.widest > MOST_WIDE or counted.in_all > MOST_BUILT)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT title FROM legislatie WHERE " + " AND ".join(f"LOWER(full_text) LIKE '%cuvant{n}%'" for n in range(40)),
        "SELECT tip_act || ' nr. ' || numar || '/' || CAST(an AS STRING) || ': ' || title AS act FROM legislatie",
        "SELECT CONCAT(title, summary, full_text) AS x FROM legislatie WHERE CONCAT(title, full_text) LIKE '%a%'",
        "SELECT SUBSTR(full_text, 1, 500) AS a, SUBSTR(full_text, 501, 500) AS b, LENGTH(full_text) FROM legislatie",
        "SELECT DISTINCT UPPER(full_text) AS x FROM legislatie ORDER BY x",
    ],
)
def test_ordinary_research_is_far_from_the_bound(query: str) -> None:
    """Many comparisons, names put together, excerpts."""
    assert guard(query, "legislatie").table == "legislatie"


def test_a_long_chain_is_counted_without_depth() -> None:
    """A chain of hundreds of parts is a sentence, not an overflow of the stack."""
    with pytest.raises(RefusedQuery, match="is the most|parts"):
        guard(f"SELECT {' || '.join(['full_text'] * 400)} AS x FROM legislatie", "legislatie")
