"""The tool ``rename_document``: a document is called otherwise; what it is made of stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, field_validator

from casewright.domain.ids import DocumentId
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.vocabulary.outside_text import is_visible

if TYPE_CHECKING:
    from casewright.tools.ports.documents import DocumentStore


class RenameDocumentInput(Arguments):
    """Input of the ``rename_document`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str = Field(description="UUID of the document")
    filename: str = Field(description="What the document is called from now on", min_length=1, max_length=4096)

    @field_validator("filename")
    @classmethod
    def _not_blank(cls, filename: str) -> str:
        if not is_visible(filename):
            raise ValueError("a name needs a visible character")
        return filename.strip()


class RenameDocumentOutput(BaseModel):
    """The document, under its new name and its old one."""

    document_id: str
    filename: str
    former_filename: str


def rename_document(*, documents: DocumentStore) -> Tool:
    """The tool over this store."""

    def run(arguments: RenameDocumentInput, context: CallContext) -> RenameDocumentOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        wanted = DocumentId(arguments.document_id.lower())
        known = {one.id: one.filename for one in documents.of_matter(context.tenant, matter)}
        if wanted not in known:
            raise NotFound(f"Document {arguments.document_id!r} not found in this matter")
        if any(name == arguments.filename and one != wanted for one, name in known.items()):
            raise InvalidInput(f"The matter has a document called {arguments.filename!r} already: choose another name")
        if not documents.rename(context.tenant, matter, wanted, arguments.filename):
            raise NotFound(f"Document {arguments.document_id!r} not found in this matter")
        return RenameDocumentOutput(document_id=wanted, filename=arguments.filename, former_filename=known[wanted])

    return Tool(
        name="rename_document",
        description="Give a document of a matter another name. Its text, its places and its original stay as they are.",
        arguments=RenameDocumentInput,
        output=RenameDocumentOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("matters", "documents"),
        writes=("the document's name",),
    )
