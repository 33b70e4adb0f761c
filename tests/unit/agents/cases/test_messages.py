"""The sentences that users read: there in every language, filled in, and without jargon."""

from __future__ import annotations

import re

import pytest

from casewright.agents.cases.messages import LANGUAGES, filled, prompt, section

_HEADING = re.compile(r"^# ([a-z_]+)$", re.MULTILINE)
_JARGON = re.compile(r"\b(tool|error|timeout|null|json|sql|api|exception|query_bigquery|instrument)\b", re.IGNORECASE)
_PARTS = {"research_summary", "read_back", "changed"}
"""Of a text that goes on after them."""
FOR_MODELS = {"ticket_description", "failure_question", "plan_question", "no_summary"}
"""Said to models and to support, in Romanian always."""


def headings(language: str) -> set[str]:
    return set(_HEADING.findall(prompt("messages", language)))


@pytest.mark.requirement("case-agent-languages")
def test_every_sentence_is_there_in_every_language() -> None:
    """What a user may read has the same sections in Romanian and English."""
    assert {language: headings(language) - FOR_MODELS for language in LANGUAGES} == dict.fromkeys(
        LANGUAGES, headings("en")
    )
    assert headings("ro") >= FOR_MODELS


@pytest.mark.requirement("case-agent-languages")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_for_users_has_jargon(language: str) -> None:
    """A user reads no word of the machinery; each sentence ends as one does."""
    for heading in headings(language) - FOR_MODELS - _PARTS:
        text = section("messages", heading, language)
        assert _JARGON.search(text) is None, (heading, text)
        assert text[-1] in ".?", (heading, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_sentences_are_those_that_are_given(language: str) -> None:
    """Each name in braces is one that the agent fills in."""
    values = {
        "said": "s",
        "tier": 1,
        "tool": "t",
        "error": "e",
        "draft": "d",
        "count": 1,
        "titles": "x",
        "platform": "p",
    } | {"most": 1}
    for heading in headings(language):
        filled(section("messages", heading, language), **values)
