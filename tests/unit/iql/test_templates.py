"""Tests of casewright.iql.templates."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.errors import InvalidInput
from casewright.iql import BUILTIN, Template, parse
from casewright.iql.templates import invocation_of, with_builtin
from casewright.iql.tree import Invocation, Statement
from tests.unit.iql.cases import Case, cases
from tests.unit.iql.queries import arguments, statement_texts

TAKING = sorted(name for name, template in BUILTIN.items() if template.parameter is not None)


@pytest.mark.requirement("iql-templates")
@pytest.mark.parametrize("case", cases("templates"))
def test_template_expands_to_its_statement(case: Case) -> None:
    """Every template of the language is there, takes what it takes, and expands to its one statement."""
    template = BUILTIN[case["query"]]
    assert case["query"] == template.name
    assert case["group"] == template.group
    assert case.get("argument") == template.parameter
    written = f'{{IS {template.name} "X"}}' if template.parameter else f"{{IS {template.name}}}"
    query = parse(written)
    argument = "X" if template.parameter else None
    assert query.tree == Invocation(template.name, argument, Statement(case["statement"]))
    assert invocation_of(case["statement"]) == query.tree


@pytest.mark.requirement("iql-templates")
def test_there_are_these_templates_and_no_others() -> None:
    """The table holds the 27 templates of the language under their own names."""
    assert [case.values[0]["query"] for case in cases("templates")] == list(BUILTIN)
    assert len(BUILTIN) == 27
    with pytest.raises(TypeError):
        BUILTIN["mine"] = BUILTIN["right"]  # type: ignore[index]  # on purpose


@pytest.mark.parametrize("template", BUILTIN.values(), ids=list(BUILTIN))
def test_template_explains_itself(template: Template) -> None:
    """Every template says what it means and brings an example that parses to it."""
    assert template.meaning.endswith(".")
    tree = parse(template.example).tree
    assert isinstance(tree, Invocation)
    assert tree.template == template.name
    assert template.usage.startswith(f"{{IS {template.name}")


def test_language_reference_lists_every_template() -> None:
    """The reference's table has a row for each template, with its usage and its meaning."""
    reference = (Path(__file__).parents[3] / "docs" / "iql.md").read_text(encoding="utf-8")
    for template in BUILTIN.values():
        assert f"| `{template.usage}` | {template.meaning} |" in reference


@pytest.mark.requirement("iql-expansions")
@given(st.sampled_from(TAKING), arguments(), st.sampled_from(TAKING), arguments())
def test_expansions_are_one_to_one(name: str, argument: str, other: str, other_argument: str) -> None:
    """Whatever the argument, an expansion leads back to its template and argument, and to no other."""
    statement = BUILTIN[name].expansion.replace(BUILTIN[name].slot, argument)
    assert invocation_of(statement) == Invocation(name, argument, Statement(statement))
    other_statement = BUILTIN[other].expansion.replace(BUILTIN[other].slot, other_argument)
    assert (statement == other_statement) == ((name, argument) == (other, other_argument))


@pytest.mark.requirement("iql-expansions")
@given(statement_texts())
def test_other_statements_are_no_expansions(text: str) -> None:
    """A statement that no template expands to has no invocation."""
    assert invocation_of(text) is None


@pytest.mark.parametrize(
    "statement", ["This is a clause that .", "This is a clause that  .", 'This is a clause called ".', "This is a", ""]
)
def test_expansion_without_argument_is_none(statement: str) -> None:
    """What an expansion would be with a blank argument leads back to nothing, since no query could ask it."""
    assert invocation_of(statement) is None


@pytest.mark.parametrize("name", ["", " ", "a{b", "a}b", 'say "x"', "back\\slash", "less < more"])
def test_name_that_no_query_could_invoke_is_refused(name: str) -> None:
    """A template needs a name, and one that can be written."""
    with pytest.raises(InvalidInput, match="cannot name a template"):
        Template(name, "{A}")
    with pytest.raises(InvalidInput, match="cannot name a template"):
        Template("mine", f"{{A <{name}>}}", parameter=name)


def test_argument_that_the_expansion_never_uses_is_refused() -> None:
    """A template that takes an argument has a place for it."""
    with pytest.raises(InvalidInput, match="write <party> where the argument belongs"):
        Template("mine", "{This binds <partei>.}", parameter="party")


def test_own_templates_stand_beside_those_of_the_language() -> None:
    """A query may use both; one that bears a name of the language does not replace it."""
    templates = with_builtin([Template("late", "{x}"), Template("payment clause", "{not this}")])

    assert set(templates) == {*BUILTIN, "late"}
    assert templates["payment clause"] is BUILTIN["payment clause"]
