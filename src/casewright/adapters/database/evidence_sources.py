"""What kinds of source documents are, in a SQL database."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import deals, evidence
from casewright.domain.evidence import SourceType
from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId
from casewright.domain.sources import DocumentSource

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Row

    from casewright.adapters.database.engine import Database

_sources = evidence.document_sources
_dates = deals.deal_dates
_KEY = ["tenant_id", "document_id"]


class SqlSources:
    """Fits ``tools.ports.evidence.SourceStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, source: DocumentSource) -> None:
        """Store the description, in place of the document's one before."""
        values = {
            "deal_id": source.deal,
            "source_type": source.source_type.value,
            "source_system": source.source_system,
            "upstream_origin": source.upstream_origin,
            "source_date": source.source_date,
            "described_by": source.described_by,
            "described_at": source.described_at,
        }
        with self._database.write() as connection:
            insert = insert_into(connection, _sources).values(
                tenant_id=source.tenant, document_id=source.document, **values
            )
            connection.execute(insert.on_conflict_do_update(index_elements=_KEY, set_=values))

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Mapping[DocumentId, DocumentSource]:
        """Every description of a document of the deal."""
        query = select(_sources).where(_sources.c.tenant_id == tenant, _sources.c.deal_id == deal)
        with self._database.read() as connection:
            found = [_source(row) for row in connection.execute(query)]
        return {source.document: source for source in found}

    def date_deal(self, tenant: TenantId, deal: MatterId, as_of: date | None) -> None:
        """Count ages in the deal from this day; None: from the day on which it is looked at."""
        with self._database.write() as connection:
            if as_of is None:
                of_deal = (_dates.c.tenant_id == tenant, _dates.c.deal_id == deal)
                connection.execute(delete(_dates).where(*of_deal))
                return
            insert = insert_into(connection, _dates).values(tenant_id=tenant, deal_id=deal, as_of=as_of.isoformat())
            values = {"as_of": as_of.isoformat()}
            connection.execute(insert.on_conflict_do_update(index_elements=["tenant_id", "deal_id"], set_=values))

    def as_of(self, tenant: TenantId, deal: MatterId) -> date | None:
        """The day from which ages are counted; None where none was set."""
        query = select(_dates.c.as_of).where(_dates.c.tenant_id == tenant, _dates.c.deal_id == deal)
        with self._database.read() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else date.fromisoformat(found)


def _source(row: Row[*tuple[object, ...]]) -> DocumentSource:
    return DocumentSource(
        tenant=TenantId(row.tenant_id),
        deal=MatterId(row.deal_id),
        document=DocumentId(row.document_id),
        source_type=SourceType(row.source_type),
        source_system=row.source_system,
        upstream_origin=row.upstream_origin,
        source_date=row.source_date,
        described_by=ActorId(row.described_by),
        described_at=row.described_at,
    )
