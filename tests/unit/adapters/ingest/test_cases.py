"""Every case of tests/cases/documents reads as it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.ingest.formats import FORMATS
from casewright.domain.documents import Page
from casewright.errors import UnreadableDocument
from tests.unit.adapters.ingest.cases import Case, all_cases

if TYPE_CHECKING:
    from casewright.adapters.ingest.reader import FileReader
    from casewright.domain.documents import Reading, Table
    from casewright.domain.layouts import Change, Comment

CASES = all_cases()
READ = [case for case in CASES if "error" not in case.given]
UNREADABLE = [case for case in CASES if "error" in case.given]


@pytest.mark.requirement("documents-formats", "documents-structure", "documents-pages", "documents-workbooks")
@pytest.mark.requirement("documents-changes", "documents-notes")
@pytest.mark.requirement("documents-mail", "documents-tables", "documents-tables-printed", "documents-dated")
@pytest.mark.parametrize("case", READ, ids=lambda case: case.name)
def test_case_reads_as_it_says(reader: FileReader, case: Case) -> None:
    """The text, the pages and the chunks of a case are those that it names."""
    reading = reader.read(case.data(), case.filename)

    if "text" in case.given:
        assert reading.text == case.given["text"]
    if "pages" in case.given:
        spans = case.given["pages"]
        assert list(reading.pages) == [Page(number, *span) for number, span in enumerate(spans, start=1)]
    if "tables" in case.given:
        assert [_table(reading, table) for table in reading.tables] == case.given["tables"]
    _has_layout(reading, case)
    if "dated" in case.given:
        assert (reading.dated.isoformat() if reading.dated is not None else None) == case.given["dated"]
    if "chunks" in case.given:
        found = [
            (reading.text[chunk.start : chunk.end], list(chunk.section), chunk.heading, chunk.page)
            for chunk in reading.chunks
        ]
        expected = case.given["chunks"]
        assert [row[1:] for row in found] == [(row["section"], row["heading"], row["page"]) for row in expected]
        for (text, *_), row in zip(found, expected, strict=True):
            assert text.startswith(row["begins"])


def _has_layout(reading: Reading, case: Case) -> None:
    """What the case says of changes, comments, notes and furniture; of each thing what it names."""
    text = reading.text
    if "furniture" in case.given:
        assert [[one.kind.value, text[one.start : one.end]] for one in reading.furniture] == case.given["furniture"]
    if not {"changes", "comments", "notes"} & set(case.given):
        return
    assert reading.layout is not None
    for name, found in (
        ("changes", [_change(text, change) for change in reading.layout.changes]),
        ("comments", [_comment(text, comment) for comment in reading.layout.comments]),
    ):
        expected = case.given.get(name, [])
        assert [{key: told.get(key) for key in row} for told, row in zip(found, expected, strict=True)] == expected
    notes = [
        [one.kind.value, text[one.mark_start : one.mark_end], text[one.start : one.end]] for one in reading.layout.notes
    ]
    assert notes == case.given.get("notes", [])


def _change(text: str, change: Change) -> dict[str, object]:
    return {
        "kind": change.kind.value,
        "author": change.author,
        "at": change.at and change.at.isoformat(),
        "text": text[change.start : change.end],
        "deleted": change.deleted,
        "before": text[: change.start],
        "origin": change.origin,
    }


def _comment(text: str, comment: Comment) -> dict[str, object]:
    return {
        "author": comment.author,
        "at": comment.at and comment.at.isoformat(),
        "text": comment.text,
        "quote": text[comment.start : comment.end],
        "resolved": comment.resolved,
        "replies": [
            {"author": one.author, "at": one.at and one.at.isoformat(), "text": one.text} for one in comment.replies
        ],
    }


def _table(reading: Reading, table: Table) -> dict[str, object]:
    """The table as a case writes it: what its cells show, and where it has any its name, page, addresses and
    merged cells."""
    told: dict[str, object] = {"rows": [[reading.text[cell.start : cell.end] for cell in row] for row in table.rows]}
    merged = [
        [at, column, cell.columns, cell.rows]
        for at, row in enumerate(table.rows)
        for column, cell in enumerate(row)
        if (cell.columns, cell.rows) != (1, 1)
    ]
    if merged:
        told["merged"] = merged
    if table.name is not None:
        told["name"] = table.name
        told["addresses"] = [" ".join(str(cell.address).rpartition("!")[2] for cell in row) for row in table.rows]
    if table.page is not None:
        told["page"] = table.page
    return told


@pytest.mark.requirement("documents-errors", "documents-type-by-content")
@pytest.mark.parametrize("case", UNREADABLE, ids=lambda case: case.name)
def test_case_cannot_be_read_and_says_what_to_do(reader: FileReader, case: Case) -> None:
    """A file that cannot be read is refused with one sentence that names it and says what to do."""
    with pytest.raises(UnreadableDocument) as caught:
        reader.read(case.data(), case.filename)

    assert case.given["error"] in str(caught.value)
    assert str(caught.value).startswith(f"{case.filename!r} ")
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "extension", [entry.extension for entry in FORMATS if entry.extension not in (".text", ".zip")]
)
def test_every_format_has_an_example(extension: str) -> None:
    """Every extension that is read has a case that reads."""
    assert any(case.filename.endswith(extension) for case in READ)
