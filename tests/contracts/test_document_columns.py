"""What every store of documents keeps of a document's parts: its chunks as columns, numbered texts, tables."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.matters import SqlMatters
from casewright.domain.documents import (
    READER_VERSION,
    Chunk,
    Document,
    Furniture,
    FurnitureKind,
    Reading,
    ReadingReport,
    ReadingState,
    Section,
    Table,
    TableCell,
)
from casewright.domain.ids import DocumentId, MatterId
from casewright.domain.recognition import RecognisedPage, RecognisedWord
from casewright.domain.scored_units import scored_unit
from casewright.domain.skipping import unit_text
from casewright.errors import NotFound
from tests.shelf import OURS, THEIRS, Shelf, document, reading

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.documents import DocumentStore


def numbers(documents: DocumentStore, *wanted: Document) -> list[list[int]]:
    return [chunks.content.tolist() for chunks in documents.chunks(OURS, [item.id for item in wanted])]


@pytest.mark.requirement("reading-furniture-kept")
def test_furniture_and_what_chunks_skip_come_back(shelf: Shelf) -> None:
    """The reading is put together as it was, lead-ins too; a unit has a number of its own where it is not the slice."""
    plain = reading("One goes", "Page 1", "on.", "Two.")
    start, end = 0, plain.chunks[2].end
    skipped = ((plain.chunks[1].start, plain.chunks[1].end),)
    digest, unit = (
        sha256(text.encode()).hexdigest()
        for text in (plain.text[start:end], unit_text(plain.text, start, end, skipped))
    )
    whole = Chunk(0, start, end, digest, skipped=skipped, unit_sha256=unit)
    last = replace(plain.chunks[3], index=1, heading="Term", lead_in=(start, end))
    led = sha256(scored_unit(plain.text, last, skipped).encode()).hexdigest()
    assert scored_unit(plain.text, last, skipped) == "Term\nOne goes on.\nTwo."
    given = replace(
        plain,
        chunks=(whole, replace(last, unit_sha256=led)),
        furniture=(Furniture(*skipped[0], FurnitureKind.PAGE_NUMBER),),
        report=ReadingReport(ReadingState.PART, "page 2 has no text", 1, "run OCR"),
    )
    added = replace(document(shelf.matter, plain.text), report=given.report, reader_version=READER_VERSION)
    shelf.documents.add(added, given, identity="x")

    [columns] = shelf.documents.chunks(OURS, [added.id])

    assert shelf.documents.reading(OURS, shelf.matter, added.id) == given
    assert shelf.documents.get(OURS, shelf.matter, added.id) == added
    assert shelf.documents.furniture(OURS, [added.id]) == {added.id: given.furniture}
    assert dict(columns.skipped) == {0: skipped}
    assert columns.unit[0] != columns.content[0]
    assert columns.unit[1] != columns.content[1]
    assert columns.lead_in == {1: (start, end)}


def test_chunks_come_back_as_columns(shelf: Shelf) -> None:
    """Offsets, pages and sections of every chunk are those of the reading, in order."""
    paragraphs = ("Alpha.", "Beta ș.", "Gamma 𝔊.")
    added = shelf.add(*paragraphs)
    given = reading(*paragraphs)

    [chunks] = shelf.documents.chunks(OURS, [added.id])

    assert chunks.document == added.id
    assert chunks.start.tolist() == [chunk.start for chunk in given.chunks]
    assert chunks.end.tolist() == [chunk.end for chunk in given.chunks]
    assert chunks.page.tolist() == [1, 2, 3]
    assert [chunks.sections[place] for place in chunks.section] == [
        (chunk.section, chunk.heading) for chunk in given.chunks
    ]
    assert all(column.dtype == np.int64 for column in (chunks.content, chunks.start, chunks.page, chunks.section))


def test_chunk_without_page_or_heading_has_zero_and_none(shelf: Shelf) -> None:
    """A format without pages and headings gives page 0 and an empty section."""
    given = document(shelf.matter, "x")
    chunk = Chunk(0, 0, 1, sha256(b"x").hexdigest())
    shelf.documents.add(given, Reading("text/plain", "x", (chunk,)), identity="x")

    [chunks] = shelf.documents.chunks(OURS, [given.id])

    assert chunks.page.tolist() == [0]
    assert chunks.sections[chunks.section[0]] == ((), None)


def test_equal_texts_have_one_number(shelf: Shelf) -> None:
    """A text that stands in two documents, or twice in one, has one number; others have the next ones."""
    first = shelf.add("a", "b", "a")
    second = shelf.add("c", "b")

    assert numbers(shelf.documents, first, second) == [[0, 1, 0], [2, 1]]


@pytest.mark.requirement("storage-tenants")
def test_tenants_number_their_own_texts(shelf: Shelf) -> None:
    """Numbers count from 0 in every tenant."""
    shelf.add("a", "b")
    theirs = document(shelf.foreign, "b", tenant=THEIRS)
    shelf.documents.add(theirs, reading("b"), identity="b")

    [chunks] = shelf.documents.chunks(THEIRS, [theirs.id])

    assert chunks.content.tolist() == [0]


def test_chunks_come_in_the_order_asked(shelf: Shelf) -> None:
    """One item a document, in the order of the question; unknown ones are left out."""
    added = [shelf.add(str(place)) for place in range(3)]
    asked = [added[2].id, DocumentId("unknown"), added[0].id]

    assert [chunks.document for chunks in shelf.documents.chunks(OURS, asked)] == [added[2].id, added[0].id]


def test_many_texts_are_numbered_at_once(shelf: Shelf) -> None:
    """A document of more chunks than a statement's list limit has a number for each, known ones reused."""
    shelf.add("1", "700")
    large = shelf.add(*(str(place) for place in range(1_500)))

    [content] = numbers(shelf.documents, large)

    assert (content[1], content[700]) == (0, 1)
    assert sorted(content) == list(range(1_500))


