"""Tests of casewright.domain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.citations import Citation
from casewright.domain.documents import OffsetMap
from casewright.domain.ids import DocumentId, is_uuid

if TYPE_CHECKING:
    from uuid import UUID


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), max_size=20), st.integers(0, 200))
def test_offset_map_leads_back(steps: list[tuple[int, int]], asked: int) -> None:
    """Between two breaks both texts run in step; each break adds what the normalised text lost."""
    breaks, text, raw = [(0, 0)], 0, 0
    for length, lost in steps:
        text, raw = text + length, raw + length + lost
        breaks.append((text, raw))
    start, origin = max((pair for pair in breaks if pair[0] <= asked), key=lambda pair: pair[0])
    assert OffsetMap(tuple(breaks)).raw(asked) == origin + asked - start


IDS = {
    "25e70284-6124-4a2b-9c89-abc123def456": True,
    "25E70284-6124-4A2B-9C89-ABC123DEF456": True,
    "25e7028461244a2b9c89abc123def456": False,
    "{25e70284-6124-4a2b-9c89-abc123def45}": False,
    "25e70284-6124-4a2b-9c89-abc123def45g": False,
    "": False,
}


@pytest.mark.parametrize("text", IDS)
def test_is_uuid(text: str) -> None:
    """Only the canonical form of 36 characters counts, in either case."""
    assert is_uuid(text) is IDS[text]


@given(st.uuids())
def test_every_uuid_is_one(value: UUID) -> None:
    """The text of any UUID is recognised."""
    assert is_uuid(str(value))


def test_citation_holds_only_at_its_offsets() -> None:
    """A quote holds where it stands, character for character, and nowhere else."""
    text = "The Supplier shall pay. The Supplier shall pay!"
    citation = Citation(DocumentId("d"), "a.pdf", 24, 46, "The Supplier shall pay", page=3, section="7.2")
    assert citation.holds_in(text)
    assert not citation.holds_in(text[1:])
    assert not citation.holds_in("")
    assert (citation.link, str(citation)) == ("cite:d@24-46", "a.pdf, p. 3, § 7.2")


def test_citation_may_have_no_place() -> None:
    """A document without pages or sections is cited by its name."""
    assert str(Citation(DocumentId("d"), "a.txt", 0, 1, "x")) == "a.txt"
