"""The guard of research SQL, on probes and on queries that were made up from its own grammar."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

from casewright.casework.research_sql import RefusedQuery, guard
from casewright.casework.research_tables import MOST_ROWS
from casewright.errors import InvalidInput

_CASES = Path(__file__).parents[2] / "cases/research"
REFUSED = yaml.safe_load((_CASES / "refused.yml").read_text(encoding="utf-8"))
ANSWERED = yaml.safe_load((_CASES / "answered.yml").read_text(encoding="utf-8"))


def test_there_are_enough_probes() -> None:
    """At least 100 queries that must not run, and 40 that must."""
    assert len(REFUSED) >= 100
    assert len(ANSWERED) >= 40


@pytest.mark.requirement("research-guard")
@pytest.mark.parametrize(("query", "why"), REFUSED, ids=[case[0][:60] for case in REFUSED])
def test_what_might_read_more_than_the_table_is_refused(query: str, why: str) -> None:
    """A probe is refused with a sentence that names the part."""
    with pytest.raises(RefusedQuery, match=".") as refused:
        guard(query, "legislatie")
    assert why in str(refused.value)


@pytest.mark.parametrize(("table", "query", "runs"), ANSWERED, ids=[case[1][:60] for case in ANSWERED])
def test_research_is_answered(table: str, query: str, runs: str | None) -> None:
    """A legitimate query passes, with a limit, and otherwise as it was written."""
    checked = guard(query, table)
    if runs is not None:
        assert checked.tree.sql("bigquery") == (runs or query)


def test_a_table_that_there_is_none_of() -> None:
    """The seed's words for it."""
    with pytest.raises(InvalidInput, match="^Invalid table name$"):
        guard("SELECT 1", "dosare")


def test_a_dataset_of_ones_own_may_stand_before_the_table() -> None:
    """The setting's project and dataset are accepted like the seed's, in either length."""
    own = [("proiect", "date")]
    assert guard("SELECT an FROM proiect.date.legislatie", "legislatie", own).table == "legislatie"
    assert guard("SELECT an FROM date.legislatie", "legislatie", own).table == "legislatie"
    with pytest.raises(RefusedQuery, match="only 'legislatie'"):
        guard("SELECT an FROM proiect.date.legislatie", "legislatie")


def test_grouped_rows_are_no_rows_of_the_table() -> None:
    """Only a query without groups, counts and DISTINCT is plain."""
    assert guard("SELECT title FROM legislatie", "legislatie").plain
    for query in (
        "SELECT COUNT(*) FROM legislatie",
        "SELECT DISTINCT an FROM legislatie",
        "SELECT an FROM legislatie GROUP BY an",
    ):
        assert not guard(query, "legislatie").plain


def test_a_query_that_is_nested_too_deep_or_too_long_is_refused() -> None:
    """Neither the parser's stack nor time is at the query's mercy."""
    with pytest.raises(RefusedQuery, match="deep"):
        guard(f"SELECT title FROM legislatie WHERE {'(' * 5000}TRUE", "legislatie")
    with pytest.raises(RefusedQuery):
        guard(f"SELECT title FROM legislatie WHERE {'NOT ' * 2400}TRUE", "legislatie")
    with pytest.raises(RefusedQuery, match="characters"):
        guard(f"SELECT title FROM legislatie WHERE title = '{'x' * 10_000}'", "legislatie")
    with pytest.raises(RefusedQuery, match="parts"):
        guard(f"SELECT title FROM legislatie WHERE an IN ({','.join('1' * 1100)})", "legislatie")


_PARTS = """
SELECT FROM WHERE legislatie jurisprudenta relexro.romanian_legal_data.legislatie title an * ( ) , UNION~ALL JOIN
ON~TRUE WITH~x~AS AS x LIMIT 10 'a' = LIKE AND ; UNNEST [ ] INFORMATION_SCHEMA.TABLES `legislatie` `a.b.c` EXISTS IN
ORDER~BY GROUP~BY -- TABLE STRUCT COUNT . EXCEPT @@x FOR~SYSTEM_TIME~AS~OF CROSS~JOIN QUALIFY PIVOT
"""
_WORDS = st.sampled_from(_PARTS.split())


@given(st.lists(_WORDS, min_size=3, max_size=20))
def test_whatever_passes_reads_one_table_once(words: list[str]) -> None:
    """A made-up query is refused, or names its table once and nothing else that could be read."""
    for start in ("", "SELECT title FROM legislatie ", "SELECT "):
        try:
            checked = guard(start + " ".join(words).replace("~", " "), "legislatie")
        except RefusedQuery:
            continue
        tables = list(checked.tree.find_all(exp.Table))
        assert [table.sql("bigquery").split(" ")[0].strip("`") for table in tables] == ["legislatie"]
        assert len(list(checked.tree.find_all(exp.Query))) == 1
        limit = checked.tree.args["limit"].expression
        assert int(limit.this) <= MOST_ROWS
