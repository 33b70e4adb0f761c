"""The tool ``list_matter_documents``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.documents import Document, DocumentStatus
from casewright.toolbox.document_naming import NamedView
from casewright.toolbox.documents.reading_view import ReadingView, is_outdated
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.document_naming import DocumentNaming
    from casewright.tools.ports.documents import DocumentStore

EMPTY = "No documents have been uploaded to this matter yet."


class ListMatterDocumentsInput(Arguments):
    """Input of the ``list_matter_documents`` tool."""

    matter_id: str = Field(description="UUID of the matter")
    named_in: str | None = Field(
        default=None,
        max_length=2_000,
        description="Optional question: also say which documents its words name, and what it asks without them",
    )


class DocumentItem(BaseModel):
    """One document. ``file_size`` in bytes."""

    document_id: str
    filename: str
    file_type: str
    file_size: int
    processing_status: DocumentStatus
    uploaded_at: str
    reading: ReadingView | None = Field(
        default=None, description="How much of the file was read; null where that was not kept yet"
    )

    @classmethod
    def of(cls, document: Document) -> DocumentItem:
        """The view of one document."""
        return DocumentItem(
            document_id=document.id,
            filename=document.filename,
            file_type=document.media_type,
            file_size=document.size,
            processing_status=document.status,
            uploaded_at=document.uploaded_at.isoformat(),
            reading=ReadingView.of(document.report),
        )


class Summary(BaseModel):
    """How many documents can be searched, how many cannot yet, and how many never will."""

    ready_for_search: int
    still_processing: int
    failed: int


class ListMatterDocumentsOutput(BaseModel):
    """Documents newest first; ``message`` says so where there are none.

    ``named`` are the documents that the words of ``named_in`` name, by title, party, defined name or file name;
    ``rest`` is the question without the names.
    """

    named: list[NamedView] | None = None
    rest: str | None = None
    which: str | None = Field(default=None, description="Asked back, where a name may mean several documents")
    documents: list[DocumentItem]
    total_count: int
    summary: Summary
    outdated: int = Field(
        default=0, description="Read by an older version, or with pages that were pictures: to be read again"
    )
    message: str | None = None


def list_matter_documents(*, documents: DocumentStore, naming: DocumentNaming) -> Tool:
    """The tool over this store."""

    def run(arguments: ListMatterDocumentsInput, context: CallContext) -> ListMatterDocumentsOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        found = documents.of_matter(context.tenant, matter)
        ready = sum(document.status is DocumentStatus.READY for document in found)
        failed = sum(document.status is DocumentStatus.ERROR for document in found)
        meant = None
        if arguments.named_in is not None:
            meant = naming.meant(context.tenant, found, arguments.named_in)
        return ListMatterDocumentsOutput(
            named=None if meant is None else meant.named,
            rest=None if meant is None else meant.rest,
            which=None if meant is None else meant.which,
            documents=[DocumentItem.of(document) for document in found],
            total_count=len(found),
            summary=Summary(ready_for_search=ready, still_processing=len(found) - ready - failed, failed=failed),
            outdated=sum(map(is_outdated, found)),
            message=None if found else EMPTY,
        )

    return Tool(
        name="list_matter_documents",
        description="List the documents of a matter, newest first, with how far each is processed.",
        arguments=ListMatterDocumentsInput,
        output=ListMatterDocumentsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("the matter's documents",),
    )
