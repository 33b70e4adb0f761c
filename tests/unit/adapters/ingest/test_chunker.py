"""Chunks: exact, complete, in order, and cut where a text's structure says."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.chunker import CAP, chunks_of
from casewright.adapters.ingest.wire import Heading
from casewright.domain.documents import Page

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
def test_headings_and_furniture_anywhere_leave_chunks_complete(text: str, edges: list[int]) -> None:
    """Whatever a format marks as a heading or furniture, no character is lost or doubled."""
    cuts = sorted({min(edge, len(text)) for edge in edges})
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    headings = [Heading(start, end, 1 + index % 3) for index, (start, end) in enumerate(spans)]

    chunks = chunks_of(text, headings=headings, furniture=spans)

    shown = "".join(text[chunk.start : chunk.end] for chunk in chunks)
    assert "".join(shown.split()) == "".join(text.split())


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


def test_furniture_shares_no_chunk() -> None:
    """Running headers stand alone, without section, heading or a share in their neighbours."""
    text = "1. Term. Short.\n\nFrame Agreement\n\nMore of it."
    start = text.index("Frame")

    chunks = chunks_of(text, furniture=[(start, start + len("Frame Agreement"))])

    assert [text[chunk.start : chunk.end] for chunk in chunks] == ["1. Term. Short.", "Frame Agreement", "More of it."]
    assert (chunks[1].section, chunks[1].heading) == ((), None)


def test_white_space_alone_has_no_chunks() -> None:
    """A text that shows nothing falls into no chunks."""
    assert chunks_of(" \n\t\f\xa0\n") == ()
