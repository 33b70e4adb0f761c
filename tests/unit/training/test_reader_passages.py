"""Questions by people are placed in the passages that the product cuts, in Romanian too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from training.reader.glossed import of_romanian
from training.reader.pairs import of_written
from training.reader.passages import cut, stands
from training.reader.written import placed, read

if TYPE_CHECKING:
    from pathlib import Path

LEASE = """1. RENT

1.1 The tenant pays a rent of EUR 900 a month, on the fifth day of each month, to the account that the landlord names.

1.2 The tenant pays a deposit of EUR 1,800 before the keys are handed over; it bears no interest at all.

2. REPAIRS

2.1 The landlord repairs the roof and the pipes within ten days after the tenant has told him of a fault in writing.
"""
CHIRIE = "1. Chiria\n\n1.1 Chiriașul plătește proprietarului o chirie de 900 euro pe lună, până în ziua a cincea.\n"
ASKED = [
    {"file": "lease.txt", "questions": ["How much is the deposit?"], "kind": "how_much", "answer": "EUR 1,800",
     "quote": "The tenant pays a deposit of EUR 1,800"},
    {"file": "lease", "questions": ["Who repairs the roof?"], "kind": "who", "answer": "The landlord",
     "quote": "The landlord repairs the roof and\nthe pipes"},
    {"file": "lease.txt", "questions": ["Who paints the door?"], "absent": True},
    {"file": "lease.txt", "questions": ["What?"], "kind": "what", "answer": "no such", "quote": "words at all"},
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a lease in each language, and the questions about the English one."""
    (tmp_path / "lease.txt").write_text(LEASE, "utf-8")
    (tmp_path / "chirie.txt").write_text(CHIRIE, "utf-8")
    lines = placed([json.dumps(one) for one in ASKED], tmp_path)
    (tmp_path / "asked.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return tmp_path


def test_what_stands_nowhere_is_left_out(folder: Path) -> None:
    listed = read(folder / "asked.jsonl")
    text = cut(folder / "lease.txt").text
    assert [one.file for one in listed] == ["lease.txt"] * 3
    assert [None if one.answer is None else text[slice(*one.answer)] for one in listed] == [
        "EUR 1,800",
        "The landlord",
        None,
    ]


def test_answers_stand_in_their_passages(folder: Path) -> None:
    """The passage that holds the answer, behind what leads to it; the others are tempting, but for it."""
    items = list(of_written(read(folder / "asked.jsonl"), folder))
    assert len(items) == 3
    for item, answer in zip(items, ("EUR 1,800", "The landlord", None), strict=True):
        for number, start, end in item.places:
            assert item.document.units[number][start:end] == answer
            assert start >= item.document.own[number]
            assert number not in item.tempting
        assert bool(item.places) is (answer is not None)


def test_romanian_is_placed_in_english_words(folder: Path) -> None:
    text = cut(folder / "chirie.txt").text
    low = text.index("900 euro")
    line = {"file": "chirie.txt", "questions": ["Cât este chiria?"], "kind": "how_much", "answer": [low, low + 8],
            "quote": [low, low + 8]}  # fmt: skip
    (folder / "ro.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    [item] = of_romanian(of_written(read(folder / "ro.jsonl"), folder))
    number, start, end = item.places[0]
    assert item.document.units[number][start:end] == "900 euro"
    assert "tenant" in item.document.units[number].casefold()
    assert "rent" in item.questions[0]


@pytest.mark.parametrize(("words", "found"), [("a  b\nc", "a b c"), ("b", "b"), ("x", None), ("", None), ("(", None)])
def test_words_are_found_whatever_the_space(words: str, found: str | None) -> None:
    text = "so a b c is it"
    place = stands(text, words)
    assert (None if place is None else text[slice(*place)]) == found
