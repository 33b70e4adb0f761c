"""Chunks with page furniture inside: what is scored, searched and cited of them."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest

from casewright.domain.documents import Chunk, Furniture, FurnitureKind, Reading
from casewright.domain.ids import MatterId
from casewright.domain.scored_units import scored_unit
from casewright.domain.skipping import unit_text
from casewright.toolbox.documents.citation_view import shown
from casewright.toolbox.documents.stored_chunks import StoredChunks
from tests.fakes.memory_documents import MemoryDocuments
from tests.shelf import OURS, document

TEXT = "The Supplier shall, without\n\nCONFIDENTIAL\n\ndelay, deliver.\n\nCONFIDENTIAL\n\nThe Customer pays."
AT = TEXT.index("CONFIDENTIAL")
SKIPPED = ((AT, AT + 12),)


def _stored() -> StoredChunks:
    first, second = TEXT.index("deliver.") + 8, TEXT.index("The Customer")
    unit = unit_text(TEXT, 0, first, SKIPPED)
    chunks = (
        Chunk(0, 0, first, _digest(TEXT[:first]), ("7",), "Delivery", 1, SKIPPED, _digest(unit)),
        Chunk(1, second, len(TEXT), _digest(TEXT[second:]), ("7",), "Delivery", 2),
    )
    header = FurnitureKind.HEADER
    furniture = (Furniture(*SKIPPED[0], header), Furniture(TEXT.rindex("CONF"), second - 2, header))
    documents = MemoryDocuments()
    added = replace(document(MatterId("m"), TEXT), chunk_count=2)
    documents.add(added, Reading("application/pdf", TEXT, chunks, furniture=furniture), identity="x")
    return StoredChunks(documents, OURS, [added])


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@pytest.mark.requirement("reading-furniture-unread")
def test_what_is_scored_has_no_furniture() -> None:
    """The unit has the sentence whole, the slice everything, and the text around a chunk no header."""
    chunks = _stored()

    [read, _] = chunks.words(np.arange(2))
    [whole, _] = chunks.slices(np.arange(2))

    assert read == "The Supplier shall, without delay, deliver."
    assert whole == TEXT[: len(whole)]
    assert chunks.unit[0] != chunks.content[0]
    assert "CONFIDENTIAL" not in chunks.around(0, 1)
    assert chunks.around(0, 1) == "The Supplier shall, without delay, deliver. The Customer pays."


@pytest.mark.requirement("documents-lead-ins")
def test_what_is_scored_has_heading_and_lead_in_and_what_is_read_has_not() -> None:
    """A lead-in over a page loses its header; a chunk's own words are its own, and so is its citation."""
    second = TEXT.index("The Customer")
    plain = Chunk(0, second, len(TEXT), _digest(TEXT[second:]), ("7",), "Delivery", 2, lead_in=(0, AT + 20))
    text = scored_unit(TEXT, plain, SKIPPED)
    documents = MemoryDocuments()
    added = replace(document(MatterId("m"), TEXT), chunk_count=1)
    furniture = (Furniture(*SKIPPED[0], FurnitureKind.HEADER),)
    chunk = replace(plain, unit_sha256=_digest(text))
    documents.add(added, Reading("application/pdf", TEXT, (chunk,), furniture=furniture), identity="x")
    chunks = StoredChunks(documents, OURS, [added])

    assert chunks.units(np.arange(1)) == [text] == ["Delivery\nThe Supplier shall, without delay,\nThe Customer pays."]
    assert chunks.words(np.arange(1)) == chunks.slices(np.arange(1)) == ["The Customer pays."]
    cited = chunks.cite(0, 0)
    assert cited is not None
    assert cited.quote == "The Customer pays."


@pytest.mark.requirement("reading-furniture-unread")
def test_a_citation_shows_where_something_is_left_out() -> None:
    """Its quote holds in the text, and its places say what it leaves out."""
    citation = _stored().cite(0, 0)

    assert citation is not None
    assert citation.quote == "The Supplier shall, without […] delay, deliver."
    assert citation.holds_in(TEXT)
    assert not citation.holds_in(TEXT.replace("delay", "decay"))
    assert shown(citation)["skipped"] == [[AT - 2, AT + 14]]
    second = _stored().cite(0, 1)
    assert second is not None
    assert "skipped" not in shown(second)
