"""A text as blocks: every word in one block and no other, each of the kind that it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.documents import Furniture, FurnitureKind, Page, Reading, Table, TableCell
from casewright.domain.layouts import Layout, Note, NoteKind
from casewright.domain.structures import HeadingPlace, Part, PartKind, Structure
from casewright.toolbox.pages.blocks import Block, blocks_of

pytestmark = pytest.mark.requirement("pages-layout")


def shown(reading: Reading, structure: Structure | None = None) -> list[tuple[str, str]]:
    return [(block.kind, reading.text[block.start : block.end]) for block in blocks_of(reading, structure)]


def reading_of(text: str, **more: object) -> Reading:
    return Reading("text/plain", text, (), **more)  # type: ignore[arg-type]


def test_paragraphs_headings_notes_and_furniture() -> None:
    """Each stretch is of its kind; the words between are paragraphs, apart by blank lines."""
    text = "Lease\n\n1. Rent\n\nThe rent[1]\nis due.\n \n Monthly.\n\n[1] In euros.\n\nDraft"
    note = Note(
        NoteKind.FOOTNOTE, text.index("[1]"), text.index("[1]") + 3, text.index("[1] In"), text.index("\n\nDraft")
    )
    at = len(text) - 5
    reading = reading_of(
        text, layout=Layout(notes=(note,)), furniture=(Furniture(at, len(text), FurnitureKind.HEADER),)
    )
    structure = Structure((HeadingPlace(0, 5, 0), HeadingPlace(7, 14, 1)))
    assert shown(reading, structure) == [
        ("title", "Lease"),
        ("heading", "1. Rent"),
        ("paragraph", "The rent[1]\nis due."),
        ("paragraph", "Monthly."),
        ("note", "[1] In euros."),
        ("furniture", "Draft"),
    ]
    assert [kind for kind, _ in shown(reading)][:2] == ["paragraph", "paragraph"]
    found = blocks_of(reading, structure)
    assert found[4].note is note
    assert (found[5].furniture, found[1].level) == ("header", 1)


def test_tables_are_given_row_by_row_with_their_cells() -> None:
    """A sheet's name comes before its rows; a cell's blank lines end no row; what stands behind goes on."""
    text = "ARR\n\na\tb\n\nc\nd\t\n\nBehind"
    rows = ((TableCell(5, 6, "ARR!A1"), TableCell(7, 11, "ARR!B1")), (TableCell(12, 13), TableCell(14, 14)))
    reading = reading_of(text, tables=(Table(5, 14, rows, "ARR"),))
    found = blocks_of(reading, None)
    assert [(b.kind, b.table, b.row) for b in found] == [
        ("sheet", None, None),
        ("row", 1, 1),
        ("row", 1, 2),
        ("paragraph", None, None),
    ]
    assert found[1].cells == rows[0]
    assert text[found[3].start : found[3].end] == "Behind"
    other = reading_of(text, tables=(Table(5, 14, rows, "MRR"),))
    assert shown(other)[0] == ("paragraph", "ARR")


def test_parts_of_an_email() -> None:
    """Lines of the header are fields with the place of their value; names are those of the attachments."""
    text = "From: Ann\nSubject: Rent: May\n\nHello.\n\nAttachments:\n- a.txt\n- b - c.txt"
    parts = (Part(0, 28, PartKind.HEADERS), Part(text.index("Attach"), len(text), PartKind.ATTACHMENTS))
    reading = reading_of(text)
    assert shown(reading, Structure(parts=parts)) == [
        ("field", "From: Ann"),
        ("field", "Subject: Rent: May"),
        ("paragraph", "Hello."),
        ("heading", "Attachments:"),
        ("attachment", "a.txt"),
        ("attachment", "b - c.txt"),
    ]
    values = [block.value for block in blocks_of(reading, Structure(parts=parts))]
    assert [text[at : at + 4] for at in values if at is not None] == ["Ann\n", "Rent"]


def test_pages_end_blocks() -> None:
    """A block says on which page it begins, and none goes over a page's end."""
    text = "One\ntwo\nthree"
    reading = reading_of(text, pages=(Page(1, 0, 4), Page(2, 4, len(text))))
    assert [(b.page, text[b.start : b.end]) for b in blocks_of(reading, None)] == [(1, "One"), (2, "two\nthree")]


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    """Texts with tables, furniture, notes and headings anywhere, none of which overlap those of its kind."""
    text = draw(st.text(alphabet="ab \n\t", min_size=1, max_size=60))

    def spans() -> list[tuple[int, int]]:
        edges = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
        return list(zip(edges[::2], edges[1::2], strict=False))

    tables = tuple(Table(low, high, ((TableCell(low, high),),)) for low, high in spans())
    furniture = tuple(Furniture(low, high, FurnitureKind.HEADER) for low, high in spans())
    notes = tuple(Note(NoteKind.FOOTNOTE, 0, 0, low, high) for low, high in spans())
    return reading_of(text, tables=tables, furniture=furniture, layout=Layout(notes=notes))


@given(readings(), st.integers(0, 60))
def test_every_word_is_in_one_block(reading: Reading, heading: int) -> None:
    """Whatever lies where, the blocks are in order, do not overlap, and leave out white space alone."""
    at = min(heading, len(reading.text) - 1)
    structure = Structure((HeadingPlace(at, at + 1, 1),))
    blocks = blocks_of(reading, structure)
    covered = 0
    for block in blocks:
        assert isinstance(block, Block)
        assert covered <= block.start <= block.end
        assert not reading.text[covered : block.start].strip()
        covered = block.end
    assert not reading.text[covered:].strip()
