"""``python -m evals polarity``, end to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.evals.test_polarity import written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import EvalsShell


@pytest.mark.requirement("answer-yes-no")
def test_yes_no_questions_are_measured(evals: EvalsShell, tmp_path: Path) -> None:
    """The figures as JSON and as lines; with --misses what was decided wrongly."""
    data = written(tmp_path)
    found = evals("--json", "polarity", "--data", data, "--root", tmp_path).json
    assert found["questions"] == 6
    assert found["figures"]["first wordings: right of these"] == {"hits": 1, "of": 2, "share": 0.5}
    told = evals("polarity", "--data", data, "--root", tmp_path, "--misses").out
    assert "first wordings: decided" in told
    assert "May the tenant keep hens?" in told


@pytest.mark.parametrize(("name", "said"), [("none.jsonl", "is not there"), ("marked.jsonl", "lies in none")])
def test_missing_files_end_with_2(evals: EvalsShell, tmp_path: Path, name: str, said: str) -> None:
    """No file of questions, and no folder that has the documents."""
    written(tmp_path)
    (tmp_path / "empty").mkdir()
    assert said in " ".join(
        evals("polarity", "--data", tmp_path / name, "--root", tmp_path / "empty", code=2).err.split()
    )
