"""``python -m evals reading``, end to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.evals.reading.known import write_texts

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import EvalsShell


@pytest.mark.requirement("reading-measured")
def test_eval_reading_tells_each_layout_and_each_figure(evals: EvalsShell, tmp_path: Path) -> None:
    """As JSON: every layout with parts and wholes, and faults as many as asked for; nothing is left behind."""
    data = write_texts(tmp_path / "texts")
    before = sorted(tmp_path.rglob("*"))
    [half] = evals("--json", "reading", "--data", data, "--without-ocr", "--errors", 1).json["halves"]
    assert half["half"] == "fitted"
    assert len(half["layouts"]) == 15
    total = half["total"]
    assert total["read"] == {"part": 84, "of": 84, "share": 1.0}
    assert total["aligned"]["share"] > 0.99
    for kind in ("pdf", "docx", "txt", "html", "eml", "xlsx"):
        assert total[f"quote {kind}"]["of"] >= 100
    for key in ("furniture", "taken", "cut", "section right", "cells", "states"):
        assert total[key]["of"] == sum(held[key]["of"] for held in half["layouts"].values() if key in held) > 0
    assert len({fault.split(":")[0] for fault in half["faults"]}) == len(half["faults"])
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--half", "both"), "fitted, retired, unseen or all"),
        (("--half", "unseen", "--errors", "3"), "Faults are not listed of the unseen half"),
        (("--half", "fitted"), "holds no .txt file"),
    ],
)
def test_eval_reading_names_what_is_wrong(
    evals: EvalsShell, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    """A half that is none, faults that are not listed, a folder without texts."""
    assert said in evals("reading", "--data", tmp_path, *arguments, code=2).err
