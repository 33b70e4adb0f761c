"""Sheets: every cell's text is exactly what it shows, at any size, and hostile workbooks cost one document."""

from __future__ import annotations

import csv
import io
import zipfile
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.ingest.delimited_text import delimited
from casewright.adapters.ingest.reader import FileReader
from casewright.adapters.ingest.wire import CELL_LIMIT
from casewright.errors import UnreadableDocument
from tests.unit.adapters.ingest.sheet_files import workbook
from tests.unit.adapters.ingest.word_files import repacked

if TYPE_CHECKING:
    from casewright.domain.documents import Reading

SPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

# What reading mends in every format, ligatures and invisible characters, is left out.
_CHARACTERS = st.characters(
    codec="utf-8",
    exclude_categories=("Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Cn"),
    exclude_characters="\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06",
)
TEXTS = st.text(_CHARACTERS | st.sampled_from(" \n\t,;"), max_size=12).filter(lambda text: not text.startswith("="))


def shown(reading: Reading) -> dict[str, str]:
    """What every cell shows, by address."""
    return {
        str(cell.address): reading.text[cell.start : cell.end]
        for table in reading.tables
        for row in table.rows
        for cell in row
    }


def assert_whole(reading: Reading) -> None:
    """Chunks are exact and in order, and every character but white space is in one; tables' cells are in order."""
    at = 0
    for chunk in reading.chunks:
        assert not reading.text[at : chunk.start].strip()
        assert sha256(reading.text[chunk.start : chunk.end].encode()).hexdigest() == chunk.sha256
        at = chunk.end
    assert not reading.text[at:].strip()
    for table in reading.tables:
        edges = [edge for row in table.rows for cell in row for edge in (cell.start, cell.end)]
        assert [table.start, *edges, table.end] == sorted([table.start, *edges, table.end])
        assert len({len(row) for row in table.rows}) == 1


