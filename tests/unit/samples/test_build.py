"""The generator gives the files that are shipped, the same bytes each time."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from samples import build
from samples.agreement import Paragraph, read_agreement
from tests.unit.samples.matter import text

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = sorted(build.SOURCES.glob("*.md"))


@pytest.fixture(scope="module")
def rendered() -> dict[str, bytes]:
    return build.render_all()


def test_shipped_files_are_what_the_sources_give(rendered: dict[str, bytes]) -> None:
    """No shipped file was edited by hand, and none is older than its source."""
    assert build.stale(rendered) == []


def test_building_twice_gives_the_same_bytes(rendered: dict[str, bytes]) -> None:
    """A file depends on its source and on nothing else, not on the time either."""
    assert build.render_all() == rendered


def test_packages_of_word_bear_no_trace_of_the_machine(rendered: dict[str, bytes]) -> None:
    """Parts of a DOCX are undated and stored, so that no compressor's version shows."""
    for name in ("non-disclosure-agreement.docx", "supply-agreement.docx"):
        parts = zipfile.ZipFile(BytesIO(rendered[name])).infolist()
        assert {(part.date_time, part.compress_type) for part in parts} == {((1980, 1, 1, 0, 0, 0), zipfile.ZIP_STORED)}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_clause_numbers_begin_lines_and_nothing_else_looks_like_one(path: Path) -> None:
    """The clause numbers at the beginning of the rendered lines are those of the source, in order."""
    agreement = read_agreement(path)
    labels = [block.label for block in agreement.blocks if isinstance(block, Paragraph)]
    numbers = re.compile(r"^(?:Section )?\d+\.\d+(?=\s)", re.MULTILINE)
    assert numbers.findall(text(agreement.file)) == [label for label in labels if numbers.match(f"{label} ")]


def test_lines_of_plain_text_are_short(rendered: dict[str, bytes]) -> None:
    """No line of a text file has more than 78 characters."""
    lines = [line for name, data in rendered.items() if name.endswith(".txt") for line in data.decode().split("\n")]
    assert max(map(len, lines)) <= 78


def test_check_names_what_is_out_of_date_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """--check exits with 1, says which files differ, and leaves the folder as it is."""
    monkeypatch.setattr(build, "TARGET", tmp_path)
    assert build.main(["--check"]) == 1
    assert "supply-agreement.docx: out of date" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_building_brings_the_folder_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a build nothing is out of date."""
    monkeypatch.setattr(build, "TARGET", tmp_path)
    assert build.main([]) == 0
    assert build.main(["--check"]) == 0
