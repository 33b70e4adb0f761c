"""What is asked of documents and their texts, built once: building a query takes longer than running it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, select

from casewright.adapters.database.tables import documents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Select

    from casewright.domain.ids import DocumentId, TenantId

_documents = documents.documents
_texts = documents.document_texts
_HAS_TEXT = (_texts.c.tenant_id == _documents.c.tenant_id) & (_texts.c.document_id == _documents.c.id)


def with_text(*columns: ColumnElement[Any]) -> Select[*tuple[Any, ...]]:
    """Columns of the texts of the documents in ``of_documents``, beside their ids; NULL for one without text."""
    where = (
        _documents.c.tenant_id == bindparam("tenant"),
        _documents.c.id.in_(bindparam("documents", expanding=True)),
    )
    return select(_documents.c.id, *columns).select_from(_documents.outerjoin(_texts, _HAS_TEXT)).where(*where)


def of_documents(tenant: TenantId, documents: Sequence[DocumentId]) -> dict[str, object]:
    """What ``with_text`` is run with."""
    return {"tenant": tenant, "documents": documents}


WITH_TEXT = with_text(_texts.c.text)
WITH_CHUNKS = with_text(_texts.c.chunks, _texts.c.sections)
WITH_FURNITURE = with_text(_texts.c.furniture)
RECOGNISED = with_text(_texts.c.recognised).where(_texts.c.recognised.is_not(None))
ONE = select(_documents).where(*(_documents.c[name] == bindparam(name) for name in ("tenant_id", "matter_id", "id")))
OF_MATTER = (
    select(_documents)
    .where(*(_documents.c[name] == bindparam(name) for name in ("tenant_id", "matter_id")))
    .order_by(_documents.c.uploaded_at.desc(), _documents.c.position.desc(), _documents.c.id)
)
"""Newest first, earlier readings, too."""
CURRENT = OF_MATTER.where(_documents.c.replaced_by.is_(None))
"""The same without those."""
