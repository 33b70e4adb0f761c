"""Chunks: exact, complete, in order, and cut where a text's structure says."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.chunker import CAP, LONGEST_SLICE, chunks_of
from casewright.adapters.ingest.wire import Heading
from casewright.domain.documents import Furniture, FurnitureKind, Page
from casewright.domain.scored_units import scored_unit
from casewright.domain.skipping import unit_text, within

_PIECES = st.sampled_from(
    [
        "1. ", "7.2 ", "(a) ", "(i) ", "ARTICLE IV\n", "Schedule A\n", "DEFINITIONS", "Term of Agreement", "\n", "\n\n",
        " ", "   ", "\t", "- ", "# ", ". ", "; and ", "12", "Page 3 of 10", ".....", "ș", "𝔘", "\f", "\xa0", "\u200b",
        "The supplier delivers the goods. ", "x" * 700, "ab " * 500, "IN WITNESS WHEREOF", "By: ____",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=400), st.lists(_PIECES, max_size=60).map("".join))


@pytest.mark.requirement("documents-chunks-exact")
@given(TEXTS)
def test_chunks_hold_every_character_once_and_in_order(text: str) -> None:
    """Chunks never overlap, stand in order, are trimmed, and leave out nothing but white space."""
    chunks = chunks_of(text)

    at = 0
    for index, chunk in enumerate(chunks):
        assert chunk.index == index
        assert at <= chunk.start < chunk.end <= len(text)
        assert text[at : chunk.start].strip() == ""
        assert text[chunk.start : chunk.end] == text[chunk.start : chunk.end].strip()
        at = chunk.end
    assert text[at:].strip() == ""


@pytest.mark.requirement("documents-chunks-exact")
@given(TEXTS)
def test_chunk_is_known_by_the_hash_of_its_slice(text: str) -> None:
    """A chunk's SHA-256 is that of its slice in UTF-8, and no chunk is longer than the cap."""
    for chunk in chunks_of(text):
        piece = text[chunk.start : chunk.end]
        assert chunk.sha256 == sha256(piece.encode()).hexdigest()
        assert len(piece) <= CAP


@given(TEXTS, st.lists(st.integers(0, 400), max_size=6))
def test_headings_anywhere_leave_chunks_complete(text: str, edges: list[int]) -> None:
    """Whatever a format marks as a heading, no character is lost or doubled."""
    headings = [Heading(start, end, 1 + index % 3) for index, (start, end) in enumerate(_spans(text, edges))]

    shown = "".join(text[chunk.start : chunk.end] for chunk in chunks_of(text, headings=headings))

    assert "".join(shown.split()) == "".join(text.split())


def _spans(text: str, edges: list[int]) -> list[tuple[int, int]]:
    cuts = sorted({min(edge, len(text)) for edge in edges})
    return list(zip(cuts[::2], cuts[1::2], strict=False))


@pytest.mark.requirement("documents-furniture")
@given(TEXTS, st.lists(st.integers(0, 400), max_size=16), st.booleans(), st.sampled_from(FurnitureKind))
def test_furniture_anywhere_is_skipped_and_nothing_else(
    text: str, edges: list[int], has_pages: bool, kind: FurnitureKind
) -> None:
    """Every character but furniture and white space is in one chunk, furniture in none but as what it skips."""
    spans = _spans(text, edges)
    pages = [Page(1, 0, len(text))] if has_pages else []
    chunks = chunks_of(text, pages=pages, furniture=[Furniture(start, end, kind) for start, end in spans])

    units = [unit_text(text, chunk.start, chunk.end, chunk.skipped) for chunk in chunks]
    wanted = "".join(text[start:end] for start, end in _outside(text, spans))
    assert "".join("".join(units).split()) == "".join(wanted.split())
    at = 0
    for chunk, unit in zip(chunks, units, strict=True):
        assert at <= chunk.start < chunk.end <= len(text)
        assert chunk.end - chunk.start <= LONGEST_SLICE
        assert unit.strip() == unit != ""
        assert not any(start <= edge < end for start, end in spans for edge in (chunk.start, chunk.end - 1))
        assert chunk.skipped == within(chunk.start, chunk.end, spans)
        scored = scored_unit(text, chunk, spans)
        assert scored.endswith(unit)
        assert (chunk.unit_sha256 or chunk.sha256) == sha256(scored.encode()).hexdigest()
        assert (chunk.unit_sha256 == "") == (scored == text[chunk.start : chunk.end])
        assert chunk.lead_in is None or 0 <= chunk.lead_in[0] < chunk.lead_in[1] <= chunk.start
        at = chunk.end


