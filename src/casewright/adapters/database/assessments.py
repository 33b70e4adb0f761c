"""What deals were last assessed over, in a SQL database."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import calculations, claims, deals, documents, evidence, matters
from casewright.domain.actors import RECOGNITION
from casewright.domain.ids import DocumentId
from casewright.evidence.extraction.places import At
from casewright.evidence.record import AbsentDocument
from casewright.tools.ports.assessments import Assessed

if TYPE_CHECKING:
    from sqlalchemy import Select

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import MatterId, TenantId

_assessments = deals.deal_assessments
_KEY = ["tenant_id", "deal_id"]


class SqlAssessments:
    """Fits ``tools.ports.assessments.AssessmentStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def premises(self, tenant: TenantId, deal: MatterId) -> Assessed:
        """What an assessment would rest on now, without what checks see."""
        digest = sha256()
        counted = select(func.count()).where(claims.claims.c.tenant_id == tenant, claims.claims.c.deal_id == deal)
        with self._database.read() as connection:
            for query in _premises(tenant, deal):
                rows = [[str(value) for value in row] for row in connection.execute(query)]
                digest.update(dump_json(rows).encode())
            return Assessed(digest.hexdigest(), int(connection.execute(counted).scalar() or 0))

    def get(self, tenant: TenantId, deal: MatterId) -> Assessed | None:
        """What the deal was last assessed over; None where it never was."""
        query = select(_assessments).where(_assessments.c.tenant_id == tenant, _assessments.c.deal_id == deal)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        return Assessed(
            premises=row.premises,
            claims=row.claims,
            seen_at=tuple(At(DocumentId(name), start, end, cell) for name, start, end, cell in load_json(row.seen_at)),
            absent=tuple(
                AbsentDocument(name, DocumentId(index), start, end) for name, index, start, end in load_json(row.absent)
            ),
        )

    def put(self, tenant: TenantId, deal: MatterId, assessed: Assessed) -> None:
        """Keep it in place of the one before."""
        values = {
            "premises": assessed.premises,
            "claims": assessed.claims,
            "seen_at": dump_json([[one.document, one.start, one.end, one.cell] for one in assessed.seen_at]),
            "absent": dump_json([[one.name, one.index, one.start, one.end] for one in assessed.absent]),
        }
        with self._database.write() as connection:
            insert = insert_into(connection, _assessments).values(tenant_id=tenant, deal_id=deal, **values)
            connection.execute(insert.on_conflict_do_update(index_elements=_KEY, set_=values))


def _premises(tenant: TenantId, deal: MatterId) -> list[Select[*tuple[object, ...]]]:
    """What is looked at beside claims: documents, what they are said to be, the deal's day and title, calculations."""
    file, said, day = documents.documents.c, evidence.document_sources.c, deals.deal_dates.c
    matter, calculated = matters.matters.c, calculations.calculations.c
    return [
        select(file.id, file.filename, file.status, file.characters, file.reader_version, file.replaced_by, file.dated)
        .where(file.tenant_id == tenant, file.matter_id == deal)
        .order_by(file.id),
        select(said.document_id, said.source_type, said.upstream_origin, said.source_system, said.source_date)
        .where(said.tenant_id == tenant, said.deal_id == deal, said.described_by != RECOGNITION)
        .order_by(said.document_id),
        select(day.as_of).where(day.tenant_id == tenant, day.deal_id == deal),
        select(matter.title).where(matter.tenant_id == tenant, matter.id == deal),
        select(func.count(), func.max(calculated.position)).where(
            calculated.tenant_id == tenant, calculated.deal_id == deal
        ),
    ]
