"""Rooms for cases: documents whose tables are written as lines with bars."""

from __future__ import annotations

from datetime import date

from casewright.domain.documents import Table, TableCell
from casewright.domain.evidence import SourceType
from casewright.domain.ids import DocumentId
from casewright.evidence.extraction.places import RoomDocument
from casewright.evidence.rooms.seen import Room, Seen


def sheet(filename: str, lines: str, *, name: str = "Sheet1") -> RoomDocument:
    """A workbook of one sheet; an empty line is an empty row."""
    rows = [[cell.strip() for cell in line.split("|")] for line in lines.strip("\n").split("\n")]
    width = max(map(len, rows))
    text, cells = "", []
    for number, row in enumerate(rows, start=1):
        made = []
        for at in range(width):
            shown = row[at] if at < len(row) else ""
            made.append(TableCell(len(text), len(text) + len(shown), f"{name}!{'ABCDEFGHIJKLM'[at]}{number}"))
            text += shown + "\t"
        text += "\n"
        cells.append(tuple(made))
    table = Table(0, len(text), tuple(cells), name=name)
    return RoomDocument(DocumentId(filename), filename, text, (table,), SourceType.UNKNOWN)


def prose(filename: str, text: str, *, dated: date | None = None) -> RoomDocument:
    """A document without tables."""
    return RoomDocument(DocumentId(filename), filename, text, (), SourceType.UNKNOWN, dated)


def room(*documents: RoomDocument) -> Room:
    """A room of these documents, looked at in the middle of 2025."""
    return Room(documents, tuple(one.filename for one in documents), date(2025, 6, 30))


def blamed(seen: list[Seen], documents: Room) -> list[str]:
    """The cells or the words that are blamed."""
    texts = {one.id: one.text for one in documents.documents}
    return [at.cell or texts[at.document][at.start : at.end] for one in seen for at in one.blamed]
