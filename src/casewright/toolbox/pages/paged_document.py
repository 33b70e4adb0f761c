"""The document whose pages are asked for: a PDF, read or not, of a matter whose originals are no secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.domain.ids import DocumentId
from casewright.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from casewright.domain.documents import Document
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.firewall import DocumentFirewall

_PDF: Final = "application/pdf"


def document_of(documents: DocumentStore, tenant: TenantId, matter: MatterId, asked: str) -> Document:
    """The document. Raises ``NotFound`` where the matter has none of that id."""
    document = documents.get(tenant, matter, DocumentId(asked.lower()))
    if document is None:
        raise NotFound(f"Document {asked!r} not found in this matter")
    return document


def paged_document(
    documents: DocumentStore, firewall: DocumentFirewall, tenant: TenantId, matter: MatterId, asked: str
) -> Document:
    """As ``document_of``. Raises ``InvalidInput`` where it has no pages, or they are not to be shown."""
    document = document_of(documents, tenant, matter, asked)
    if document.media_type != _PDF:
        raise InvalidInput(
            f"{document.filename!r} has no pages: only PDF files have. show_document_layout says what stands where"
        )
    if firewall.guards(tenant, matter):
        raise InvalidInput(
            f"{document.filename!r} belongs to a case: its text is masked and its original sealed, so its pages are"
            " not shown"
        )
    return document