def _outside(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    return list(zip(edges[::2], edges[1::2], strict=True))


@pytest.mark.requirement("documents-furniture")
def test_sentence_over_a_page_is_one_paragraph_in_one_chunk() -> None:
    """What stands between two pages parts no sentence, and does not count to the chunk's length."""
    first = "The supplier delivers the goods to the customer " * 24 + "and keeps"
    header = "Frame Agreement " * 20
    text = f"1. Term. Short.\n\n{first}\n\n3\n\n{header}\n\nthem safe. More.\n\n2. End."
    furniture = [
        Furniture(text.index("3"), text.index("3") + 1, FurnitureKind.PAGE_NUMBER),
        Furniture(text.index(header), text.index(header) + len(header) - 1, FurnitureKind.HEADER),
    ]

    chunks = chunks_of(text, furniture=furniture)

    (chunk,) = [chunk for chunk in chunks if chunk.skipped]
    assert len(chunk.skipped) == 2
    assert unit_text(text, chunk.start, chunk.end, chunk.skipped).endswith("and keeps them safe. More.")
    assert chunk.section == ("1",)


def test_paragraphs_over_a_page_stay_two() -> None:
    """Where a sentence ends with the page, the next page begins a paragraph of its own."""
    sentence = "The supplier keeps the goods safe and dry until they are collected by the customer. " * 5
    text = f"{sentence}\n\n3\n\n{sentence}"
    at = text.index("\n3\n") + 1

    chunks = chunks_of(text, furniture=[Furniture(at, at + 1, FurnitureKind.PAGE_NUMBER)])

    assert [chunk.skipped for chunk in chunks] == [(), ()]


def test_skips_are_bounded() -> None:
    """A chunk whose furniture is longer than anybody reads in one go is parted."""
    text = "one " + "Header\n" * 5_000 + "two"

    chunks = chunks_of(text, furniture=[Furniture(4, len(text) - 3, FurnitureKind.HEADER)])

    assert [text[chunk.start : chunk.end] for chunk in chunks] == ["one", "two"]


def test_long_paragraph_is_cut_between_sentences() -> None:
    """A paragraph above the cap is cut after a sentence, into pieces of about equal length."""
    sentence = "The supplier keeps the goods safe and dry until they are collected by the customer. "
    chunks = chunks_of(sentence * 30)

    assert len(chunks) == 3
    assert all((sentence * 30)[chunk.start : chunk.end].endswith("customer.") for chunk in chunks)
    assert min(chunk.end - chunk.start for chunk in chunks) > 700


def test_text_without_spaces_is_cut_at_the_cap() -> None:
    """Where there is nothing to cut at, a piece ends at the cap."""
    assert [chunk.end - chunk.start for chunk in chunks_of("x" * 3000)] == [1200, 1200, 600]


def test_heading_goes_with_its_paragraph() -> None:
    """A heading is never a chunk of its own while text follows it."""
    text = "ARTICLE IV\n\nINDEMNITY\n\n" + "The supplier indemnifies the customer. " * 20

    (chunk,) = chunks_of(text)

    assert (chunk.start, chunk.section, chunk.heading) == (0, ("ARTICLE IV",), "INDEMNITY")


def test_chunk_of_several_clauses_has_the_section_that_holds_them_all() -> None:
    """Small items that share a chunk are cited by the clause that they are in, not by the first of them."""
    text = "1.1 The customer may not:\n\n(a) copy the software;\n\n(b) sell it; or\n\n(c) lend it.\n"

    (chunk,) = chunks_of(text)

    assert chunk.section == ("1", "1.1")


def test_page_is_the_one_on_which_the_chunk_begins() -> None:
    """A chunk that goes on over a page's end has the page of its first character."""
    first = "The supplier delivers the goods to the customer " * 8
    text = first + "\nand the customer pays them within thirty days."

    (chunk,) = chunks_of(text, pages=[Page(1, 0, len(first)), Page(2, len(first), len(text))])

    assert chunk.page == 1


def test_white_space_alone_has_no_chunks() -> None:
    """A text that shows nothing falls into no chunks."""
    assert chunks_of(" \n\t\f\xa0\n") == ()
