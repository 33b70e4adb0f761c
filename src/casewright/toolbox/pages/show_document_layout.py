"""The tool ``show_document_layout``: a document as blocks with their places, changes and comments among them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from pydantic import BaseModel, Field

from casewright.domain.documents import DocumentStatus
from casewright.errors import InvalidInput
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.pages.blocks import blocks_of
from casewright.toolbox.pages.layout_view import BlockView, TrackedSpan, block_view, tracked_spans
from casewright.toolbox.pages.paged_document import document_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Document, Reading
    from casewright.domain.structures import Structure
    from casewright.toolbox.pages.blocks import Block
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.firewall import DocumentFirewall
    from casewright.tools.ports.pages import Structures

MOST_CELLS: Final = 20_000
MOST_CHARACTERS: Final = 500_000
"""Beyond these the other blocks are given with the next call; one block is always given."""
_TIMEOUT: Final = 150.0

FileKind = Literal["pdf", "word", "workbook", "csv", "mail", "html", "markdown", "text"]
_KINDS: Final[dict[str, FileKind]] = {
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "word",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "workbook",
    "text/csv": "csv",
    "text/tab-separated-values": "csv",
    "message/rfc822": "mail",
    "text/html": "html",
    "text/markdown": "markdown",
}


class ShowDocumentLayoutInput(Arguments):
    """Input of the ``show_document_layout`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str = Field(description="UUID of the document")
    first: int | None = Field(default=None, ge=0, description="Which block is the first: next_first of the call before")
    at: int | None = Field(default=None, ge=0, description="Or a place in the text: begin at the block that it is in")
    limit: int = Field(default=200, ge=1, le=1_000, description="How many blocks at most")


class ShowDocumentLayoutOutput(BaseModel):
    """Blocks in the order of the text, from number ``first`` of ``total`` on; ``next_first`` is null at the end.

    All offsets are code points of the document's text. ``changes`` and ``comments`` are those that touch these blocks;
    the text is read with all changes accepted. ``message`` says what is not known of the document.
    """

    document_id: str
    filename: str
    file_kind: FileKind
    characters: int
    total: int
    first: int
    next_first: int | None
    blocks: list[BlockView]
    changes: list[TrackedSpan]
    comments: list[TrackedSpan]
    message: str | None = None


def show_document_layout(*, documents: DocumentStore, structures: Structures, firewall: DocumentFirewall) -> Tool:
    """The tool over these parts. Blocks are of the stored text; ``structures`` says which are headings."""
    viewer = _Viewer(documents, structures, firewall)
    return Tool(
        name="show_document_layout",
        description="Show a document as blocks with their places in its text: paragraphs, headings, tables with rows"
        " and cells, notes, tracked changes and comments, the parts of an e-mail.",
        arguments=ShowDocumentLayoutInput,
        output=ShowDocumentLayoutOutput,
        handler=viewer.run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        timeout=_TIMEOUT,
        reads=("the document's text", "the original"),
    )


@dataclass(frozen=True, slots=True)
class _Viewer:
    documents: DocumentStore
    structures: Structures
    firewall: DocumentFirewall

    def run(self, arguments: ShowDocumentLayoutInput, context: CallContext) -> ShowDocumentLayoutOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        document = document_of(self.documents, context.tenant, matter, arguments.document_id)
        reading = self.documents.reading(context.tenant, matter, document.id)
        if reading is None or document.status is not DocumentStatus.READY:
            why = f": {document.error}" if document.error else ""
            raise InvalidInput(f"Document is not ready (status: {document.status.value}){why}")
        structure, message = self._structure(document, reading)
        blocks = blocks_of(reading, structure)
        first = _first(arguments, blocks, document, reading)
        shown = _fitting(blocks[first : first + arguments.limit])
        after = first + len(shown)
        low, high = (shown[0].start, max(block.end for block in shown)) if shown else (0, len(reading.text))
        changes, comments = tracked_spans(reading.layout, low, high, reading.text)
        return ShowDocumentLayoutOutput(
            document_id=document.id,
            filename=document.filename,
            file_kind=_KINDS.get(document.media_type, "text"),
            characters=len(reading.text),
            total=len(blocks),
            first=first,
            next_first=after if after < len(blocks) else None,
            blocks=[block_view(block, reading.text) for block in shown],
            changes=changes,
            comments=comments,
            message=message,
        )

    def _structure(self, document: Document, reading: Reading) -> tuple[Structure | None, str | None]:
        """What the file says of its text, and why it says nothing."""
        if self.firewall.guards(document.tenant, document.matter):
            return None, (
                f"{document.filename!r} belongs to a case: its original is sealed, so which of its paragraphs are"
                " headings is not shown"
            )
        found = self.structures.structure(document, reading)
        if found is not None:
            return found, None
        return None, (
            f"{document.filename!r} reads otherwise now than when it was added, so which of its paragraphs are headings"
            " is not known: have it read anew (casewright documents reread)"
        )


def _first(arguments: ShowDocumentLayoutInput, blocks: Sequence[Block], document: Document, reading: Reading) -> int:
    if arguments.at is None:
        return min(arguments.first or 0, len(blocks))
    if arguments.first is not None:
        raise InvalidInput("first and at both say where to begin: give one of them")
    if arguments.at > len(reading.text):
        raise InvalidInput(
            f"{arguments.at:,} is no place in {document.filename!r}, which has {len(reading.text):,} characters"
        )
    return max(bisect_right(blocks, arguments.at, key=lambda block: block.start) - 1, 0)


def _fitting(blocks: Sequence[Block]) -> list[Block]:
    """As many as are given at once."""
    fitting: list[Block] = []
    cells = characters = 0
    for block in blocks:
        cells += len(block.cells)
        characters += block.end - block.start
        if fitting and (cells > MOST_CELLS or characters > MOST_CHARACTERS):
            break
        fitting.append(block)
    return fitting
