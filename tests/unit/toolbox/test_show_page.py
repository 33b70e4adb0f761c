"""The words of a page with their places, its picture, and when neither is told."""

from __future__ import annotations

from base64 import b64decode
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.actors import Actor
from casewright.domain.documents import Document, DocumentStatus, Furniture, FurnitureKind, Page, PrintedPages, Reading
from casewright.domain.ids import ActorId, DocumentId, MatterId
from casewright.domain.recognition import RecognisedPage, RecognisedWord
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.pages.render_page import RenderPageInput, RenderPageOutput, render_page
from casewright.toolbox.pages.show_page import MOST_WORDS, ShowPageInput, ShowPageOutput, show_page
from casewright.tools.calls import CallContext
from tests.fakes.governed import TENANT
from tests.fakes.memory_blobs import MemoryBlobs
from tests.fakes.memory_documents import MemoryDocuments
from tests.fakes.no_firewall import NoFirewall
from tests.fakes.whole_page import HEIGHT, WIDTH, WholePages

if TYPE_CHECKING:
    from casewright.tools.definition import Tool

pytestmark = pytest.mark.requirement("pages-words")
MATTER = MatterId("00000000-0000-4000-8000-000000000001")
DOCUMENT = DocumentId("00000000-0000-4000-8000-000000000002")
TEXT = "The rent is\nPage 1\ndue in May."
PAGES = (Page(1, 0, 19), Page(2, 19, len(TEXT)))
PRINTED = PrintedPages("PDFium 1", (0, 19, len(TEXT)), (bytes(8), bytes(8)))
READING = Reading(
    "application/pdf", TEXT, (), PAGES, furniture=(Furniture(12, 18, FurnitureKind.PAGE_NUMBER),), printed=PRINTED
)
CONTEXT = CallContext(Actor(TENANT, ActorId("ada"), "PARTNER"))


class Room:
    """One document in one matter, and the tools over it."""

    def __init__(
        self, reading: Reading | None = READING, *cases: MatterId, pages: WholePages | None = None, name: str = "a.pdf"
    ) -> None:
        self.pages = pages or WholePages()
        documents = MemoryDocuments()
        document = Document(
            id=DOCUMENT,
            tenant=TENANT,
            matter=MATTER,
            filename=name,
            media_type="application/pdf" if name.endswith(".pdf") else "text/plain",
            size=1,
            blob=MemoryBlobs().put(TENANT, b"x"),
            status=DocumentStatus.READY if reading is not None else DocumentStatus.ERROR,
            error=None if reading is not None else "it needs OCR",
            characters=0 if reading is None else len(reading.text),
            chunk_count=0,
            uploaded_by=ActorId("ada"),
            uploaded_at=datetime(2026, 11, 3, tzinfo=UTC),
        )
        documents.add(document, reading, identity="x")
        firewall = NoFirewall(*cases)
        self.words = show_page(documents=documents, pages=self.pages, firewall=firewall)
        self.picture = render_page(documents=documents, pages=self.pages, firewall=firewall)

    def show(self, page: int = 1) -> ShowPageOutput:
        found = _run(self.words, ShowPageInput(matter_id=MATTER, document_id=DOCUMENT, page=page))
        assert isinstance(found, ShowPageOutput)
        return found

    def draw(self, **asked: Any) -> RenderPageOutput:
        given = RenderPageInput.model_validate({"matter_id": MATTER, "document_id": DOCUMENT, "page": 1, **asked})
        found = _run(self.picture, given)
        assert isinstance(found, RenderPageOutput)
        return found


def _run(tool: Tool, given: object) -> object:
    return tool.handler(given, CONTEXT)


def test_words_have_offsets_boxes_and_what_they_are_part_of() -> None:
    """Every word of the page, and none of another, in order; those of the page number say so."""
    room = Room()
    shown = room.show()
    assert [(word.start, word.end, word.text, word.furniture) for word in shown.words] == [
        (0, 3, "The", None),
        (4, 8, "rent", None),
        (9, 11, "is", None),
        (12, 16, "Page", "page number"),
        (17, 18, "1", "page number"),
    ]
    assert all(word.boxes == [(0, 0, WIDTH, HEIGHT)] for word in shown.words)
    assert (shown.start, shown.end, shown.pages, shown.unplaced, shown.ocr) == (0, 19, 2, None, None)
    assert [word.text for word in room.show(2).words] == ["due", "in", "May."]


