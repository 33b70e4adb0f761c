"""What the documents of a matter are called, those included that a newer reading of their file has replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.tools.ports.documents import DocumentStore


def document_names(documents: DocumentStore, tenant: TenantId, matter: MatterId) -> dict[DocumentId, str]:
    """The file names by id; what was cited before a file was read anew is in the earlier reading, and says so."""
    return {
        one.id: one.filename if one.replaced_by is None else f"{one.filename} (earlier reading)"
        for one in documents.of_matter(tenant, matter, replaced=True)
    }
