"""Which evidence stands where, asked of a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, exists, func, or_, select

from casewright.adapters.database import schema
from casewright.adapters.database.claim_rows import evidence_of
from casewright.adapters.database.statements import slices
from casewright.domain.evidence import Grade
from casewright.domain.ids import DocumentId

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement

    from casewright.adapters.database.engine import Database
    from casewright.domain.claims import ClaimClass
    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.evidence_places import Place

_claims = schema.claims
_evidence = schema.evidence
_rests = schema.claim_evidence
_AT_ONCE = 100
"""Places in one statement: three variables each."""


class SqlEvidencePlaces:
    """Fits ``tools.ports.evidence_places.EvidencePlaces``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def at(
        self, tenant: TenantId, deal: MatterId, places: Sequence[Place], claim_class: ClaimClass | None = None
    ) -> Sequence[Evidence]:
        """The evidence that shares a character with one of the places, and that which stands in no document."""
        query = select(_evidence).where(*_of_deal(tenant, deal))
        if claim_class is not None:
            query = query.where(_rested_on_by(claim_class))
        conditions = [_evidence.c.document_id.is_(None), *map(_overlaps, places)]
        with self._database.read() as connection:
            rows = [row for part in slices(conditions, _AT_ONCE) for row in connection.execute(query.where(or_(*part)))]
        found = {row.id: row for row in rows}
        return [evidence_of(row) for row in sorted(found.values(), key=lambda row: (row.position, row.id))]

    def of_class(self, tenant: TenantId, deal: MatterId, claim_class: ClaimClass) -> Sequence[Place]:
        """Where the evidence stands that claims of this class rest on, each place once."""
        query = (
            select(_evidence.c.document_id, _evidence.c.start, _evidence.c.end)
            .distinct()
            .where(*_of_deal(tenant, deal), _evidence.c.document_id.is_not(None), _rested_on_by(claim_class))
        )
        with self._database.read() as connection:
            return [(DocumentId(document), start, end) for document, start, end in connection.execute(query)]

    def grades(self, tenant: TenantId, deal: MatterId) -> Mapping[DocumentId, Grade]:
        """The worst grade of the evidence that was registered from each document."""
        worst = func.max(_evidence.c.source_grade)  # D sorts last
        query = select(_evidence.c.document_id, worst).where(
            *_of_deal(tenant, deal), _evidence.c.document_id.is_not(None)
        )
        with self._database.read() as connection:
            rows = connection.execute(query.group_by(_evidence.c.document_id)).all()
        return {DocumentId(document): Grade(grade) for document, grade in rows}


def _of_deal(tenant: TenantId, deal: MatterId) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _evidence.c.tenant_id == tenant, _evidence.c.deal_id == deal


def _overlaps(place: Place) -> ColumnElement[bool]:
    document, start, end = place
    return and_(_evidence.c.document_id == document, _evidence.c.start < end, _evidence.c.end > start)


def _rested_on_by(claim_class: ClaimClass) -> ColumnElement[bool]:
    """Whether a claim of the class rests on the item."""
    return exists().where(
        _rests.c.tenant_id == _evidence.c.tenant_id,
        _rests.c.deal_id == _evidence.c.deal_id,
        _rests.c.evidence_id == _evidence.c.id,
        _claims.c.tenant_id == _rests.c.tenant_id,
        _claims.c.id == _rests.c.claim_id,
        _claims.c.claim_class == claim_class.value,
    )
