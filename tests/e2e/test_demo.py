"""The demo end to end, held against what the sample matter says of itself."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell


def clauses(kind: str) -> dict[str, list[str]]:
    """The clause numbers of a kind per file, as the matter's own table gives them."""
    table = tomllib.loads(files("casewright").joinpath("samples/smith_v_jones/matter.toml").read_text("utf-8"))
    found = {document["file"]: document.get("clauses", {}).get(kind, []) for document in table["documents"]}
    return {file: numbers for file, numbers in found.items() if numbers}


def matched(result: dict[str, Any]) -> dict[str, list[str]]:
    """The sections of the matches per file, best first."""
    return {
        one["filename"]: [match["citation"].get("section", "") for match in one["matches"]]
        for one in result["document_results"]
        if one["matches"]
    }


@pytest.mark.requirement("cli-demo")
def test_demo(shell: Shell) -> None:
    """The demo answers its four questions as a lawyer would, verifies the audit, and a second run adds nothing."""
    found = shell("--json", "demo").json
    uncapped, one_sided, burdened, disputes = (answer["result"] for answer in found["answers"])
    assert list(matched(uncapped)) == ["supply-agreement.docx"]
    assert max(one_sided["document_results"], key=lambda one: one["score"])["filename"].startswith("non-disclosure")
    assert max(burdened["document_results"], key=lambda one: one["match_count"])["filename"] == "supply-agreement.docx"
    expected = clauses("governing law clause")
    assert set(matched(disputes)) == set(expected)
    for file, numbers in expected.items():
        assert any(section.startswith(numbers[0]) for section in matched(disputes)[file]), (file, numbers)
    assert found["audit"]["verified"] is True
    again = shell("--json", "demo").json
    assert all(document["duplicate"] for document in again["documents"])
    assert [answer["result"] for answer in again["answers"]] == [answer["result"] for answer in found["answers"]]


def test_demo_says_what_to_try_next(shell: Shell) -> None:
    """The demo shows questions, quotes and places, and ends with what to try next."""
    shown = shell("demo").out
    assert "1. Which contract has an indemnity and no cap on liability anywhere?" in shown
    assert "supply-agreement.docx" in shown
    assert "Try next:" in shown
