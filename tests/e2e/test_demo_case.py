"""``casewright demo case``: from a message to paper, stopped and resumed; ``make demo-models``: the same by wire."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
import pytest

from casewright.cli.demo_talk import searched

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell


def paper(path: str) -> str:
    """The text of a PDF."""
    opened = pypdfium2.PdfDocument(Path(path))
    text = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in opened)
    opened.close()
    return text


@pytest.mark.requirement("case-demo")
def test_demo_of_a_case(shell: Shell, demo_models: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draft on paper, its twin after a ticket, over the wire the very same, and no personal value anywhere."""
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT", "openai:m")
    rules = shell("--json", "demo", "case", "--out", tmp_path).json
    assert "--force" in shell("demo", "case", "--out", tmp_path, code=2).err
    wire = demo_models("--json", "--out", tmp_path, "--force").json

    for one in (rules, wire):
        assert one["transcript"]["values"] >= 15
        assert one["transcript"]["found"] == []
        assert one["case"]["audit"]["verified"]
        assert one["paused"]["audit"]["verified"]
        assert len(one["paused"]["tickets"]) == 1
    for part in ("case", "paused"):
        assert wire[part]["sha256"] == rules[part]["sha256"] is not None
    assert {turn["assistant"] for turn in rules["case"]["turns"]} == {"rules, no language model"}
    assert {turn["assistant"] for turn in wire["case"]["turns"]} == {"google_genai:gemini-2.5-flash"}
    assert {turn["reasoner"] for turn in wire["case"]["turns"]} == {"xai:grok-3-mini"}
    assert wire["wire"] == {"requests": wire["transcript"]["entries"] / 2, "found": []}
    assert "Filofteia" in paper(wire["case"]["pdf"])
    assert "Smaranda" in paper(wire["paused"]["pdf"])
    assert "Smaranda" not in (tmp_path / "demo-case-transcript.txt").read_text(encoding="utf-8")
    assert os.environ["CASEWRIGHT_ASSISTANT"] == "openai:m"
    assert not (shell.home / "casewright.db").exists()


@pytest.mark.requirement("case-demo")
def test_demo_that_cannot_be_held(
    shell: Shell, demo_models: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that is none, and a library that is not installed, are sentences with what to do."""
    assert "--out is" in shell("demo", "case", "--out", tmp_path / "none", code=2).err
    monkeypatch.setattr("scripts.demo_models._LIBRARIES", {"no_such_library": "google"})
    assert "pip install 'casewright[google]'" in demo_models(code=2).err


def test_search_sees_through_spelling() -> None:
    """A value is found whatever case, diacritics and spaces it is written with."""
    found = searched(["… GHITULESCU, 0740123456"], ["Ghițulescu", "0740 123 456", "Turda"])
    assert found.found == ("Ghițulescu", "0740 123 456")
    assert (found.values, found.texts) == (3, 1)
