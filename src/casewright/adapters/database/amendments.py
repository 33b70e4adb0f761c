"""Decisions on amendments in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import amendments, documents
from casewright.domain.amendments import Amendment, AmendmentKind
from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.database.engine import Database

_amendments = amendments.document_amendments
_documents = documents.documents


class SqlAmendments:
    """Fits ``tools.ports.amendments.AmendmentStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def decide(self, amendment: Amendment) -> None:
        """Keep the decision in place of an earlier one on the same two documents."""
        said = {
            "kind": amendment.kind.value,
            "holds": amendment.holds,
            "decided_by": amendment.decided_by,
            "decided_at": amendment.decided_at,
        }
        key = {"tenant_id": amendment.tenant, "document_id": amendment.document, "amended_id": amendment.amended}
        with self._database.write() as connection:
            statement = insert_into(connection, _amendments).values(**key, matter_id=amendment.matter, **said)
            connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=said))

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[Amendment]:
        """The decisions on the matter's documents, oldest first. Those on a document that is gone are gone."""
        there = select(_documents.c.id).where(_documents.c.tenant_id == tenant, _documents.c.matter_id == matter)
        query = select(_amendments).where(
            _amendments.c.tenant_id == tenant,
            _amendments.c.matter_id == matter,
            _amendments.c.document_id.in_(there),
            _amendments.c.amended_id.in_(there),
        )
        order = (_amendments.c.decided_at, _amendments.c.document_id, _amendments.c.amended_id)
        with self._database.read() as connection:
            return [
                Amendment(
                    TenantId(row.tenant_id),
                    MatterId(row.matter_id),
                    DocumentId(row.document_id),
                    DocumentId(row.amended_id),
                    AmendmentKind(row.kind),
                    holds=bool(row.holds),
                    decided_by=ActorId(row.decided_by),
                    decided_at=row.decided_at,
                )
                for row in connection.execute(query.order_by(*order))
            ]
