"""The checks of chat models that come with the package."""

from __future__ import annotations

import pytest

from casewright.agents.model_check.check import read_checks

CHECKS = read_checks().checks


@pytest.mark.requirement("models-check")
def test_each_ability_is_checked_by_a_few_questions() -> None:
    """Six to ten checks, each ability among them, none under another's name."""
    assert 6 <= len(CHECKS) <= 10
    assert {one.ability for one in CHECKS} == {"tools", "citations", "restraint"}
    assert len({one.name for one in CHECKS}) == len(CHECKS)


def test_what_is_expected_can_be_given() -> None:
    """The call that is asked for is one of the tools offered, and each quote stands in the text shown."""
    for check in CHECKS:
        offered = {one["function"]["name"]: one["function"]["parameters"]["required"] for one in check.tools}
        for tool, arguments in (check.calls or {}).items():
            assert list(arguments) == offered[tool], check.name
        quotes = "" if check.text is None else " ".join(one["quote"] for one in check.text.passages)
        assert all(words in quotes for words in check.quotes), check.name


def test_text_is_shown_between_boundaries_with_its_places() -> None:
    """The document's id stands above the passages, each with its offsets, and a mark that the text does not know."""
    text = next(one.text for one in CHECKS if one.text is not None)
    shown = text.written(lambda: "ab-cd").splitlines()
    assert shown[0] == "<<<DATA abcd"
    assert shown[1] == f"DOCUMENT_ID: {text.document}"
    assert shown[2] == f"0-{len(text.passages[0]['quote'])}: {text.passages[0]['quote']}"
    assert shown[-1] == "DATA abcd>>>"
