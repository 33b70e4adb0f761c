"""Reading labelled contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.domain.documents import Chunk, OffsetMap
from casewright.errors import InvalidInput
from evals.cuad_data import CATEGORIES, fingerprint, label_spans, read_contracts
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


def test_spans_are_placed_in_the_text_they_were_marked_in() -> None:
    """Where reading moved offsets, such as over a byte order mark, spans still mean the text as it was published."""
    chunks = [Chunk(0, 0, 100, ""), Chunk(1, 100, 200, "")]
    moved = OffsetMap(((0, 100),))

    assert label_spans(chunks, [(100, 200)]).tolist() == [0, 1]
    assert label_spans(chunks, [(100, 200)], moved).tolist() == [1, 0]


def test_published_archive_is_found(tmp_path: Path) -> None:
    """The folder that CUAD's archive unpacks to is enough, whichever of its two names the file has."""
    for name in ("CUADv1.json", "CUAD_v1.json"):
        folder = tmp_path / name / "master" / "data"
        folder.mkdir(parents=True)
        write_squad(folder / name)
        assert len(list(read_contracts(tmp_path / name))) == len(PLACES)


@pytest.mark.requirement("eval-bad-input")
def test_missing_data_says_what_to_give(tmp_path: Path) -> None:
    """A path that is not there, or holds no labelled contracts, is an error that says what to give."""
    with pytest.raises(InvalidInput, match=r"holds no spans\.jsonl nor CUAD\*v1\.json: give a folder"):
        list(read_contracts(tmp_path))
    with pytest.raises(InvalidInput, match="does not exist: give"):
        list(read_contracts(tmp_path / "nowhere"))


@pytest.mark.requirement("eval-bad-input")
@pytest.mark.parametrize("content", ["{", "[1]", '{"file": 3}', '{"file": "missing.txt", "spans": {}}', "[" * 100_000])
def test_broken_line_is_an_error(tmp_path: Path, content: str) -> None:
    """A line that is not labelled as CUAD is an error that names file and line."""
    write_spans(tmp_path)
    file = tmp_path / "spans.jsonl"
    file.write_text(file.read_text("utf-8").splitlines()[0] + "\n" + content, "utf-8")
    with pytest.raises(InvalidInput, match=r"spans\.jsonl', line 2, is not as CUAD has it"):
        list(read_contracts(tmp_path))


@pytest.mark.requirement("eval-bad-input")
@pytest.mark.parametrize("content", ["", "[]", '{"data": 3}', '{"data": [{"title": "A"}]}'])
def test_broken_published_file_is_an_error(tmp_path: Path, content: str) -> None:
    """The published file, broken, is named as well."""
    file = tmp_path / "CUADv1.json"
    file.write_text(content, "utf-8")
    with pytest.raises(InvalidInput, match=r"CUADv1\.json'.* is not as CUAD has it"):
        list(read_contracts(tmp_path))
