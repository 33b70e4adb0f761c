"""``python -m evals privacy`` on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import EvalsShell


def test_recall_is_told_by_set_and_real_texts_apart(evals: EvalsShell, tmp_path: Path) -> None:
    """Each source with its sets; real texts with every mask, names apart from identifiers; the same on every run."""
    (tmp_path / "act.txt").write_text("domnul Vasile Pop, CUI 18547290, Str. Izvor nr. 2", encoding="utf-8")
    told = evals("--json", "privacy", "--texts", "21", "--data", tmp_path).json

    assert [one["source"] for one in told["generated"]] == ["fitted", "mended", "unseen"]
    assert all(
        one["sets"]["known"]["masked"] >= 0.97 * one["sets"]["known"]["planted"] > 0 for one in told["generated"]
    )
    assert [kind for _file, kind, _text in told["acts"]["masked"]] == ["name", "cui", "address"]
    assert told["acts"]["tokens_masked_as_names"] == 2
    again = evals("--json", "privacy", "--texts", "21").json
    assert [one["sets"] for one in again["generated"]] == [one["sets"] for one in told["generated"]]


def test_list_shows_misses_and_masks(evals: EvalsShell, tmp_path: Path) -> None:
    """With --list each miss and each mask is a line to be judged."""
    (tmp_path / "act.txt").write_text("CUI 18547290", encoding="utf-8")
    told = evals("privacy", "--texts", "14", "--list", "--data", tmp_path).out

    assert "act.txt: cui: '18547290'" in told
    assert "missed, bare" in told


def test_folder_without_texts_is_refused(evals: EvalsShell, tmp_path: Path) -> None:
    """The sentence names the folder and what it should hold."""
    assert "no .txt file" in evals("privacy", "--data", tmp_path / "none", code=2).err
