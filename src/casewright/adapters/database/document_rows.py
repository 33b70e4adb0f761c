"""A document as a row of its table, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.adapters.database.report_json import dump_report, load_report
from casewright.domain.documents import Document, DocumentStatus
from casewright.domain.ids import ActorId, BlobId, DocumentId, MatterId, TenantId

if TYPE_CHECKING:
    from sqlalchemy import Row


def document_row(document: Document) -> dict[str, object]:
    """The document's columns; not its identity and its position, which are its matter's."""
    return {
        "tenant_id": document.tenant,
        "id": document.id,
        "matter_id": document.matter,
        "filename": document.filename,
        "media_type": document.media_type,
        "size": document.size,
        "blob": document.blob,
        "status": document.status.value,
        "error": document.error,
        "characters": document.characters,
        "chunk_count": document.chunk_count,
        "uploaded_by": document.uploaded_by,
        "uploaded_at": document.uploaded_at,
        "dated": document.dated,
        "report": None if document.report is None else dump_report(document.report),
        "reader_version": document.reader_version,
        "replaced_by": document.replaced_by,
    }


def document_of(row: Row[*tuple[object, ...]]) -> Document:
    """The document that a row holds."""
    return Document(
        id=DocumentId(row.id),
        tenant=TenantId(row.tenant_id),
        matter=MatterId(row.matter_id),
        filename=row.filename,
        media_type=row.media_type,
        size=row.size,
        blob=BlobId(row.blob),
        status=DocumentStatus(row.status),
        error=row.error,
        characters=row.characters,
        chunk_count=row.chunk_count,
        uploaded_by=ActorId(row.uploaded_by),
        uploaded_at=row.uploaded_at,
        dated=row.dated,
        report=None if row.report is None else load_report(row.report),
        reader_version=row.reader_version,
        replaced_by=None if row.replaced_by is None else DocumentId(row.replaced_by),
    )
