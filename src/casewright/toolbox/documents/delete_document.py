"""The tool ``delete_document``: a document goes for good, with its text, its chunks and its original."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.ids import DocumentId, MatterId
from casewright.errors import NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.effects import complete

if TYPE_CHECKING:
    from casewright.domain.documents import Document
    from casewright.domain.ids import TenantId
    from casewright.toolbox.documents.originals import Originals
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.firewall import DocumentFirewall
    from casewright.tools.ports.together import Together


class DeleteDocumentInput(Arguments):
    """Input of the ``delete_document`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str = Field(description="UUID of the document")


class DeleteDocumentOutput(BaseModel):
    """What was deleted; ``original_deleted`` is false where another document has the same bytes.

    An original that cannot be reached now goes when the home is opened next.
    """

    document_id: str
    filename: str
    original_deleted: bool


def delete_document(
    *,
    documents: DocumentStore,
    originals: Originals,
    transaction: Together,
    firewall: DocumentFirewall | None = None,
) -> Tool:
    """The tool over these stores; ``firewall`` sealed the originals of cases."""

    def run(arguments: DeleteDocumentInput, context: CallContext) -> DeleteDocumentOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        document = _found(documents, context.tenant, matter, arguments.document_id)
        with transaction.together():
            documents.delete(context.tenant, matter, document.id)
            if firewall is not None:
                firewall.forget(context.tenant, document.id)
            last = originals.doom(context.tenant, document.blob)
        deleted = DeleteDocumentOutput(document_id=document.id, filename=document.filename, original_deleted=last)
        complete(deleted)  # the bytes go once the row is gone for good
        originals.remove(context.tenant, document.blob)
        return deleted

    def target(arguments: DeleteDocumentInput, context: CallContext) -> Document:
        return _found(documents, context.tenant, MatterId(arguments.matter_id.lower()), arguments.document_id)

    def check(arguments: DeleteDocumentInput, context: CallContext) -> None:
        target(arguments, context)

    def preview(arguments: DeleteDocumentInput, context: CallContext) -> str:
        return _described(documents, target(arguments, context))

    return Tool(
        name="delete_document",
        description="Delete a document of a matter for good: its text, its chunks and its original bytes.",
        arguments=DeleteDocumentInput,
        output=DeleteDocumentOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.DANGEROUS,
        categories=("matters", "documents"),
        writes=("the document", "its original"),
        preview=preview,
        check=check,
    )


def _found(documents: DocumentStore, tenant: TenantId, matter: MatterId, document: str) -> Document:
    found = documents.get(tenant, matter, DocumentId(document.lower()))
    if found is None:
        raise NotFound(f"Document {document!r} not found in this matter")
    return found


def _described(documents: DocumentStore, document: Document) -> str:
    columns = documents.chunks(document.tenant, [document.id])
    pages = int(columns[0].page.max()) if columns and columns[0].page.size else 0
    return (
        f"Delete {document.filename!r} for good\n"
        f"  type      {document.media_type}\n"
        f"  size      {document.size:,} bytes, {f'{pages} pages' if pages else 'no pages'}, "
        f"{document.characters:,} characters, {document.chunk_count:,} chunks\n"
        f"  added     {document.uploaded_at:%Y-%m-%d %H:%M UTC} by {document.uploaded_by}\n"
        f"  original  SHA-256 {document.blob}, deleted too where no other document has it"
    )
