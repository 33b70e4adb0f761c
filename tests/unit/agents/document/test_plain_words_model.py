"""Tests of casewright.agents.document.plain_words_model: a model's query passes the parser or rules take its place."""

from __future__ import annotations

import asyncio

import pytest

from casewright.agents.document.plain_words_model import translate_by
from casewright.errors import InvalidInput, Unavailable
from casewright.iql import BUILTIN
from casewright.iql.plain_words import translate
from tests.fakes.scripted_model import ScriptedModel, says

WORDS = "one-sided indemnity"


@pytest.mark.requirement("iql-plain-words")
def test_model_that_answers_in_iql_is_taken() -> None:
    """A query that the parser takes is the translation; the model was told every template and given the words alone."""
    model = ScriptedModel(says('Here: {"iql": "NOT {IS liability cap clause}", "scope": "document"}'))
    found = asyncio.run(translate_by(model, WORDS))
    assert (found.iql, found.scope) == ("NOT {IS liability cap clause}", "document")
    assert found.templates_used == ("liability cap clause",)
    [[instructions, words]] = model.asked
    assert all(template.usage in str(instructions.text) for template in BUILTIN.values())
    assert words.text == WORDS


@pytest.mark.requirement("iql-plain-words")
@pytest.mark.parametrize(
    "line",
    [
        says("I would rather not."),
        says('{"iql": "{IS warranty clause}"}'),
        says('{"iql": "{IS right"}'),
        says('{"iql": 3}'),
        says("{not json}"),
        Unavailable("the provider is down"),
    ],
)
def test_anything_else_falls_back_to_the_rules(line: object) -> None:
    """Talk, a query that is none and a provider that is down all end in the rules' query, and that is told."""
    found = asyncio.run(translate_by(ScriptedModel(line), WORDS))  # type: ignore[arg-type]  # what a parameter of a test holds
    by_rules = translate(WORDS)
    assert (found.iql, found.scope, found.confidence) == (by_rules.iql, by_rules.scope, by_rules.confidence)
    assert "Made by rules, since the model gave no usable query" in found.explanation


def test_iql_and_nothing_are_not_sent_anywhere() -> None:
    """IQL among the words is taken as it stands, and a text without a word is refused, before a model is asked."""
    model = ScriptedModel()
    assert asyncio.run(translate_by(model, "run {IS right}")).iql == "{IS right}"
    with pytest.raises(InvalidInput):
        asyncio.run(translate_by(model, " "))
    assert model.asked == []