@pytest.mark.requirement("documents-workbooks", "documents-chunks-exact", "documents-offsets")
@given(st.lists(st.lists(TEXTS, min_size=1, max_size=5), min_size=1, max_size=30), st.sampled_from(",;\t|"))
def test_every_cell_of_a_csv_shows_its_value(rows: list[list[str]], delimiter: str) -> None:
    """A cell's text is the value that was written, and its offsets lead back to it in the file."""
    written = io.StringIO()
    written.write(f"sep={delimiter}\r\n")
    csv.writer(written, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
    raw = written.getvalue()
    if not any(value.strip() for row in rows for value in row):
        return

    reading = FileReader().read(raw.encode(), "t.csv")

    expected = [row for row in rows if any(row)]
    table = reading.tables[0]
    told = [[reading.text[cell.start : cell.end] for cell in row] for row in table.rows]
    assert [row[: len(full)] for row, full in zip(told, expected, strict=True)] == expected
    assert_whole(reading)
    for row in reading.tables[0].rows:
        for cell in row:
            for at in range(cell.start, cell.end):
                assert raw[reading.offsets.raw(at)] == reading.text[at]


@pytest.mark.requirement("documents-workbooks", "documents-chunks-exact")
@settings(max_examples=30)
@given(
    st.dictionaries(
        st.tuples(st.integers(1, 40), st.integers(1, 40)), TEXTS | st.integers(-(10**15), 10**15), max_size=40
    )
)
def test_every_cell_of_a_workbook_shows_its_value(reader: FileReader, cells: dict[tuple[int, int], str | int]) -> None:
    """Wherever values stand in a sheet, their addresses lead to exactly their texts."""
    from openpyxl.utils import get_column_letter

    given_cells = {f"{get_column_letter(column)}{row}": value for (row, column), value in cells.items()}
    expected = {f"My Sheet!{address}": str(value) for address, value in given_cells.items() if str(value)}
    if not any(text.strip() for text in expected.values()):
        return

    reading = reader.read(workbook({"My Sheet": {"cells": given_cells}}), "w.xlsx")

    assert {address: text for address, text in shown(reading).items() if text} == expected
    assert_whole(reading)


def test_long_rows_and_long_sheets_fall_into_chunks(reader: FileReader) -> None:
    """Chunks hold whole rows, at most 1,200 characters; a longer row is cut."""
    rows = [[f"customer {number}", number * 1000] for number in range(400)]
    rows[7] = ["word " * 600, 1]
    reading = reader.read(workbook({"Sales": rows, "More": [["x" * 1300]]}), "w.xlsx")

    assert_whole(reading)
    assert max(chunk.end - chunk.start for chunk in reading.chunks) <= 1200
    ends = {row[-1].end for table in reading.tables for row in table.rows}
    assert sum(chunk.end in ends for chunk in reading.chunks) > len(reading.chunks) - 5
    assert {chunk.heading for chunk in reading.chunks} == {"Sales", "More"}


def sheet(data: str) -> bytes:
    """A workbook whose only sheet holds this XML."""
    xml = f'<worksheet xmlns="{SPACE}"><dimension ref="A1:XFD1048576"/><sheetData>{data}</sheetData></worksheet>'
    return repacked(workbook({"S": [[1]]}), {"xl/worksheets/sheet1.xml": xml.encode()})


@pytest.mark.requirement("documents-workbooks")
def test_million_empty_cells_are_nothing(reader: FileReader) -> None:
    """A sheet that claims to be as large as one may be, with a million formatted blank cells, holds its one value."""
    blank = "".join(
        f'<row r="{row}">' + "".join(f'<c r="{letter}{row}" s="0"/>' for letter in "ABCDEFGHIJ") + "</row>"
        for row in range(2, 100_002)
    )

    reading = reader.read(sheet(f'{blank}<row r="1048576"><c r="XFD1048576"><v>7</v></c></row>'), "w.xlsx")

    assert shown(reading) == {"S!XFD1048576": "7"}


def test_cells_over_the_limit_are_told(reader: FileReader) -> None:
    """Values along a diagonal span more cells than a document may have, in a workbook and in a CSV."""
    size = 1_001
    assert size * size > CELL_LIMIT
    from openpyxl.utils import get_column_letter as letters

    diagonal = "".join(f'<row r="{n}"><c r="{letters(n)}{n}"><v>1</v></c></row>' for n in range(1, size + 1))
    lines = "\n".join("," * n + "1" for n in range(size))

    for data, name in ((sheet(diagonal), "w.xlsx"), (lines.encode(), "w.csv")):
        with pytest.raises(UnreadableDocument, match=rf"'{name}' has more than 1,000,000 cells: split it and add"):
            reader.read(data, name)


def test_blank_cells_of_a_csv_count_for_nothing(reader: FileReader) -> None:
    """Two million cells with nothing in them are lines of delimiters."""
    data = "A,B\n" + ("," * 19 + "\n") * 100_000 + "1,2\n"

    assert shown(reader.read(data.encode(), "w.csv")) == {"w!A1": "A", "w!B1": "B", "w!A100002": "1", "w!B100002": "2"}


@pytest.mark.requirement("documents-zip-bomb")
def test_workbook_that_unpacks_to_too_much_is_not_opened(reader: FileReader) -> None:
    """A sheet of 300 MB of spaces in a small file is refused before it is unpacked."""
    written = io.BytesIO(workbook({"S": [[1]]}))
    with zipfile.ZipFile(written, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/bomb.xml", b" " * (300 * 1024 * 1024))

    with pytest.raises(UnreadableDocument, match="'w.xlsx' unpacks to far more than a document holds"):
        reader.read(written.getvalue(), "w.xlsx")


@pytest.mark.requirement("documents-no-entities")
def test_entities_of_a_sheet_are_not_resolved(reader: FileReader) -> None:
    """A sheet that defines entities of files, or some that grow without end, shows nothing of them."""
    grown = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    xml = (
        f'<!DOCTYPE w [<!ENTITY e0 "grown"><!ENTITY f SYSTEM "file:///etc/passwd">{grown}]>'
        f'<worksheet xmlns="{SPACE}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>x%s</t></is></c></row>'
        "</sheetData></worksheet>"
    )
    for entity in ("&e11;", "&f;"):
        data = repacked(workbook({"S": [[1]]}), {"xl/worksheets/sheet1.xml": (xml % entity).encode()})
        try:
            text = reader.read(data, "w.xlsx").text
        except UnreadableDocument as error:
            text = str(error)
        assert "root" not in text
        assert len(text) < 1000


@pytest.mark.requirement("documents-chunks-exact", "documents-offsets")
@given(st.lists(st.sampled_from(["a", "bc", ",", " "]), max_size=8).map("".join).map("{},".format))
def test_a_line_without_quotation_marks_is_cut_as_one_with_them(bare: str) -> None:
    """Quotes around every cell change neither the text nor the cells, whatever the line ends are."""
    quoted = ",".join(f'"{cell}"' for cell in bare.split(","))
    for ending in ("\n", "\r\n", "\r"):
        one = delimited(f"k,v{ending}{bare}{ending}z,z{ending}", "t.csv")
        other = delimited(f"k,v{ending}{quoted}{ending}z,z{ending}", "t.csv")
        values = [
            [
                [read.text[cell.start : cell.end] for cell in row]
                for table in read.tables
                for row in table.rows
                if any(cell.start < cell.end for cell in row)
            ]
            for read in (one, other)
        ]
        assert ["".join(row) for row in values[0]] == ["".join(row) for row in values[1]]
        assert [line.rstrip("\t") for line in one.text.split("\n")] == [
            line.rstrip("\t") for line in other.text.split("\n")
        ]
