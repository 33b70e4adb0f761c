"""The tool ``show_page``: which words stand where on a page of a PDF, and where in the document's text."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, Field

from casewright.domain.recognition import mean_confidence, words_of
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.pages.paged_document import paged_document
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.ports.pages import PageOf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.boxes import Box
    from casewright.domain.documents import Document, Furniture, Page, Reading
    from casewright.domain.recognition import RecognisedPage
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.firewall import DocumentFirewall
    from casewright.tools.ports.pages import Pages

MOST_WORDS: Final = 20_000
"""Most words of a page that are shown."""
_WORD: Final = re.compile(r"\S+")
_REREAD: Final = "have it read anew (casewright documents reread)"

Span = tuple[int, int]
Sides = tuple[float, float, float, float]


class ShowPageInput(Arguments):
    """Input of the ``show_page`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str = Field(description="UUID of the document, a PDF")
    page: int = Field(ge=1, description="Which page, from 1 on")


class PageWord(BaseModel):
    """A word: ``text`` is ``start`` to ``end`` of the document's text, in code points.

    ``boxes`` are rectangles (left, bottom, right, top) in points from the lower left corner of the page as it is shown,
    as ``quote_boxes`` has them: one, or two where the word goes on in the next line, none where that is not known.
    ``furniture`` says which page furniture it is part of; ``confidence``, 0 to 1, that it was recognised (OCR).
    """

    start: int
    end: int
    text: str
    boxes: list[Sides]
    furniture: str | None = None
    confidence: float | None = None


class PageRecognition(BaseModel):
    """The page's text was recognised on its picture (OCR): how sure it is, and whether to compare it with the page."""

    confidence: float
    needs_a_look: bool


class ShowPageOutput(BaseModel):
    """A page with its words in the order of the text, which is ``start`` to ``end`` of the document's.

    ``page_width`` and ``page_height`` are in points. ``unplaced`` says why words have no boxes, or why there are none;
    ``left_out`` counts words beyond those that are shown.
    """

    document_id: str
    filename: str
    page: int
    pages: int
    page_width: float
    page_height: float
    start: int | None
    end: int | None
    words: list[PageWord]
    left_out: int = 0
    ocr: PageRecognition | None = None
    unplaced: str | None = None


def show_page(*, documents: DocumentStore, pages: Pages, firewall: DocumentFirewall) -> Tool:
    """The tool over these parts. Where recognised words stand is stored; ``pages`` looks for the others."""

    def run(arguments: ShowPageInput, context: CallContext) -> ShowPageOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        document = paged_document(documents, firewall, context.tenant, matter, arguments.document_id)
        reading = documents.reading(context.tenant, matter, document.id)
        return _shown(pages, document, reading, arguments.page)

    return Tool(
        name="show_page",
        description="Show a page of a PDF as words: where each stands on the page, in points, and where in the"
        " document's text.",
        arguments=ShowPageInput,
        output=ShowPageOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("the document's text", "the original"),
    )


def _shown(pages: Pages, document: Document, reading: Reading | None, number: int) -> ShowPageOutput:
    page = next((one for one in reading.pages if one.number == number), None) if reading is not None else None
    words = [] if reading is None or page is None else _words(reading, page)
    recognised = next((one for one in reading.recognised if one.number == number), None) if reading else None
    asked = [] if recognised is not None else words[:MOST_WORDS]
    found = pages.places(PageOf(document.tenant, document.blob, document.filename, number), reading, asked)
    placed = {} if found.boxes is None else dict(zip(asked, found.boxes, strict=True))
    return ShowPageOutput(
        document_id=document.id,
        filename=document.filename,
        page=number,
        pages=found.count,
        page_width=found.width,
        page_height=found.height,
        start=None if page is None else page.start,
        end=None if page is None else page.end,
        words=[]
        if reading is None
        else [_word(reading, span, placed.get(span, ()), recognised) for span in words[:MOST_WORDS]],
        left_out=max(len(words) - MOST_WORDS, 0),
        ocr=None
        if recognised is None
        else PageRecognition(confidence=round(recognised.confidence, 3), needs_a_look=recognised.needs_a_look),
        unplaced=_why_unplaced(document, reading, is_placed=found.boxes is not None or not asked),
    )


def _words(reading: Reading, page: Page) -> list[Span]:
    return [match.span() for match in _WORD.finditer(reading.text, page.start, page.end)]


def _word(reading: Reading, span: Span, boxes: Sequence[Box], recognised: RecognisedPage | None) -> PageWord:
    start, end = span
    sides = [(box.left, box.bottom, box.right, box.top) for box in boxes]
    confidence = None
    if recognised is not None:
        seen = [word for _, word in words_of([recognised], start, end)]
        sides = [(word.left, word.bottom, word.right, word.top) for word in seen]
        confidence = round(mean_confidence(seen), 3) if seen else None
    return PageWord(
        start=start,
        end=end,
        text=reading.text[start:end],
        boxes=sides,
        furniture=_furniture_at(reading.furniture, start),
        confidence=confidence,
    )


def _furniture_at(furniture: Sequence[Furniture], place: int) -> str | None:
    at = bisect_right(furniture, place, key=lambda one: one.start) - 1
    return furniture[at].kind.value if at >= 0 and place < furniture[at].end else None


def _why_unplaced(document: Document, reading: Reading | None, *, is_placed: bool) -> str | None:
    if reading is None:
        return document.error or f"{document.filename!r} has no text that was read"
    if is_placed:
        return None
    if reading.printed is None:
        reason = "was read before places on pages were kept, so they are not known"
    else:
        engine = reading.printed.engine
        reason = f"reads otherwise now than when it was added (with {engine}), so places on its pages are not known"
    return f"{document.filename!r} {reason}: {_REREAD}"
