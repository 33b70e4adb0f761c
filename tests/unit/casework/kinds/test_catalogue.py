"""The checklists and templates, as data: complete in both languages, and every word of theirs used."""

from __future__ import annotations

import re

import pytest

from casewright.agents.cases.minds.phrases import _phrases, fact_named, phrase
from casewright.casework.draft_kinds import kind_of
from casewright.casework.kinds.catalogue import GENERAL, Checklist, checklists
from casewright.casework.markdown_blocks import read_markdown

KINDS = list(checklists().values())
_SLOT = re.compile(r"(?<!\{)\{([a-z_]+)\}(?!\})")
_CONDITION = re.compile(r"^[?!]([a-z_]+)", re.MULTILINE)


@pytest.mark.parametrize("kind", KINDS, ids=[one.id for one in KINDS])
def test_a_checklist_is_complete(kind: Checklist) -> None:
    """Each fact has its question and its name in both languages; what depends on another names one that there is."""
    ids = [fact.id for fact in kind.facts]
    assert len(ids) == len(set(ids))
    for fact in kind.facts:
        assert set(fact.ask) == {"ro", "en"}
        assert fact.again == {} or set(fact.again) == {"ro", "en"}
        assert fact_named(kind.id, fact, "en")
        assert fact.when is None or fact.when[0] in ids
        assert fact.beside is None or fact.beside in ids
    assert all(one.when is None or one.when[0] in ids for one in kind.parties)
    assert all(one.or_fact is None or one.or_fact in ids for one in kind.parties)
    assert kind.limit is None or kind.limit.fact in ids
    assert set(kind.next_steps) == {"ro", "en"}
    assert all(set(one) == {"ro", "en"} for one in kind.answers.values())


@pytest.mark.parametrize("kind", KINDS, ids=[one.id for one in KINDS])
def test_a_template_uses_what_there_is(kind: Checklist) -> None:
    """Its names are facts, parties or the few of every template, and each needed fact stands in it."""
    parties = {one.id for one in kind.parties}
    facts = {fact.id for fact in kind.facts}
    known = facts | parties | {f"{one}_nume" for one in parties} | {"azi", "surse", "temeiuri", "lista", "parti"}
    used = set(_SLOT.findall(kind.template))
    conditions = set(_CONDITION.findall(kind.template))
    assert used <= known
    assert conditions <= known | {"trecut"}
    if kind.id != GENERAL:
        assert {fact.id for fact in kind.facts if fact.needed and fact.reads != "yes_no"} <= used


@pytest.mark.parametrize("kind", KINDS, ids=[one.id for one in KINDS])
def test_a_draft_is_checked_as_its_kind(kind: Checklist) -> None:
    """Every act has mandatory parts that are checked; the summary is of no kind."""
    found = kind_of(kind.draft, read_markdown(kind.template))
    assert (found is None) is (kind.id == GENERAL)


def test_both_languages_have_the_same_phrases() -> None:
    """With the same names to fill in."""
    romanian, english = _phrases("ro"), _phrases("en")
    assert {name: set(_SLOT.findall(text)) for name, text in romanian.items()} == {
        name: set(_SLOT.findall(text)) for name, text in english.items()
    }
    assert phrase("intro", "ro") != phrase("intro", "en")