def test_recognised_words_have_the_boxes_that_were_kept() -> None:
    """Of a page that was recognised nothing but its size is asked; a word seen in two pieces has both boxes."""
    words = (
        RecognisedWord(19, 22, 50, 700, 60, 710, 0.9),
        RecognisedWord(23, 24, 62, 700, 66, 710, 0.5),
        RecognisedWord(24, 25, 66, 700, 70, 710, 0.7),
        RecognisedWord(26, 30, 72, 700, 90, 710, 0.9),
    )
    recognised = (RecognisedPage(2, 19, len(TEXT), 0.8, words),)
    room = Room(Reading("application/pdf", TEXT, (), PAGES, printed=PRINTED, recognised=recognised))
    shown = room.show(2)
    assert room.pages.asked == []
    assert [(word.text, word.boxes, word.confidence) for word in shown.words] == [
        ("due", [(50, 700, 60, 710)], 0.9),
        ("in", [(62, 700, 66, 710), (66, 700, 70, 710)], 0.6),
        ("May.", [(72, 700, 90, 710)], 0.9),
    ]
    assert shown.ocr is not None
    assert (shown.ocr.confidence, shown.ocr.needs_a_look, shown.unplaced) == (0.8, True, None)
    assert room.show(1).ocr is None


def test_words_without_known_places_have_no_boxes_and_it_is_said_why() -> None:
    """An engine that reads otherwise, and a document read before places were kept: words, no boxes, a remedy."""
    room = Room(pages=WholePages(is_known=False))
    shown = room.show()
    assert [word.boxes for word in shown.words] == [[]] * 5
    assert shown.unplaced is not None
    assert "reads otherwise now than when it was added (with PDFium 1)" in shown.unplaced
    old = Room(Reading("application/pdf", TEXT, (), PAGES), pages=WholePages(is_known=False)).show()
    assert old.unplaced is not None
    assert "before places on pages were kept" in old.unplaced
    assert old.unplaced.endswith("have it read anew (casewright documents reread)")


def test_a_page_that_was_not_read_is_shown_without_words() -> None:
    """A scan that needs OCR has a picture and a size, and says what it lacks."""
    room = Room(None)
    shown = room.show()
    assert (shown.words, shown.start, shown.page_width, shown.unplaced) == ([], None, WIDTH, "it needs OCR")
    assert room.draw().pages == 2


def test_pictures_come_once() -> None:
    """The bytes in Base64, and of a picture that is known nothing but its mark, without drawing it."""
    room = Room()
    drawn = room.draw(width=300)
    assert drawn.base64 is not None
    assert (b64decode(drawn.base64), drawn.width, drawn.height) == (b"PNG", 300, 600)
    again = room.draw(width=300, known=drawn.mark)
    assert (again.base64, again.width, again.mark, room.pages.drawn) == (None, None, drawn.mark, 1)
    assert room.draw(width=301, known=drawn.mark).base64 is not None


def test_most_words() -> None:
    """A page with more words than any has says how many are left out."""
    text = "a " * (MOST_WORDS + 3)
    shown = Room(Reading("application/pdf", text, (), (Page(1, 0, len(text)),), printed=PRINTED)).show()
    assert (len(shown.words), shown.left_out) == (MOST_WORDS, 3)


def test_what_has_no_pages_and_what_is_sealed() -> None:
    """Other formats have none, a case's are not shown, and another document's are not there."""
    for room, kind, why in (
        (Room(name="a.txt"), InvalidInput, "only PDF files have"),
        (Room(READING, MATTER), InvalidInput, "belongs to a case"),
    ):
        for ask in (room.show, room.draw):
            with pytest.raises(kind, match=why):
                ask()
    with pytest.raises(NotFound, match="not found in this matter"):
        Room().draw(document_id=MATTER)
