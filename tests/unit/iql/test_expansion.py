"""Tests of casewright.iql.expansion: templates of one's own."""

from __future__ import annotations

import pytest
from hypothesis import given

from casewright.iql import BUILTIN, IqlSyntaxError, Query, Template, parse
from casewright.iql.tree import And, Invocation, Not, Statement
from tests.unit.iql.queries import arguments


def own(**expansions: str) -> dict[str, Template]:
    """The built-in templates and one more per keyword; one that uses <x> takes an argument."""
    mine = {
        name.replace("_", " "): Template(name.replace("_", " "), text, parameter="x" if "<x>" in text else None)
        for name, text in expansions.items()
    }
    return {**BUILTIN, **mine}


def refused(query: str, templates: dict[str, Template]) -> IqlSyntaxError:
    with pytest.raises(IqlSyntaxError) as caught:
        parse(query, templates)
    return caught.value


@pytest.mark.requirement("iql-own")
def test_template_expands_to_a_whole_query() -> None:
    """A template of one's own stands for a query, as if in parentheses, and is printed by its name."""
    templates = own(uncapped_indemnity="{IS indemnity clause} AND NOT {IS liability cap clause}")
    query = parse("NOT {IS Uncapped  Indemnity}", templates)
    assert query.tree == Not(
        Invocation(
            "uncapped indemnity",
            None,
            And(
                (
                    Invocation("indemnity clause", None, Statement("This is an indemnity clause.")),
                    Not(Invocation("liability cap clause", None, Statement("This is a liability cap clause."))),
                )
            ),
        )
    )
    assert str(query) == "NOT {IS uncapped indemnity}"
    assert parse(str(query), templates) == query
    assert query.affirmed == ("This is a liability cap clause.",)


@pytest.mark.requirement("iql-own")
@given(arguments())
def test_argument_is_put_into_the_tree_never_into_the_text(argument: str) -> None:
    """Whatever an argument holds, it stays words of one statement."""
    templates = own(duty='{<x> must act} AND {IS clause obligating "<x>"} OR {<x>}')
    tree = Invocation("duty", argument, Statement("x"))
    query = parse(str(Query(tree)), templates)
    assert query.statements == tuple(
        dict.fromkeys([f"{argument} must act".strip(), f"This is a clause obligating {argument}.", argument.strip()])
    )
    assert parse(str(query), templates) == query


@pytest.mark.requirement("iql-own")
def test_argument_is_not_looked_into_again() -> None:
    """An argument that looks like a slot of the next template is passed on as it is."""
    templates = own(outer='{IS inner "a <x>"}', inner="{b <x>}")
    assert parse('{IS outer "<x>"}', templates).statements == ("b a <x>",)


def test_names_are_compared_folded_on_both_sides() -> None:
    """A template is found however its name is spelt in the table and in the query."""
    query = parse("{is  x} OR {IS LANDLORD'S\n Duty}", {"Landlord's  DUTY": Template("Landlord's DUTY", "{A}")})
    assert query.statements == ("is  x", "A")
    assert str(query) == "{is  x} OR {IS landlord's duty}"


def test_template_in_place_of_a_built_in_one() -> None:
    """The table is the caller's: a name means what it says there, and two such queries differ."""
    mine = parse("{IS right}", own(right="{A} + {B}"))
    assert mine.statements == ("A", "B")
    assert mine != parse("{IS right}")


@pytest.mark.requirement("iql-own")
@pytest.mark.parametrize(
    ("expansions", "circle"),
    [
        ({"a": "{IS a}"}, "'a' leads back to itself: a → a."),
        ({"a": "{A} OR NOT {IS b}", "b": "{IS c} AND {B}", "c": "{IS a}"}, "a → b → c → a."),
        ({"a": "{IS b}", "b": '{IS c "x"}', "c": '{IS c "<x><x>"}'}, "'c' leads back to itself: c → c."),
    ],
)
def test_cycle_is_refused(expansions: dict[str, str], circle: str) -> None:
    """A template that leads back to itself is refused where the query invokes it, with the way round."""
    error = refused("{A} AND {IS a}", own(**expansions))
    assert circle in error.message
    assert error.position == 8


@pytest.mark.requirement("iql-own")
def test_template_that_cannot_be_read_is_named() -> None:
    """A mistake in a template is reported where the query invokes it, with the place in the template."""
    error = refused("{A} AND {IS mine}", own(mine="{B}\nAND {IS other}", other="{C} {D}"))
    assert error.position == 8
    assert error.message == (
        "The template 'other' cannot be used, because its expansion is not valid: "
        "Two statements stand side by side with no operator between them."
    )
    assert "line 1, column 5 of its expansion" in error.hint
    assert isinstance(error.__cause__, IqlSyntaxError)


@pytest.mark.requirement("iql-limits")
@pytest.mark.parametrize(
    ("expansions", "message"),
    [
        (
            {f"t{i}": f"{{IS t{i + 1}}} AND {{IS t{i + 1}}}" for i in range(7)} | {"t7": "{A}"},
            "more than 64 statements",
        ),
        ({f"t{i}": f"NOT {{IS t{i + 1}}}" for i in range(51)} | {"t51": "{A}"}, "deeper than 100 levels"),
        ({f"t{i}": f"{{IS t{i + 1}}}" for i in range(5_000)} | {"t5000": "{A}"}, "deeper than 100 levels"),
        (
            {"t0": '{IS t1 "0123456789"}'}
            | {f"t{i}": f'{{IS t{i + 1} "<x><x>"}}' for i in range(1, 60)}
            | {"t60": "{<x>}"},
            "more than 10,000 characters",
        ),
        ({"t0": " OR ".join(["{IS t1}"] * 60), "t1": f"{{{'long ' * 40}}}"}, "more than 10,000 characters"),
        ({"t0": "{" + "a" * 10_000 + "}"}, "The query has 10,002 characters"),
    ],
    ids=["statements", "depth", "chain", "argument", "characters", "text"],
)
def test_limits_hold_after_expansion(expansions: dict[str, str], message: str) -> None:
    """Templates cannot make a query larger than one could write it, and are refused before they grow."""
    error = refused("{A} OR {IS t0}", own(**expansions))
    assert message in error.message
    assert error.position == 7


def test_query_at_the_limit_after_expansion_is_read() -> None:
    """Templates that expand to just what is allowed are fine, and so is the canonical text."""
    templates = own(**{f"t{i}": f"{{IS t{i + 1}}} AND {{IS t{i + 1}}}" for i in range(6)}, t6="{A}")
    query = parse("{IS t0}", templates)
    assert float(query.combine({"A": 0.25})) == 0.25
    templates = own(**{f"t{i}": f"NOT {{IS t{i + 1}}}" for i in range(50)}, t50="{A}")
    query = parse("{IS t0}", templates)
    assert float(query.combine({"A": 0.25})) == 0.25
    assert parse(str(query), templates) == query
