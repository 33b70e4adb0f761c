"""The reader that ships: it points at words of a passage, and says how sure it is."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.answers.spans import MANIFEST, SHIPPED, SpanReader
from casewright.errors import IntegrityError
from casewright.tools.ports.search import Unit

if TYPE_CHECKING:
    from pathlib import Path

READER = SpanReader.from_folder()
LEASE = (
    "The rent is EUR 1,250 a month and falls due on the third day of each month.",
    "The tenant pays a deposit of EUR 3,750 before the keys are handed over.",
    "The landlord insures the building against fire for EUR 900,000.",
)
HEADED = Unit("4. Keys\nThe caretaker keeps a spare key in the office at Dock Road 7.", len("4. Keys\n"), 0.5)


def said(question: str, *passages: str, romanian: bool = False) -> tuple[str, float]:
    units = [Unit(one, 0, 0.5, romanian=romanian) for one in passages]
    first = READER.find(question, units, romanian=romanian)[0]
    return passages[first.passage][first.start : first.end], first.sure


@pytest.mark.requirement("extract-reads")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much is the rent?", "1,250"),
        ("What deposit does the tenant pay?", "3,750"),
        ("For how much is the building insured?", "900,000"),
        ("On which day is the rent due?", "third day"),
    ],
)
def test_one_sum_is_not_another(question: str, answer: str) -> None:
    assert answer in said(question, *LEASE)[0]


def test_what_is_not_there_is_told_with_less_sureness() -> None:
    there = said("How much is the rent?", *LEASE)[1]
    assert said("Who repairs the lift?", *LEASE)[1] < 0.5 < there


@pytest.mark.requirement("extract-reads")
def test_romanian_is_answered_in_its_own_words() -> None:
    text = "Chiria lunară este de 450 euro. Garanția este de 900 euro și se restituie la plecare."
    answer, _ = said("Cât este chiria pe lună?", text, romanian=True)
    assert "450" in answer
    assert answer in text


def test_places_are_those_of_the_own_words() -> None:
    """What stands before the passage's own words is read and never quoted."""
    own = HEADED.text[HEADED.own :]
    first = READER.find("Where is the spare key kept?", [HEADED])[0]
    assert own[first.start : first.end] in own
    assert "Dock Road" in own[first.start : first.end]


def test_a_long_passage_is_read_to_its_end() -> None:
    long = "The parties met and talked about the weather in the valley. " * 60 + "The fee for late return is EUR 77."
    assert "77" in said("How much is the late return fee?", long)[0]


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=80), st.lists(st.text(max_size=120), max_size=4), st.booleans())
def test_whatever_it_is_given(question: str, passages: list[str], romanian: bool) -> None:
    units = [Unit(one, len(one) // 3, 0.1, romanian=romanian) for one in passages]
    for one in READER.find(question, units, romanian=romanian):
        own = passages[one.passage][len(passages[one.passage]) // 3 :]
        assert 0 <= one.start < one.end <= len(own)
        assert own[one.start : one.end].strip() == own[one.start : one.end]
        assert 0 <= one.sure <= 1


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda folder: (folder / "reader.onnx").write_bytes(b"other"), "is damaged"),
        (lambda folder: (folder / MANIFEST).unlink(), "cannot be read"),
        (lambda folder: (folder / MANIFEST).write_text("[1]", "utf-8"), "cannot be read"),
        (lambda folder: _other_format(folder / MANIFEST), "has format 99"),
    ],
)
def test_a_reader_that_is_not_what_it_should_be_is_refused(harm: object, says: str, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(SHIPPED, folder)
    harm(folder)  # type: ignore[operator]  # a function
    with pytest.raises(IntegrityError, match=says) as refused:
        SpanReader.from_folder(folder)
    assert "install casewright again" in str(refused.value)


def _other_format(manifest: Path) -> None:
    told = json.loads(manifest.read_text("utf-8"))
    manifest.write_text(json.dumps(told | {"format": 99}), "utf-8")
