"""The tool ``show_document``: one document, how it was read, and which bytes it was made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.ids import DocumentId
from casewright.errors import NotFound
from casewright.toolbox.documents.list_matter_documents import DocumentItem
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.documents import DocumentStore


class ShowDocumentInput(Arguments):
    """Input of the ``show_document`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str = Field(description="UUID of the document")


class ShowDocumentOutput(DocumentItem):
    """One document. ``sha256`` is of its original."""

    sha256: str


def show_document(*, documents: DocumentStore) -> Tool:
    """The tool over this store."""

    def run(arguments: ShowDocumentInput, context: CallContext) -> ShowDocumentOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        found = documents.get(context.tenant, matter, DocumentId(arguments.document_id.lower()))
        if found is None:
            raise NotFound(f"Document {arguments.document_id!r} not found in this matter")
        return ShowDocumentOutput(**DocumentItem.of(found).model_dump(), sha256=found.blob)

    return Tool(
        name="show_document",
        description="Show one document of a matter: how it was read, and the hash of its original.",
        arguments=ShowDocumentInput,
        output=ShowDocumentOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("the document",),
    )
