"""Tests of casewright.adapters.enrichment.data_room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.enrichment.data_room import DataRoom
from casewright.domain.evidence import Grade
from casewright.domain.values import Text
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_documents import MemoryDocuments
from tests.shelf import OURS, document, reading
from tests.unit.adapters.enrichment.asking import DEAL, about

if TYPE_CHECKING:
    from casewright.domain.enrichment import EnrichmentQuery

INDEX = (
    "Data room index",
    "1.1 Customer contract Birch Ltd.pdf",
    "1.2 Audited accounts 2025.pdf",
    "1.3 Side letter Birch.pdf",
)


class Room:
    """A deal's data room."""

    def __init__(self) -> None:
        self.documents = MemoryDocuments()
        self.connector = DataRoom(self.documents, now=FixedClock().now)

    def put(self, name: str, *lines: str) -> None:
        given = document(DEAL, "\n".join(lines), tenant=OURS, name=name)
        self.documents.add(given, reading(*lines), identity=given.id)

    def told(self, question: EnrichmentQuery) -> dict[str, tuple[str, str]]:
        """Text and source by data point."""
        found = self.connector.ask(question)
        assert {one.grade for one in found} <= {Grade.D}
        return {one.data_point: (one.value.text, one.source) for one in found if isinstance(one.value, Text)}


@pytest.fixture
def room() -> Room:
    """An index, one of the contracts it lists, and a file that it does not list."""
    room = Room()
    room.put("00 Index.txt", *INDEX)
    room.put("Customer contract Birch Ltd.pdf", "The contract.")
    room.put("Birch credit check.pdf", "Good.")
    return room


@pytest.mark.requirement("enrichment-data-room")
def test_documents_about_a_company_are_named(room: Room) -> None:
    """What the index lists and what it does not, with the one that is listed and not there marked."""
    text, source = room.told(about("Birch Limited", "documents"))["documents"]
    assert text == (
        "Customer contract Birch Ltd.pdf; Side letter Birch.pdf (listed, not in the data room); Birch credit check.pdf"
    )
    assert source == "data-room index '00 Index.txt', file names in the data room"


@pytest.mark.requirement("enrichment-data-room")
def test_data_point_narrows_what_is_named(room: Room) -> None:
    """Any other data point names the documents about the company that have its words in their names."""
    told = room.told(about("Birch", "customer_contract", "credit check", "revenue"))
    assert {point: text for point, (text, _) in told.items()} == {
        "customer_contract": "Customer contract Birch Ltd.pdf",
        "credit check": "Birch credit check.pdf",
    }


@pytest.mark.requirement("enrichment-data-room")
def test_company_that_nothing_names(room: Room) -> None:
    """A company that no name has, a part of a word, and a question outside of any deal give nothing."""
    assert room.told(about("Oak Ltd", "documents")) == {}
    assert room.told(about("Bir", "documents")) == {}
    assert room.told(about("Birch", "documents", deal=None)) == {}
