"""The tool ``quote_boxes``: where a stretch of a document's text stands on its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, Field

from casewright.domain.documents import DocumentStatus
from casewright.domain.ids import DocumentId
from casewright.domain.recognition import boxes_of
from casewright.domain.skipping import spans_of, within
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.boxes import Box, PageBoxes
    from casewright.domain.documents import Document, Reading
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.blobs import BlobStore
    from casewright.tools.ports.documents import DocumentStore, PageGeometry
    from casewright.tools.ports.firewall import DocumentFirewall

LONGEST: Final = 20_000
"""Most characters that are looked for at once."""
_PDF: Final = "application/pdf"
_TIMEOUT: Final = 150.0


class QuoteBoxesInput(Arguments):
    """Input of the ``quote_boxes`` tool: ``text[start:end]`` of the document, as get_document_text gives it."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str = Field(description="UUID of the document, a PDF")
    start: int = Field(ge=0, description="Offset at which the quote begins")
    end: int = Field(ge=1, description="Offset at which it ends, itself not part of it")


class QuoteBox(BaseModel):
    """A rectangle around words of one line, in points from the lower left corner of the page as it is shown.

    The page's size is null where its text was recognised on a picture.
    """

    page: int
    left: float
    bottom: float
    right: float
    top: float
    page_width: float | None
    page_height: float | None


class QuoteBoxesOutput(BaseModel):
    """The rectangles in the order of the pages; page furniture has none, unless the quote is nothing else."""

    document_id: str
    filename: str
    start: int
    end: int
    quote: str
    boxes: list[QuoteBox]


def quote_boxes(
    *,
    documents: DocumentStore,
    blobs: BlobStore,
    geometry: PageGeometry,
    firewall: DocumentFirewall,
) -> Tool:
    """The tool over these parts. Where recognised words stand is stored; ``geometry`` looks for the others."""
    finder = _Finder(documents, blobs, geometry, firewall)
    return Tool(
        name="quote_boxes",
        description="Find where a stretch of a PDF's text stands on its pages: a rectangle for each line, in points.",
        arguments=QuoteBoxesInput,
        output=QuoteBoxesOutput,
        handler=finder.run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        timeout=_TIMEOUT,
        reads=("the document's text", "the original"),
    )


@dataclass(frozen=True, slots=True)
class _Finder:
    documents: DocumentStore
    blobs: BlobStore
    geometry: PageGeometry
    firewall: DocumentFirewall

    def run(self, arguments: QuoteBoxesInput, context: CallContext) -> QuoteBoxesOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        document = self._document(context.tenant, matter, arguments.document_id)
        reading = self.documents.reading(context.tenant, matter, document.id)
        if reading is None:
            raise InvalidInput(f"Document {document.filename!r} has no text")
        start, end = arguments.start, arguments.end
        _require_place(document, reading, start, end)
        return QuoteBoxesOutput(
            document_id=document.id,
            filename=document.filename,
            start=start,
            end=end,
            quote=reading.text[start:end],
            boxes=self._boxes(context.tenant, document, reading, start, end),
        )

    def _document(self, tenant: TenantId, matter: MatterId, asked: str) -> Document:
        document = self.documents.get(tenant, matter, DocumentId(asked.lower()))
        if document is None:
            raise NotFound(f"Document {asked!r} not found in this matter")
        if document.status is not DocumentStatus.READY:
            why = f": {document.error}" if document.error else ""
            raise InvalidInput(f"Document is not ready (status: {document.status.value}){why}")
        if document.media_type != _PDF:
            raise InvalidInput(f"{document.filename!r} has no pages to find words on: only PDF files have")
        if self.firewall.guards(tenant, matter):
            raise InvalidInput(
                f"{document.filename!r} belongs to a case: its text is masked and its original sealed, so places on its"
                " pages are not shown"
            )
        return document

    def _boxes(self, tenant: TenantId, document: Document, reading: Reading, start: int, end: int) -> list[QuoteBox]:
        body = _without(start, end, within(start, end, spans_of(reading.furniture)))
        spans = body if any(reading.text[low:high].strip() for low, high in body) else [(start, end)]
        found = [_shown(box) for low, high in spans for box in boxes_of(reading.recognised, low, high)]
        pictures = {page.number for page in reading.recognised}
        printed = [
            (max(low, page.start), min(high, page.end))
            for low, high in spans
            for page in reading.pages
            if page.number not in pictures and max(low, page.start) < min(high, page.end)
        ]
        if printed:
            data = self.blobs.get(tenant, document.blob)
            for page in self.geometry.boxes(data, document.filename, reading, printed):
                found += [_shown(box, page) for box in page.boxes]
        return sorted(found, key=lambda box: box.page)


def _require_place(document: Document, reading: Reading, start: int, end: int) -> None:
    if not start < end <= len(reading.text):
        count = len(reading.text)
        raise InvalidInput(f"{start} to {end} is no place in {document.filename!r}, which has {count:,} characters")
    if end - start > LONGEST:
        raise InvalidInput(f"{end - start:,} characters are more than the {LONGEST:,} that are looked for at once")


def _without(start: int, end: int, skipped: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """What is left of the stretch."""
    left = []
    at = start
    for low, high in skipped:
        if at < low:
            left.append((at, low))
        at = high
    if at < end:
        left.append((at, end))
    return left


def _shown(box: Box, page: PageBoxes | None = None) -> QuoteBox:
    return QuoteBox(
        page=box.page,
        left=box.left,
        bottom=box.bottom,
        right=box.right,
        top=box.top,
        page_width=None if page is None else round(page.width, 2),
        page_height=None if page is None else round(page.height, 2),
    )
