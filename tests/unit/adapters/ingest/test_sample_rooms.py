"""The sample deals' data rooms are read, their tables too, and their indexes name what is not there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import casewright.samples.deals
from casewright.evidence.data_room_index import absent, index_entries

if TYPE_CHECKING:
    from casewright.adapters.ingest.reader import FileReader
    from casewright.domain.documents import Reading

DEALS = Path(next(iter(casewright.samples.deals.__path__)))


def room(reader: FileReader, deal: str) -> dict[str, Reading]:
    return {path.name: reader.read(path.read_bytes(), path.name) for path in sorted((DEALS / deal / "room").iterdir())}


@pytest.mark.requirement("documents-room-index")
@pytest.mark.parametrize(
    ("deal", "hidden"),
    [
        ("brindlecote", "05a_oakhurst-side-letter.pdf"),
        ("zimbrel", "04a_press-line-valuation-2025.pdf"),
        ("tarrowby", "05a_fennwick-promotion-letter.pdf"),
    ],
)
def test_index_names_the_one_document_that_is_not_there(reader: FileReader, deal: str, hidden: str) -> None:
    """Of a room's documents exactly one is an index, and of what it lists exactly one is absent."""
    readings = room(reader, deal)

    indexes = [
        entries
        for name, reading in readings.items()
        if (entries := index_entries(name, reading.text, reading.tables)) is not None
    ]

    assert len(indexes) == 1
    assert [entry.name for entry in absent(indexes[0], readings)] == [hidden]


@pytest.mark.requirement("documents-tables", "documents-workbooks")
def test_accounts_and_schedule_have_their_tables(reader: FileReader) -> None:
    """The accounts' statement in print and the schedule's sheet show their figures in the rows of their labels."""
    readings = room(reader, "brindlecote")
    accounts, schedule = readings["02_audited-accounts-2025.pdf"], readings["03_arr-schedule-march-2026.xlsx"]

    printed = [[accounts.text[cell.start : cell.end] for cell in row] for row in accounts.tables[0].rows]
    assert printed[:2] == [["EUR thousand", "Note", "2025", "2024"], ["Revenue", "2", "9,640", "7,310"]]
    assert accounts.tables[0].page == 3
    cells = {cell.address: schedule.text[cell.start : cell.end] for row in schedule.tables[0].rows for cell in row}
    [label] = [address for address, text in cells.items() if text == "ARR"]
    assert label is not None
    assert cells[f"Summary!D{label.rpartition('!A')[2]}"] == "9,870"
