"""What is kept of documents beside their texts, and goes or moves with them, within a transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, update

from casewright.adapters.database.tables import amendments, facts, reviews
from casewright.adapters.database.word_store import forget_words

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from casewright.domain.ids import DocumentId, TenantId

_amendments = amendments.document_amendments


def forget_found(connection: Connection, tenant: TenantId, document: DocumentId) -> None:
    """Forget what was found in the document's text: its words and facts."""
    forget_words(connection, tenant, document)
    for table in (facts.facts, facts.fact_readings):
        connection.execute(delete(table).where(table.c.tenant_id == tenant, table.c.document_id == document))


def forget_all(connection: Connection, tenant: TenantId, document: DocumentId) -> None:
    """Forget what was found in the document's text, and what people said to it."""
    forget_found(connection, tenant, document)
    for said in (facts.fact_corrections, reviews.cell_reviews):
        connection.execute(delete(said).where(said.c.tenant_id == tenant, said.c.document_id == document))


def hand_over(connection: Connection, tenant: TenantId, old: DocumentId, new: DocumentId) -> None:
    """What people said of the document is said of the newer reading of its file."""
    said = (facts.fact_corrections.c.document_id, reviews.cell_reviews.c.document_id)
    for column in (_amendments.c.document_id, _amendments.c.amended_id, *said):
        of_old = (column.table.c.tenant_id == tenant, column == old)
        connection.execute(update(column.table).where(*of_old).values({column: new}))
