"""``python -m evals`` end to end: what it prints, the page it writes, and what bad input gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.evals.labelled import write_acord, write_nli, write_spans, write_squad

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.e2e.conftest import EvalsShell

SETS: tuple[tuple[str, Callable[[Path], Path]], ...] = (
    ("cuad", write_spans),
    ("acord", write_acord),
    ("contractnli", write_nli),
)


@pytest.mark.requirement("eval-commands")
@pytest.mark.parametrize(("name", "write"), SETS)
def test_each_set_is_measured(evals: EvalsShell, tmp_path: Path, name: str, write: Callable[[Path], Path]) -> None:
    """A table with intervals, the same as JSON, BM25 beside, and the attribution; nothing is written."""
    data = tmp_path / "data"
    data.mkdir()
    write(data)
    before = sorted(tmp_path.rglob("*"))

    shown = evals(name, "--data", data).out
    found = evals(name, "--data", data, "--json").json

    assert "embedded-" in shown
    assert "CC BY 4.0" in shown
    assert "[" in shown
    assert found["set"] == name
    scorers = [one["scorer"] for one in found["sections"][0]["scorers"]]
    assert scorers == [found["model"], "BM25"]
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.requirement("eval-page")
def test_page_is_written_where_asked(evals: EvalsShell, tmp_path: Path) -> None:
    """The page goes into the file named, over one that is there, and nowhere else."""
    page = tmp_path / "figures.html"
    page.write_text("old")
    write_acord(tmp_path)

    assert "--force" in evals("acord", "--data", tmp_path, "--html", page, code=2).err
    shown = evals("acord", "--data", tmp_path, "--html", page, "--force").out

    assert f"Written to {page}" in shown
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert "<script" not in page.read_text("utf-8")


def test_public_file_is_enough(evals: EvalsShell, tmp_path: Path) -> None:
    """CUAD v1's own file is measured as the folder is."""
    write_squad(tmp_path / "CUADv1.json")
    write_spans(tmp_path)
    one = evals("cuad", "--data", tmp_path / "CUADv1.json", "--json").json
    assert one == evals("cuad", "--data", tmp_path, "--json").json


def test_folds_measure_heads_fitted_anew(evals: EvalsShell, tmp_path: Path) -> None:
    """Cross-validation over the contracts, with the shipped model's features."""
    pytest.importorskip("sklearn")
    found = evals("cuad", "--data", write_spans(tmp_path), "--refit", 3, "--json").json
    assert found["refitted_folds"] == 3
    assert [row["name"] for row in found["sections"][0]["scorers"][0]["rows"]] == ["Governing Law", "Insurance"]


@pytest.mark.requirement("eval-bad-input")
@pytest.mark.parametrize("name", ["cuad", "acord", "contractnli"])
def test_missing_data_ends_with_2(evals: EvalsShell, tmp_path: Path, name: str) -> None:
    """A folder that is missing, and one that holds something else, are said in a sentence that says what to give."""
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "does not exist: give" in evals(name, "--data", tmp_path / "nowhere", code=2).err
    assert "holds no" in evals(name, "--data", empty, code=2).err
    assert "error" in evals(name, "--data", empty, "--json", code=2).json


@pytest.mark.requirement("eval-bad-input")
def test_broken_line_ends_with_2(evals: EvalsShell, tmp_path: Path) -> None:
    """A broken line is named by file and number, and no page is written."""
    file = write_acord(tmp_path) / "corpus.jsonl"
    file.write_text(file.read_text("utf-8") + "{\n", "utf-8")
    page = tmp_path / "figures.html"

    ended = evals("acord", "--data", tmp_path, "--html", page, code=2)

    assert "corpus.jsonl', line 5, is not as ACORD has it" in ended.err
    assert not page.exists()


@pytest.mark.requirement("eval-bad-input")
def test_options_are_checked_before_the_work(evals: EvalsShell, tmp_path: Path) -> None:
    """A page in a folder that is not there, a folder without models and options that exclude each other."""
    nowhere = tmp_path / "no" / "page.html"
    assert "There is no folder" in evals("acord", "--data", tmp_path, "--html", nowhere, code=2).err
    assert "is a folder" in evals("acord", "--data", tmp_path, "--html", tmp_path, code=2).err
    models = ("--folds", tmp_path)
    assert "holds no models" in evals("cuad", "--data", tmp_path, *models, code=2).err
    assert "cannot be read" in evals("acord", "--data", tmp_path, "--base-encoder", tmp_path, code=5).err
    assert "give one" in evals("cuad", "--data", tmp_path, *models, "--refit", 2, code=2).err
