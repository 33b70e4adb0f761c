"""Queries looked at before they run: what they ask, where their mistake is, and what words they were made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId
from casewright.domain.templates import Defined, OwnTemplate
from casewright.errors import InvalidInput
from casewright.iql import BUILTIN, parse
from casewright.toolbox.queries.translate_query import TranslateQueryInput, TranslateQueryOutput, translate_query
from casewright.toolbox.queries.validate_query import ValidateQueryInput, ValidateQueryOutput, validate_query
from casewright.toolbox.templates.list_usable_templates import (
    ListUsableTemplatesInput,
    ListUsableTemplatesOutput,
    list_usable_templates,
)
from casewright.tools.calls import CallContext
from tests.fakes.fixed_clock import START
from tests.fakes.governed import TENANT
from tests.fakes.memory_templates import MemoryTemplates

if TYPE_CHECKING:
    from casewright.tools.definition import Tool

pytestmark = pytest.mark.requirement("queries-looked-at")


@pytest.fixture
def templates() -> MemoryTemplates:
    """A tenant's templates: one that takes an argument."""
    kept = MemoryTemplates()
    kept.put(OwnTemplate(TENANT, "lift", Defined("{a lift for <who>}", "who"), ActorId("ada"), START))
    return kept


# Any: whatever the tool gives.
def run(tool: Tool, given: object) -> Any:
    return tool.handler(given, CallContext(Actor(TENANT, ActorId("ada"), "PARTNER")))


def checked(templates: MemoryTemplates, query: str) -> ValidateQueryOutput:
    found = run(validate_query(templates=templates), ValidateQueryInput(query=query))
    assert isinstance(found, ValidateQueryOutput)
    return found


def translated(templates: MemoryTemplates, **given: Any) -> TranslateQueryOutput:
    found = run(translate_query(templates=templates), TranslateQueryInput(**given))
    assert isinstance(found, TranslateQueryOutput)
    return found


def test_a_query_that_can_be_read(templates: MemoryTemplates) -> None:
    """It comes back in its canonical form, which reads as the same query, with what it asks."""
    found = checked(templates, '( {IS governing law clause}  AND NOT {IS lift "them"} )')
    assert found.valid
    assert found.canonical == '{IS governing law clause} AND NOT {IS lift "them"}'
    assert checked(templates, found.canonical).canonical == found.canonical
    assert found.templates_used == ["governing law clause", "lift"]
    assert found.statements == ["This is a governing law clause.", "a lift for them"]
    assert found.explanation is not None
    assert "governing law clause" in found.explanation


def test_a_mistake_has_its_place_and_its_remedy(templates: MemoryTemplates) -> None:
    """Position, line and column lead to the very character, beyond those that count twice elsewhere."""
    query = "{\U0001d49c} AND\n  rent"
    found = checked(templates, query)
    assert (found.valid, found.canonical, found.explanation) == (False, None, None)
    mistake = found.error
    assert mistake is not None
    assert query[mistake.position :] == "rent"
    assert (mistake.line, mistake.column) == (2, 3)
    assert "{rent}" in mistake.hint
    assert mistake.excerpt == "  rent\n  ^"
    assert mistake.expected


def test_words_become_a_query_and_what_is_left_is_said(templates: MemoryTemplates) -> None:
    """What the rules made can be read; what of the words it does not ask stands beside it."""
    made = translated(templates, words="confidentiality clauses governed by Italian law")
    assert str(parse(made.query)) == made.query
    assert made.templates_used == ["confidentiality clause", "governing law clause"]
    assert made.not_asked
    assert "Italian" in " ".join(made.not_asked)
    assert (made.how, made.confidence < 1) == ("rules", True)
    given = translated(templates, words="{IS governing law clause}")
    assert (given.how, given.confidence, given.not_asked) == ("given", 1.0, [])


def test_a_query_becomes_words(templates: MemoryTemplates) -> None:
    """What a query asks is said in a sentence, of the scope that it is to be read in."""
    told = translated(templates, query='{IS lift "them"}', scope="document")
    assert (told.query, told.how, told.templates_used) == ('{IS lift "them"}', "given", ["lift"])
    assert told.explanation.startswith("Finds documents")


def test_neither_and_both_and_nonsense(templates: MemoryTemplates) -> None:
    """One of the two has to be given, and has to say something."""
    for given, why in (
        ({}, "Give either words"),
        ({"words": "rent", "query": "{rent}"}, "Give either words"),
        ({"words": "?!"}, "nothing to translate"),
        ({"query": "{rent"}, "never closed"),
    ):
        with pytest.raises(InvalidInput, match=why):
            translated(templates, **given)


def test_templates_that_can_be_used_with_their_arguments(templates: MemoryTemplates) -> None:
    """Those of the language and one's own, each with a form that, filled in, makes a query that reads."""
    found = run(list_usable_templates(templates=templates), ListUsableTemplatesInput())
    assert isinstance(found, ListUsableTemplatesOutput)
    assert [one.name for one in found.templates] == [*BUILTIN, "lift"]
    own = found.templates[-1]
    assert (own.own, own.group, [one.name for one in own.arguments], own.meaning) == (
        *(True, "Own", ["who"]),
        "{a lift for <who>}",
    )
    for one in found.templates:
        query = one.usage
        for argument in one.arguments:
            query = query.replace(f"<{argument.name}>", "the Tenant")
        assert checked(templates, query).templates_used == [one.name]
        assert one.meaning
