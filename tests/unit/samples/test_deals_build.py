"""The generator gives the deals that are shipped, the same bytes each time."""

from __future__ import annotations

import zipfile
from email import message_from_bytes, policy
from io import BytesIO
from typing import TYPE_CHECKING

import openpyxl
import pytest

from samples.deals import build
from samples.deals.claims import value_struct
from scripts import make_sample_deals

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def rendered() -> dict[str, bytes]:
    return build.render_all()


def test_shipped_files_are_what_the_sources_give(rendered: dict[str, bytes]) -> None:
    """Every file is there byte for byte, and none that no source gives."""
    assert build.stale(rendered) == []
    assert build.surplus(rendered) == []


def test_no_time_of_the_day_gets_into_a_file(rendered: dict[str, bytes]) -> None:
    """The parts of Office files are undated, and workbooks say that they were made on the date that all files bear."""
    for name, data in rendered.items():
        if not name.endswith((".docx", ".xlsx")):
            continue
        with zipfile.ZipFile(BytesIO(data)) as package:
            assert {part.date_time for part in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        if name.endswith(".xlsx"):
            properties = openpyxl.load_workbook(BytesIO(data)).properties
            assert properties.created == properties.modified == build.MADE.replace(tzinfo=None)


def test_workbooks_hold_values_and_no_formulas(rendered: dict[str, bytes]) -> None:
    """No cell is a formula, so that every reader sees its figure."""
    books = [data for name, data in rendered.items() if name.endswith(".xlsx")]
    assert len(books) == 5
    for data in books:
        for sheet in openpyxl.load_workbook(BytesIO(data)):
            assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n", "d"}


def test_mail_has_its_headers_and_its_words(rendered: dict[str, bytes]) -> None:
    """An e-mail reads back with sender, date and text."""
    for name in (path for path in rendered if path.endswith(".eml")):
        message = message_from_bytes(rendered[name], policy=policy.default)
        assert message["From"].addresses[0].domain.endswith(".example")
        assert message["Date"].datetime.year == 2026
        assert message.get_content().startswith("Dear ")


@pytest.mark.parametrize(
    ("short", "struct"),
    [
        ("EUR 9640000", {"type": "monetary", "amount": "9640000", "currency": "EUR"}),
        ("99.94 %", {"type": "percentage", "fraction": "0.9994"}),
        ("2028-08-31", {"type": "date", "day": "2028-08-31"}),
        ("6.2 x", {"type": "count", "number": "6.2", "unit": "x"}),
        ("not limited", {"type": "text", "text": "not limited"}),
    ],
)
def test_values_in_short(short: str, struct: dict[str, str]) -> None:
    """The short form of a value becomes the form in which claims are imported."""
    assert value_struct(short) == struct


def test_check_names_what_is_out_of_date_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """--check exits with 1, says which files differ, and leaves the folder as it is."""
    monkeypatch.setattr(build, "TARGET", tmp_path)
    assert make_sample_deals.main(["--check"]) == 1
    assert "zimbrel/claims.json: out of date" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_writing_brings_the_folder_up_to_date_and_tells_what_is_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a run nothing is out of date; a file that no source gives is named and left."""
    monkeypatch.setattr(build, "TARGET", tmp_path)
    assert make_sample_deals.main([]) == 0
    assert make_sample_deals.main(["--check"]) == 0
    (tmp_path / "zimbrel" / "room" / "note.txt").write_text("note", encoding="utf-8")
    assert make_sample_deals.main(["--check"]) == 1
    assert "zimbrel/room/note.txt: no source gives it; delete it" in capsys.readouterr().out
