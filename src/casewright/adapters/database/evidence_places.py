"""Which evidence stands where, asked of a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, bindparam, func, select

from casewright.adapters.database.claim_rows import evidence_of
from casewright.adapters.database.statements import slices
from casewright.adapters.database.tables import claims, evidence
from casewright.domain.evidence import Grade, SourceType
from casewright.domain.ids import DocumentId, EvidenceId

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Column, ColumnElement, Select

    from casewright.adapters.database.engine import Database
    from casewright.domain.claims import ClaimClass
    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.evidence import Place

_claims = claims.claims
_evidence = evidence.evidence
_rests = claims.claim_evidence
_sources = evidence.document_sources
_OVERLAPS = and_(
    _evidence.c.document_id == bindparam("at_document"),
    _evidence.c.start < bindparam("at_end"),
    _evidence.c.end > bindparam("at_start"),
)


class SqlEvidencePlaces:
    """Fits ``tools.ports.evidence.EvidencePlaces``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def at(self, tenant: TenantId, deal: MatterId, places: Sequence[Place]) -> Sequence[Evidence]:
        """The evidence that shares a character with one of the places, and that which stands in no document."""
        query = select(_evidence).where(*_of_deal(tenant, deal))
        # One short statement for each place: a long one for all of them takes longer to be understood than to run.
        with self._database.read() as connection:
            rows = list(connection.execute(query.where(_evidence.c.document_id.is_(None))))
            for document, start, end in places:
                at = {"at_document": document, "at_start": start, "at_end": end}
                rows += connection.execute(query.where(_OVERLAPS), at)
        found = {row.id: row for row in rows}
        return [evidence_of(row) for row in sorted(found.values(), key=lambda row: (row.position, row.id))]

    def of_class(self, tenant: TenantId, deal: MatterId, claim_class: ClaimClass) -> Mapping[EvidenceId, Place | None]:
        """What claims of this class rest on, and where that stands; None where it stands in no document."""
        # Lists that are made once, and no question for each item.
        claims = select(_claims.c.id).where(
            _claims.c.tenant_id == tenant, _claims.c.deal_id == deal, _claims.c.claim_class == claim_class.value
        )
        rested_on = select(_rests.c.evidence_id).where(
            _rests.c.tenant_id == tenant, _rests.c.deal_id == deal, _rests.c.claim_id.in_(claims)
        )
        query = select(_evidence.c.id, _evidence.c.document_id, _evidence.c.start, _evidence.c.end).where(
            *_of_deal(tenant, deal), _evidence.c.id.in_(rested_on)
        )
        with self._database.read() as connection:
            return {
                EvidenceId(item): None if document is None else (DocumentId(document), start, end)
                for item, document, start, end in connection.execute(query)
            }

    def described(
        self, tenant: TenantId, deal: MatterId, documents: Sequence[DocumentId] | None = None
    ) -> Mapping[DocumentId, SourceType]:
        """What kind of source each of these documents was said to be, or any; undescribed ones are left out."""
        query = select(_sources.c.document_id, _sources.c.source_type)
        query = query.where(_sources.c.tenant_id == tenant, _sources.c.deal_id == deal)
        with self._database.read() as connection:
            rows = [row for one in _of(query, _sources.c.document_id, documents) for row in connection.execute(one)]
        return {DocumentId(row.document_id): SourceType(row.source_type) for row in rows}

    def grades(
        self, tenant: TenantId, deal: MatterId, documents: Sequence[DocumentId] | None = None
    ) -> Mapping[DocumentId, Grade]:
        """The worst grade of the evidence that was registered from each of these documents, or from any."""
        document, worst = _evidence.c.document_id, func.max(_evidence.c.source_grade).label("worst")  # D sorts last
        query = select(document, worst).where(*_of_deal(tenant, deal), document.is_not(None)).group_by(document)
        with self._database.read() as connection:
            rows = [row for one in _of(query, document, documents) for row in connection.execute(one)]
        return {DocumentId(row.document_id): Grade(row.worst) for row in rows}


def _of(
    query: Select[*tuple[Any, ...]], column: Column[str], documents: Sequence[DocumentId] | None
) -> list[Select[*tuple[Any, ...]]]:
    """The query for these documents, a part of them at a time, or for any."""
    return [query] if documents is None else [query.where(column.in_(part)) for part in slices(documents)]


def _of_deal(tenant: TenantId, deal: MatterId) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _evidence.c.tenant_id == tenant, _evidence.c.deal_id == deal
