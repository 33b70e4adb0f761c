"""``python -m evals privacy`` on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

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


def test_labelled_sentences_are_counted_by_kind(evals: EvalsShell, tmp_path: Path) -> None:
    """What is left, and what was masked needlessly, is told with its line; declared parties are known."""
    file = tmp_path / "held-out.jsonl"
    file.write_text(
        '{"text": "Ion Sârbu și Kaufmann, 0722 123 456", "declared": ["Ion Sârbu", "Kaufmann SRL"],'
        ' "mask": [{"text": "Ion Sârbu", "kind": "name"}, {"text": "0722 123 456", "kind": "phone"}],'
        ' "keep": ["Kaufmann"]}\n'
        '\n{"text": "Era și Ploscaru.", "mask": [{"text": "Ploscaru", "kind": "name"}], "keep": ["Era"]}\n'
        '{"text": "Nimic aici.", "mask": []}\n',
        encoding="utf-8",
    )
    told = evals("--json", "masking", file).json

    assert told["masked_whole"] == [1, 2]
    assert told["masked"] == {"name": [1, 2], "phone": [1, 1]}
    assert told["kept"] == [1, 2]
    assert told["other_letters"] == {"masked": 8, "all": 24}
    assert told["left"] == [["line 3", "name", "Ploscaru", "Era și Ploscaru."]]
    assert [one[:2] for one in told["lost"]] == [["line 1", "Kaufmann"]]
    listed = evals("masking", file, "--list").out
    assert "left, line 3, name: 'Ploscaru' in Era și Ploscaru." in listed


def test_aims_are_told_apart_with_intervals(evals: EvalsShell, tmp_path: Path) -> None:
    """Parties in any writing, identifiers, strangers and needless words; a relative with a party's surname is none."""
    file = tmp_path / "held-out.jsonl"
    file.write_text(
        '{"text": "Floarei Sîrbu și lui Ploscaru, CNP 1850314122049, Maria Sîrbu", "declared": ["Floarea Sârbu"],'
        ' "mask": [{"text": "Floarei Sîrbu", "kind": "name"}, {"text": "Ploscaru", "kind": "name"},'
        ' {"text": "1850314122049", "kind": "cnp"}, {"text": "Maria Sîrbu", "kind": "name"}]}\n',
        encoding="utf-8",
    )
    told = evals("--json", "masking", file).json

    assert [(told["aims"][name]["hits"], told["aims"][name]["of"]) for name in ("parties", "identifiers")] == [
        (1, 1),
        (1, 1),
    ]
    assert told["aims"]["strangers"]["of"] == 2
    assert told["aims"]["needless_words"]["hits"] == 0
    assert told["aims"]["needless_words"]["of"] == 3
    assert 0 < told["aims"]["parties"]["low"] < 1
    otherwise = told["parties_written_otherwise"]
    assert otherwise["text without diacritics"]["hits"] == otherwise["declared in capitals"]["hits"] == 1
    assert "Words masked that need not go" in evals("masking", file).out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"text": "Ion", "mask": [{"text": "Ioan", "kind": "name"}]}', "'Ioan' does not stand in the text"),
        ('{"text": "Ion"}', "'mask' is missing"),
        ('{"text": "Ion", "mask": [], "declared": [{"name": "Ion"}]}', "'name' is no field of a party"),
        ("{", "broken JSON"),
    ],
)
def test_line_that_is_no_labelled_sentence_is_named(
    evals: EvalsShell, tmp_path: Path, line: str, sentence: str
) -> None:
    """The sentence names file, line and what is wrong."""
    file = tmp_path / "set.jsonl"
    file.write_text(f"\n{line}\n", encoding="utf-8")
    said = evals("masking", file, code=2).err

    assert "line 2" in said
    assert sentence in said
