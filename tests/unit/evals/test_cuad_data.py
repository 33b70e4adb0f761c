"""Reading labelled contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.domain.documents import Chunk
from casewright.errors import InvalidInput
from casewright.evals.cuad_data import CATEGORIES, fingerprint, label_spans, read_contracts
from tests.unit.evals.labelled import PLACES, write_spans, write_squad

if TYPE_CHECKING:
    from pathlib import Path


def test_both_layouts_read_the_same(tmp_path: Path) -> None:
    """The folder layout and CUAD v1's own give the same texts and spans."""
    folder = list(read_contracts(write_spans(tmp_path)))
    squad = list(read_contracts(write_squad(tmp_path / "CUADv1.json")))

    assert len(folder) == len(squad) == len(PLACES)
    for ours, theirs in zip(folder, squad, strict=True):
        assert ours.text == theirs.text
        assert ours.spans == theirs.spans


def test_categories_are_known_however_they_are_spelt(tmp_path: Path) -> None:
    """CUAD spells its categories in two ways; both lead to one."""
    write_spans(tmp_path)
    file = tmp_path / "spans.jsonl"
    file.write_text(file.read_text("utf-8").replace("Governing Law", "governing law"), "utf-8")

    assert all("Governing Law" in contract.spans for contract in read_contracts(tmp_path))
    assert len(CATEGORIES) == 34


def test_fingerprint_knows_a_contract_whatever_its_white_space() -> None:
    """White space does not make another contract; a word does."""
    assert fingerprint("This  Agreement\nis made") == fingerprint("This Agreement is made ")
    assert fingerprint("This Agreement") != fingerprint("That Agreement")


def test_chunks_are_labelled_by_what_a_span_covers() -> None:
    """A chunk is positive where span or chunk is covered enough, left out where a span only touches it."""
    chunks = [Chunk(0, 0, 100, ""), Chunk(1, 100, 200, ""), Chunk(2, 200, 300, ""), Chunk(3, 300, 310, "")]

    assert label_spans(chunks, [(90, 200)]).tolist() == [-1, 1, 0, 0]
    assert label_spans(chunks, [(150, 170)]).tolist() == [0, 1, 0, 0]
    assert label_spans(chunks, [(100, 310)]).tolist() == [0, 1, 1, 1]
    assert label_spans(chunks, []).tolist() == [0, 0, 0, 0]


def test_missing_data_says_what_to_give(tmp_path: Path) -> None:
    """A path that is not there, or holds no labelled contracts, is an error that says what to give."""
    with pytest.raises(InvalidInput, match="holds no labelled contracts: give"):
        list(read_contracts(tmp_path))
    with pytest.raises(InvalidInput, match="does not exist: give"):
        list(read_contracts(tmp_path / "nowhere"))


@pytest.mark.parametrize("content", ["{", "[1]", '{"file": 3}', '{"file": "missing.txt", "spans": {}}'])
def test_broken_data_is_an_error(tmp_path: Path, content: str) -> None:
    """A file that is not labelled as CUAD is an error that names it."""
    (tmp_path / "spans.jsonl").write_text(content, "utf-8")
    with pytest.raises(InvalidInput, match=r"spans\.jsonl' is not labelled as CUAD is"):
        list(read_contracts(tmp_path))
