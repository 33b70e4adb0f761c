"""Where a quote stands on the pages of its document, and when that is not told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from casewright.domain.actors import Actor
from casewright.domain.documents import Document, DocumentStatus, Furniture, FurnitureKind, Page, Reading
from casewright.domain.ids import ActorId, DocumentId, MatterId
from casewright.domain.recognition import RecognisedPage, RecognisedWord
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.documents.quote_boxes import LONGEST, QuoteBoxesInput, QuoteBoxesOutput, quote_boxes
from casewright.tools.calls import CallContext
from tests.fakes.governed import TENANT
from tests.fakes.memory_blobs import MemoryBlobs
from tests.fakes.memory_documents import MemoryDocuments
from tests.fakes.no_firewall import NoFirewall
from tests.fakes.whole_page import HEIGHT, WIDTH, WholePage

MATTER = MatterId("00000000-0000-4000-8000-000000000001")
DOCUMENT = DocumentId("00000000-0000-4000-8000-000000000002")
TEXT = "The rent is\nPage 1\ndue in May." + " " * LONGEST
FOOTER = Furniture(12, 18, FurnitureKind.PAGE_NUMBER)
PAGES = (Page(1, 0, 19), Page(2, 19, len(TEXT)))
CONTEXT = CallContext(Actor(TENANT, ActorId("ada"), "PARTNER"))


class Room:
    """One PDF in one matter, and the tool over it."""

    def __init__(self, *cases: MatterId, recognised: tuple[RecognisedPage, ...] = (), name: str = "lease.pdf") -> None:
        self.geometry = WholePage()
        documents, blobs = MemoryDocuments(), MemoryBlobs()
        media_type = "application/pdf" if name.endswith(".pdf") else "text/plain"
        is_read = name != "broken.pdf"
        document = Document(
            id=DOCUMENT,
            tenant=TENANT,
            matter=MATTER,
            filename=name,
            media_type=media_type,
            size=1,
            blob=blobs.put(TENANT, b"x"),
            status=DocumentStatus.READY if is_read else DocumentStatus.ERROR,
            error=None if is_read else "it is damaged",
            characters=len(TEXT),
            chunk_count=0,
            uploaded_by=ActorId("ada"),
            uploaded_at=datetime(2026, 11, 3, tzinfo=UTC),
        )
        reading = Reading(media_type, TEXT, (), PAGES, furniture=(FOOTER,), recognised=recognised)
        documents.add(document, reading if is_read else None, identity="x")
        self.tool = quote_boxes(
            documents=documents,
            blobs=blobs,
            geometry=self.geometry,
            firewall=NoFirewall(*cases),
        )

    def ask(self, start: int, end: int, document: str = DOCUMENT) -> QuoteBoxesOutput:
        given = QuoteBoxesInput(matter_id=MATTER, document_id=document, start=start, end=end)
        found = self.tool.handler(given, CONTEXT)
        assert isinstance(found, QuoteBoxesOutput)
        return found


@pytest.mark.requirement("documents-boxes")
def test_furniture_inside_a_quote_has_no_rectangle() -> None:
    """What is looked for is the quote page by page, without the page number inside it."""
    room = Room()
    found = room.ask(4, 22)

    assert room.geometry.asked == [(4, 12), (18, 19), (19, 22)]
    assert [(box.page, box.right, box.page_width, box.page_height) for box in found.boxes] == [
        (1, WIDTH, WIDTH, HEIGHT),
        (2, WIDTH, WIDTH, HEIGHT),
    ]
    assert found.quote == TEXT[4:22]


def test_furniture_by_itself_has_its_rectangle() -> None:
    """Who cites a page's foot and nothing else sees it marked."""
    room = Room()

    room.ask(FOOTER.start + 1, FOOTER.end)

    assert room.geometry.asked == [(FOOTER.start + 1, FOOTER.end)]


def test_recognised_pages_are_not_looked_for_in_the_original() -> None:
    """Where a page's words were recognised in a picture, their places are those kept with them."""
    second = PAGES[1]
    word = RecognisedWord(second.start, second.end, 50, 700, 90, 710, 0.9)
    room = Room(recognised=(RecognisedPage(2, second.start, second.end, 0.9, (word,)),))
    found = room.ask(0, 22)

    assert room.geometry.asked == [(0, 12), (18, 19)]
    assert [(box.page, box.left, box.page_width) for box in found.boxes if box.page == 2] == [(2, 50, None)]


REFUSED: dict[str, tuple[Room, tuple[int, int], type[Exception], str]] = {
    "a case": (Room(MATTER), (0, 3), InvalidInput, "its text is masked and its original sealed"),
    "no pages": (Room(name="notes.txt"), (0, 3), InvalidInput, "'notes.txt' has no pages"),
    "not read": (Room(name="broken.pdf"), (0, 3), InvalidInput, "status: error\\): it is damaged"),
    "backwards": (Room(), (5, 5), InvalidInput, "5 to 5 is no place in 'lease.pdf', which has"),
    "beyond": (Room(), (5, len(TEXT) + 1), InvalidInput, "is no place in 'lease.pdf'"),
    "too long": (Room(), (0, LONGEST + 1), InvalidInput, "more than the 20,000"),
}


@pytest.mark.requirement("documents-boxes")
@pytest.mark.parametrize("case", REFUSED)
def test_place_that_cannot_be_told(case: str) -> None:
    """Masked texts, files without pages and places that are none get a sentence, and the original is not opened."""
    room, (start, end), error, sentence = REFUSED[case]

    with pytest.raises(error, match=sentence):
        room.ask(start, end)
    assert room.geometry.asked == []


def test_unknown_document() -> None:
    """A document that the matter has not is not found."""
    with pytest.raises(NotFound, match="not found in this matter"):
        Room().ask(0, 3, document=MATTER)
