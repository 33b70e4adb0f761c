"""Conversations with the rule-based minds, as data: what is asked, what is heard, what is known, what is drafted."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from casewright.agents.cases.mind import Ask, Tell
from casewright.agents.cases.minds.plain_replies import sentences
from casewright.agents.cases.minds.spoken_language import in_english
from tests.fakes.pretend_case import PretendCase

_FOLDER = Path(__file__).parents[4] / "cases/minds"
CONVERSATIONS: list[dict[str, Any]] = [
    told
    for file in ("conversations.yml", "conversations_other_order.yml")
    for told in yaml.safe_load((_FOLDER / file).read_text(encoding="utf-8"))
]
TODAY = date(2026, 11, 21)


@pytest.mark.requirement("case-minds-ask")
@pytest.mark.parametrize("told", CONVERSATIONS, ids=[one["name"] for one in CONVERSATIONS])
def test_a_conversation_goes_as_told(told: dict[str, Any]) -> None:
    """Each turn asks for what is missing next and keeps what it heard; the last draft has what it has to."""
    case = PretendCase(tier=told["tier"], today=TODAY, language=told.get("language", "ro"))
    case.documents.update(told.get("documents", {}))
    for turn in told["turns"]:
        for role, kind in turn.get("add", ()):
            case.attach(role, kind)
        step = case.say(turn["say"])
        heard = step.question if isinstance(step, Ask) else step.text
        about = step.about if isinstance(step, Ask) else None
        if case.language == "ro":
            told_more = () if isinstance(step, Ask) else (*step.recommendations, *step.next_steps)
            assert [one for text in (heard, *told_more) for one in sentences(text) if in_english(one)] == []
        assert [words for words in turn.get("hears", ()) if words not in heard] == [], heard
        known = case.facts()
        assert {name: known.get(name) for name in turn.get("knows", {})} == turn.get("knows", {})
        if "asks" in turn:
            assert about is not None, heard
            assert turn["asks"] in (about, about.rstrip("#").partition("+")[0]), heard
    if "drafts" in told:
        assert isinstance(step, Tell), step
        assert len(case.drafts) == told["drafts"]
        assert [words for words in told.get("holds", ()) if words not in case.drafts[-1]] == [], case.drafts[-1]
        assert [words for words in told.get("lacks", ()) if words in case.drafts[-1]] == [], case.drafts[-1]
