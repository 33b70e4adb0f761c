"""Tests of casewright.iql.parser."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.iql import BUILTIN, IqlSyntaxError, Query, parse
from casewright.iql.limits import MAX_CHARACTERS, MAX_DEPTH, MAX_STATEMENTS
from casewright.iql.outline import outline
from tests.unit.iql.cases import Case, cases
from tests.unit.iql.queries import trees

TOKENS = [
    *"{}()><+\\\"' \n",
    "AND",
    "OR",
    "NOT",
    "and",
    "IS ",
    "{A}",
    "{IS right}",
    '{IS clause that "x"}',
    "clause that",
    "{IS ",
    '"}',
    "\\{",
    "“",
    "𝔘",
    "\x1b[2J",
    "\ud800",
    "\u202e",
]


@pytest.mark.requirement("iql-syntax", "iql-precedence", "iql-escapes", "iql-canonical", "iql-affirmed")
@pytest.mark.parametrize("case", cases("valid"))
def test_valid_query(case: Case) -> None:
    """A valid query has the statements, the canonical text and the tree that its case says."""
    query = parse(case["query"])
    assert case["canonical"] == str(query)
    assert tuple(case["statements"]) == query.statements
    assert tuple(case["affirmed"] if "affirmed" in case else case["statements"]) == query.affirmed
    assert query.warnings == ()
    if "tree" in case:
        assert case["tree"] == "".join(f"{'  ' * depth}{label}\n" for depth, label in outline(query.tree))


@pytest.mark.requirement("iql-canonical")
@pytest.mark.parametrize("case", cases("valid"))
def test_canonical_text_is_read_as_the_same_query(case: Case) -> None:
    """The canonical text of a valid query is one of the same query, and its own canonical text."""
    query = parse(case["query"])
    again = parse(str(query))
    assert again == query
    assert hash(again) == hash(query)
    assert str(again) == str(query)


@pytest.mark.requirement("iql-canonical")
@given(trees())
def test_every_tree_survives_its_text(text_and_statements: tuple[str, tuple[str, ...]]) -> None:
    """A generated query is read with its own statements, and its canonical text gives it again."""
    text, statements = text_and_statements
    query = parse(text)
    assert statements == query.statements
    assert parse(str(query)) == query


@pytest.mark.requirement("iql-bare", "iql-warnings")
@pytest.mark.parametrize("case", cases("warnings"))
def test_warning(case: Case) -> None:
    """What may be meant otherwise is read as it stands, and its author is told."""
    query = parse(case["query"])
    assert tuple(case["statements"]) == query.statements
    assert ("warning" in case) == bool(query.warnings)
    assert case.get("warning", "") in "".join(query.warnings)


@pytest.mark.requirement("iql-errors")
@given(
    st.one_of(
        st.text(), st.lists(st.sampled_from(TOKENS)).map("".join), st.lists(st.sampled_from(TOKENS)).map(" ".join)
    )
)
def test_any_text_is_a_query_or_a_syntax_error(text: str) -> None:
    """Random text, also of the language's own tokens, is read or refused with a place inside it, nothing else."""
    outcome = _read(text)
    if isinstance(outcome, IqlSyntaxError):
        assert 0 <= outcome.position <= len(text)
        assert outcome.message
        assert outcome.hint
        shown = str(outcome).replace("\n", "").replace("\t", "")
        assert not {"Cc", "Cf", "Cs"} & set(map(unicodedata.category, shown))
    else:
        assert parse(str(outcome)) == outcome


def _read(text: str) -> Query | IqlSyntaxError:
    try:
        return parse(text)
    except IqlSyntaxError as error:
        return error


@pytest.mark.parametrize("value", [None, b"{A}", 3, ["{A}"]])
def test_only_text_is_parsed(value: object) -> None:
    """What is not a str is a mistake of the program, not of the query."""
    with pytest.raises(TypeError, match="A query is a str, not"):
        parse(value)  # type: ignore[arg-type]  # on purpose


@pytest.mark.requirement("iql-limits")
@pytest.mark.parametrize(
    "largest",
    [
        "a" * MAX_CHARACTERS,
        "{" + "a" * (MAX_CHARACTERS - 2) + "}",
        "\\" * MAX_CHARACTERS,
        'IS clause that "' + "a" * (MAX_CHARACTERS - 24) + '"',
        "AND".join(["{" + "a" * 151 + "}"] * 64)[:MAX_CHARACTERS],
        " AND ".join(["{A}"] * MAX_STATEMENTS),
        "(" * MAX_DEPTH + "{A}" + ")" * MAX_DEPTH,
        "NOT " * MAX_DEPTH + "{A}",
        "NOT (" * (MAX_DEPTH // 2) + "{A}" + ")" * (MAX_DEPTH // 2),
        "NOT " * 50 + "({A} AND " * 50 + "{A} > {A}" + ")" * 50,
        "".join(f"({{A}} {sign} " for sign in ("AND", "OR", ">") * 21) + "{A}" + ")" * 63,
    ],
    ids=[
        "bare",
        "one",
        "backslashes",
        "argument",
        "compact",
        "statements",
        "parentheses",
        "NOT",
        "both",
        "absorbed",
        "nested",
    ],
)
def test_largest_query_is_read_and_printed(largest: str) -> None:
    """A query at a limit is read, and its canonical text is within the limits too."""
    query = parse(largest)
    assert len(str(query)) <= MAX_CHARACTERS
    assert parse(str(query)) == query


@pytest.mark.requirement("iql-limits")
@pytest.mark.parametrize(
    ("query", "position", "message"),
    [
        ("a" * (MAX_CHARACTERS + 1), MAX_CHARACTERS, "The query has 10,001 characters; at most 10,000 are allowed."),
        ("{" * 3_000_000, MAX_CHARACTERS, "The query has 3,000,000 characters; at most 10,000 are allowed."),
        (" AND ".join(["{A}"] * (MAX_STATEMENTS + 1)), 8 * MAX_STATEMENTS, "more than 64 statements"),
        ("(" * (MAX_DEPTH + 1) + "{A}" + ")" * (MAX_DEPTH + 1), MAX_DEPTH, "deeper than 100 levels"),
        ("NOT " * (MAX_DEPTH + 1) + "{A}", 4 * MAX_DEPTH, "deeper than 100 levels"),
        ("{A} AND " + "NOT (" * 50 + "NOT {A}" + ")" * 50, 8 + 250, "deeper than 100 levels"),
    ],
    ids=["characters", "megabytes", "statements", "parentheses", "NOT", "both"],
)
def test_larger_query_is_refused(query: str, position: int, message: str) -> None:
    """A query over a limit is refused where it passes it, with the limit."""
    with pytest.raises(IqlSyntaxError) as refused:
        parse(query)
    assert position == refused.value.position
    assert message in refused.value.message


@pytest.mark.requirement("iql-limits")
def test_query_that_grows_over_the_limit_when_written_out_is_refused() -> None:
    """Canonical text never exceeds the limit either: a query that could not be written out within it is refused."""
    with pytest.raises(IqlSyntaxError, match="Written out canonically the query has 19,986 characters"):
        parse("{" + "\\" * (MAX_CHARACTERS - 11) + " } " + "AND {A}")


def test_templates_default_to_the_built_in_ones() -> None:
    """Leaving the templates out is naming the built-in ones."""
    assert parse("{IS right}") == parse("{IS right}", templates=BUILTIN)
