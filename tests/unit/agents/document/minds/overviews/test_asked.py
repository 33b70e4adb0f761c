"""Which questions ask for documents as a whole; the cases are data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from casewright.agents.document.minds.named_documents import PLACEHOLDER
from casewright.agents.document.minds.overviews.asked import overview_asked
from casewright.iql.wording import fold_words

CASES = yaml.safe_load((Path(__file__).parents[5] / "cases" / "questions" / "overviews.yml").read_text("utf-8"))


@pytest.mark.requirement("answer-comparison", "answer-unusual")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["question"][:60])
def test_question_asks_for_an_overview(case: dict[str, Any]) -> None:
    """A comparison of two documents, with what it is of; what is unusual in one; or neither."""
    said = fold_words(case["question"])
    for words in case.get("named", []):
        said = said.replace(words, PLACEHOLDER)
    asked = overview_asked(said, case["question"], case.get("named", []))
    assert (None if asked is None else asked.kind) == case["asked"]
    if asked is not None and asked.kind == "comparison":
        assert asked.arguments["kinds"] == case.get("kinds", [])
        assert asked.arguments["subject"] == case.get("subject", "")