def test_texts_added_at_once_are_numbered_once(database: Database) -> None:
    """Threads that add documents with common texts agree on their numbers and leave no gap."""
    shelf = Shelf(SqlDocuments(database), SqlMatters(database))

    def add(place: int) -> Document:
        return shelf.add("common", f"own {place}", "also common")

    with ThreadPoolExecutor(6) as pool:
        content = numbers(shelf.documents, *pool.map(add, range(12)))

    assert len({(row[0], row[2]) for row in content}) == 1
    assert {number for row in content for number in row} == set(range(14))


def test_numbers_are_not_reused_after_a_failure(shelf: Shelf) -> None:
    """A document that was refused leaves neither a number nor a gap."""
    stray = document(MatterId("missing"), "x")
    with pytest.raises(NotFound):
        shelf.documents.add(stray, reading("lost"), identity="x")

    assert numbers(shelf.documents, shelf.add("kept")) == [[0]]


SHEET = Table(
    4,
    17,
    (
        (TableCell(4, 7, "Q\ud800\x00!A1"), TableCell(7, 7, "Q\ud800\x00!B1")),
        (TableCell(8, 12, "Q\ud800\x00!A9"), TableCell(13, 17, "Q\ud800\x00!B9")),
    ),
    "Q\ud800\x00 (hidden)",
)
PRINTED = Table(20, 25, ((TableCell(20, 22), TableCell(24, 25)),), page=3)


@pytest.mark.requirement("documents-tables")
def test_tables_come_back_equal(shelf: Shelf) -> None:
    """Tables with and without addresses, names and pages are told as they were given, blank cells too."""
    given = document(shelf.matter, "x" * 30)
    shelf.documents.add(given, Reading("text/csv", "x" * 30, (), tables=(SHEET, PRINTED)), identity="x")
    without = shelf.add("None.")

    assert shelf.documents.tables(OURS, given.id) == (SHEET, PRINTED)
    assert shelf.documents.tables(OURS, without.id) == ()


@pytest.mark.requirement("documents-tables", "storage-tenants")
def test_tables_of_unread_and_unknown_documents(shelf: Shelf) -> None:
    """A document without text has no tables; one that is not there, or not ours, is an error of one wording."""
    unread = document(shelf.matter, "")
    shelf.documents.add(unread, None, identity="unread")

    assert shelf.documents.tables(OURS, unread.id) == ()
    with pytest.raises(NotFound, match="not found"):
        shelf.documents.tables(THEIRS, unread.id)
    with pytest.raises(NotFound, match="not found"):
        shelf.documents.tables(OURS, DocumentId("unknown"))


@pytest.mark.requirement("sections-kept")
def test_sections_come_back(shelf: Shelf) -> None:
    """A document's sections are those of its reading; none looked for, none found and unknown documents differ."""
    sections = (
        Section("1", ("1",), "Fees", 0, 9),
        Section("(a)", ("1", "(a)"), None, 2, 9, certain=False),
    )
    stored = {}
    for name, given in {"some": sections, "none": (), "unasked": None}.items():
        added = document(shelf.matter, "1. Fees a", name=name)
        shelf.documents.add(added, Reading("text/plain", "1. Fees a", (), sections=given), identity=name)
        stored[added.id] = given
    assert shelf.documents.sections(OURS, [*stored, DocumentId("nobody")]) == stored
    assert shelf.documents.sections(THEIRS, list(stored)) == {}
    for name, given in stored.items():
        kept = shelf.documents.reading(OURS, shelf.matter, name)
        assert kept is not None
        assert kept.sections == given


@pytest.mark.requirement("ocr-marked", "ocr-boxes")
def test_recognised_pages_come_back(shelf: Shelf) -> None:
    """With their words' places and confidences; documents without any are left out, and so are other tenants'."""
    plain = reading("Clause one", "seen")
    words = (RecognisedWord(0, 6, 50.5, 700.25, 90, 710, 0.5), RecognisedWord(7, 10, 95, 700, 120, 710, 1.0))
    pages = (RecognisedPage(1, 0, 10, 0.75, words), RecognisedPage(3, 11, 15, 0.5))
    added = document(shelf.matter, plain.text)
    shelf.documents.add(added, replace(plain, recognised=pages), identity="x")
    other = shelf.add("Typed")

    assert shelf.documents.recognised(OURS, [other.id, added.id]) == {added.id: pages}
    assert shelf.documents.recognised(THEIRS, [added.id]) == {}
    found = shelf.documents.reading(OURS, shelf.matter, added.id)
    assert found is not None
    assert found.recognised == pages
