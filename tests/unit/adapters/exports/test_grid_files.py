"""Review grids as CSV and as a workbook, each read back by a library."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any

import pytest
from openpyxl import load_workbook

from casewright.adapters.exports.grid_csv import HEAD, grid_csv
from casewright.adapters.exports.grid_xlsx import grid_xlsx
from casewright.domain.grids import CellOpinion, CellPlace, CellState, Grid, GridCell, GridColumn, GridRow
from casewright.domain.reviews import ColumnKind

MADE = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)
LAW = GridColumn(ColumnKind.FACT, "governing_law", "Governing law")
QUERY = GridColumn(ColumnKind.QUERY, "{IS indemnity clause}", "indemnity clause")
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", '=HYPERLINK("http://x","y")')


def grid(name: str = "lease.pdf", quote: str = "the laws of Delaware") -> Grid:
    """One document that states a law, with a review; one that needs recognition."""
    place = CellPlace("d1", 10, 30, page=2, section="9.1")
    law = GridCell(CellState.FOUND, "Delaware", "high", 0.957, quote, place)
    silent = GridCell(CellState.NOT_FOUND, score=0.2)
    unread = GridCell(CellState.NEEDS_OCR, note="its pages are pictures")
    said = {LAW.key: CellOpinion("disputed", "ada", "see the side letter", stale=True)}
    rows = [
        GridRow("d1", name, {LAW.key: law, QUERY.key: silent}, said),
        GridRow("d2", "scan.pdf", {LAW.key: unread, QUERY.key: unread}),
    ]
    return Grid("A matter", [LAW, QUERY], rows)


def rows_of(data: bytes) -> list[dict[str, str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


# Any: what the library reads.
def workbook(data: bytes) -> Any:
    return load_workbook(io.BytesIO(data))


@pytest.mark.requirement("page-grid-exports")
def test_csv_has_a_row_for_each_cell() -> None:
    """Empty ones too, with their state; a score is cut and not rounded, a stale review says so."""
    rows = rows_of(grid_csv(grid()))

    assert [(one["document"], one["column"], one["state"]) for one in rows] == [
        ("lease.pdf", "Governing law", "found"),
        ("lease.pdf", "indemnity clause", "not found"),
        ("scan.pdf", "Governing law", "needs OCR"),
        ("scan.pdf", "indemnity clause", "needs OCR"),
    ]
    first = rows[0]
    assert (first["value"], first["sure"], first["score"]) == ("Delaware", "high", "0.95")
    assert (first["page"], first["section"], first["start"], first["end"]) == ("2", "9.1", "10", "30")
    assert (first["review"], first["comment"], first["reviewer"]) == ("disputed (stale)", "see the side letter", "ada")
    assert first["stated_in"] == ""


@pytest.mark.requirement("page-grid-exports")
def test_workbook_shows_the_grid_and_each_cell() -> None:
    """The first sheet as on the page, the second with words, places and reviews; numbers are numbers."""
    book = workbook(grid_xlsx(grid(), MADE))

    assert book["Grid"]["B2"].value == "Delaware (high)\n[disputed (stale)]"
    assert [one.value for one in book["Grid"][3]] == ["scan.pdf", "needs OCR", "needs OCR"]
    cells = book["Cells"]
    assert cells.max_row == 5
    row = dict(zip(HEAD, [one.value for one in cells[2]], strict=True))
    assert (row["page"], row["start"], row["score"]) == (2, 10, 0.957)
    assert row["quote"] == "the laws of Delaware"


@pytest.mark.parametrize("text", FORMULAS)
def test_nothing_of_a_document_is_computed(text: str) -> None:
    """Neither of its words nor of its name."""
    book = workbook(grid_xlsx(grid(text, text), MADE))
    assert {one.data_type for sheet in book for row in sheet for one in row if one.value is not None} <= {"s", "n"}
    assert book["Cells"]["A2"].quotePrefix
    first = rows_of(grid_csv(grid(text, text)))[0]
    assert first["document"].startswith("'")
    assert first["quote"].startswith("'")
