"""The tool ``get_document_text``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.documents import Document, DocumentStatus
from casewright.domain.ids import DocumentId, MatterId
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.documents.reading_view import ReadingView, TrackedView, tracked_view
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.documents import DocumentStore

TRUNCATED = "[... text truncated ...]"
_DEFAULT_LENGTH = 50_000


class GetDocumentTextInput(Arguments):
    """Input of the ``get_document_text`` tool. One of ``document_id`` and ``filename`` says which document."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str | None = Field(default=None, description="UUID of the document")
    filename: str | None = Field(default=None, description="Its filename, where the id is not known")
    max_length: int = Field(default=_DEFAULT_LENGTH, ge=1, le=10_000_000, description="Longest text, in characters")


class GetDocumentTextOutput(BaseModel):
    """The text, cut at ``max_length``; ``character_count`` is that of the whole text."""

    text: str
    furniture: list[tuple[int, int, str]] = Field(
        default_factory=list,
        description="Page furniture in the text, no part of what the document says: start, end and kind of each",
    )
    filename: str
    document_id: str
    file_type: str
    character_count: int
    truncated: bool
    tracked: TrackedView | None = Field(
        default=None, description="Which version was read, where the document has tracked changes or comments"
    )
    reading: ReadingView | None = Field(
        default=None, description="How much of the file was read; null where that was not kept yet"
    )


def get_document_text(*, documents: DocumentStore) -> Tool:
    """The tool over this store."""

    def run(arguments: GetDocumentTextInput, context: CallContext) -> GetDocumentTextOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        document = _chosen(documents, context.tenant, matter, arguments)
        _require_ready(document)
        text = documents.text(context.tenant, document.id)
        truncated = len(text) > arguments.max_length
        return GetDocumentTextOutput(
            text=text[: arguments.max_length] + TRUNCATED if truncated else text,
            furniture=[
                (one.start, one.end, one.kind.value)
                for one in documents.furniture(context.tenant, [document.id]).get(document.id, ())
                if one.end <= arguments.max_length
            ],
            filename=document.filename,
            document_id=document.id,
            file_type=document.media_type,
            character_count=len(text),
            truncated=truncated,
            tracked=tracked_view(documents.layout(context.tenant, document.id)),
            reading=ReadingView.of(document.report),
        )

    return Tool(
        name="get_document_text",
        description="Get the text of one document of a matter, by id or by filename.",
        arguments=GetDocumentTextInput,
        output=GetDocumentTextOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("the document's text",),
    )


def _chosen(documents: DocumentStore, tenant: TenantId, matter: MatterId, arguments: GetDocumentTextInput) -> Document:
    if arguments.document_id is not None:
        found = documents.get(tenant, matter, DocumentId(arguments.document_id.lower()))
        if found is None:
            raise NotFound(f"Document {arguments.document_id!r} not found in this matter")
        return found
    if arguments.filename is None:
        raise InvalidInput("Which document? Give 'document_id' or 'filename'")
    named = [one for one in documents.of_matter(tenant, matter) if one.filename == arguments.filename]
    if not named:
        raise NotFound(f"Document {arguments.filename!r} not found in this matter")
    if len(named) > 1:
        ids = ", ".join(one.id for one in named)
        raise InvalidInput(f"{len(named)} documents are called {arguments.filename!r}: choose by 'document_id': {ids}")
    return named[0]


def _require_ready(document: Document) -> None:
    if document.status is DocumentStatus.READY:
        return
    why = f": {document.error}" if document.error else ""
    raise InvalidInput(f"Document is not ready (status: {document.status.value}){why}")
