"""Which documents a deal's data-room index names that are not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.documents import DocumentStatus
from casewright.domain.skipping import blank
from casewright.evidence.data_room_index import absent, index_entries
from casewright.evidence.record import AbsentDocument

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Document
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.documents import DocumentStore


def absent_documents(
    store: DocumentStore, tenant: TenantId, documents: Sequence[Document]
) -> tuple[AbsentDocument, ...]:
    """What the indexes among these documents name and none of them is, index by index in the order of their names.

    A document that could not be read is there, too: its name counts.
    """
    names = [document.filename for document in documents]
    ready = [document for document in documents if document.status is DocumentStatus.READY]
    ids = [document.id for document in ready]
    furniture = store.furniture(tenant, ids)
    texts = {name: blank(text, furniture.get(name, ())) for name, text in store.texts(tenant, ids).items()}
    found: list[AbsentDocument] = []
    for document in sorted(ready, key=lambda one: (one.filename, one.id)):
        tables = store.tables(tenant, document.id)
        entries = index_entries(document.filename, texts.get(document.id, ""), tables, names)
        missing = absent(entries or (), names)
        found += [AbsentDocument(entry.name, document.id, entry.start, entry.end) for entry in missing]
    return tuple(found)
