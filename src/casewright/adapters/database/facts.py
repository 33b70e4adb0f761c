"""The facts of documents in a SQL database."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select, update

from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.adapters.database.statements import insert_into, slices
from casewright.adapters.database.tables import documents, facts
from casewright.domain.facts import FactHow
from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId
from casewright.domain.kept_facts import CorrectionKind, FactCorrection, FactsRead, PlacedFact
from casewright.errors import NotFound
from casewright.evidence.facts.values.as_json import as_json, from_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection, Row

    from casewright.adapters.database.engine import Database

_documents = documents.documents
_readings = facts.fact_readings
_facts = facts.facts
_corrections = facts.fact_corrections


class SqlFacts:
    """Fits ``tools.ports.facts.FactStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, tenant: TenantId, documents: Sequence[DocumentId]) -> Mapping[DocumentId, FactsRead]:
        """What was last read of these documents; those of which nothing was read are left out."""
        found: dict[DocumentId, FactsRead] = {}
        stated: dict[DocumentId, list[PlacedFact]] = {}
        order = (_facts.c.document_id, _facts.c.ordinal)
        with self._database.read() as connection:
            for part in slices(documents):
                mine = (_readings.c.tenant_id == tenant, _readings.c.document_id.in_(part))
                for row in connection.execute(select(_readings).where(*mine)):
                    found[DocumentId(row.document_id)] = _reading(row)
                of_part = (_facts.c.tenant_id == tenant, _facts.c.document_id.in_(part))
                for row in connection.execute(select(_facts).where(*of_part).order_by(*order)):
                    known = found.get(DocumentId(row.document_id))
                    if known is not None and known.reader == row.reader:
                        stated.setdefault(known.document, []).append(_placed(row))
        return {one: replace(read, facts=tuple(stated.get(one, ()))) for one, read in found.items()}

    def keep(self, read: FactsRead) -> bool:
        """Keep this in place of what was read of the document before, in one transaction. False where it is gone."""
        key = {"tenant_id": read.tenant, "document_id": read.document}
        said = {
            "matter_id": read.matter,
            "reader": read.reader,
            "text_sha256": read.text_sha256,
            "looked_for": dump_json(list(read.looked_for)),
            "read_at": read.read_at,
        }
        with self._database.write() as connection:
            if not _is_there(connection, read.tenant, read.matter, read.document):
                return False
            statement = insert_into(connection, _readings).values(**key, **said)
            connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=said))
            old = (_facts.c.tenant_id == read.tenant, _facts.c.document_id == read.document)
            connection.execute(delete(_facts).where(*old))
            if read.facts:
                connection.execute(_facts.insert(), _rows(read))
        return True

    def corrections(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, Sequence[FactCorrection]]:
        """What people said to these documents' facts, oldest first; documents without are left out."""
        found: dict[DocumentId, list[FactCorrection]] = {}
        with self._database.read() as connection:
            for part in slices(documents):
                mine = (_corrections.c.tenant_id == tenant, _corrections.c.document_id.in_(part))
                query = select(_corrections).where(*mine).order_by(_corrections.c.document_id, _corrections.c.number)
                for row in connection.execute(query):
                    found.setdefault(DocumentId(row.document_id), []).append(_correction(row))
        return found

    def correct(self, correction: FactCorrection) -> FactCorrection:
        """Keep the correction after all others of its document. Raises ``NotFound`` where the document is gone."""
        mine = (_corrections.c.tenant_id == correction.tenant, _corrections.c.document_id == correction.document)
        with self._database.write() as connection:
            if not _is_there(connection, correction.tenant, correction.matter, correction.document, hold=True):
                raise NotFound(f"Document {correction.document!r} not found in this matter")
            last = connection.execute(select(func.max(_corrections.c.number)).where(*mine)).scalar_one() or 0
            kept = replace(correction, number=last + 1)
            connection.execute(_corrections.insert(), {**_key(kept), **_said(kept)})
        return kept

    def reword(self, corrections: Sequence[FactCorrection]) -> None:
        """Put these in place of the same ones, in one transaction."""
        if not corrections:
            return
        with self._database.write() as connection:
            for one in corrections:
                mine = (_corrections.c[name] == value for name, value in _key(one).items())
                connection.execute(update(_corrections).where(*mine).values(**_said(one)))


def _key(correction: FactCorrection) -> dict[str, Any]:
    return {
        "tenant_id": correction.tenant,
        "document_id": correction.document,
        "number": correction.number,
    }


def _said(correction: FactCorrection) -> dict[str, Any]:
    start, end = correction.about or (None, None)
    return {
        "matter_id": correction.matter,
        "text_sha256": correction.text_sha256,
        "kind": correction.kind.value,
        "field": correction.field,
        "about_start": start,
        "about_end": end,
        "fact": None if correction.fact is None else dump_json(_packed(correction.fact)),
        "decided_by": correction.decided_by,
        "decided_at": correction.decided_at,
    }


def _is_there(
    connection: Connection, tenant: TenantId, matter: MatterId, document: DocumentId, *, hold: bool = False
) -> bool:
    """Whether the matter has the document; with ``hold`` nobody else numbers a correction of it until the end."""
    where = (_documents.c.tenant_id == tenant, _documents.c.matter_id == matter, _documents.c.id == document)
    query = select(_documents.c.id).where(*where)
    return connection.execute(query.with_for_update() if hold else query).one_or_none() is not None


def _rows(read: FactsRead) -> list[dict[str, Any]]:
    """The facts as rows: ordinals count all of them, so that their order is told back."""
    key = {"tenant_id": read.tenant, "document_id": read.document, "reader": read.reader, "matter_id": read.matter}
    return [{**key, "ordinal": number, **_packed(fact, text=True)} for number, fact in enumerate(read.facts)]


def _packed(fact: PlacedFact, *, text: bool = False) -> dict[str, Any]:
    value = None if fact.value is None else as_json(fact.value)
    return {
        "field": fact.field,
        "start": fact.start,
        "end": fact.end,
        "page": fact.page,
        "section": fact.section,
        "value": dump_json(value) if text and value is not None else value,
        "confidence": fact.confidence,
        "how": fact.how.value,
    }


def _unpacked(data: Mapping[str, Any]) -> PlacedFact:
    value = data["value"]
    return PlacedFact(
        field=data["field"],
        value=None if value is None else from_json(value),
        start=data["start"],
        end=data["end"],
        page=data["page"],
        section=data["section"],
        confidence=data["confidence"],
        how=FactHow(data["how"]),
    )


def _placed(row: Row[Any]) -> PlacedFact:
    data = row._asdict()
    return _unpacked({**data, "value": None if row.value is None else load_json(row.value)})


def _reading(row: Row[Any]) -> FactsRead:
    return FactsRead(
        tenant=TenantId(row.tenant_id),
        matter=MatterId(row.matter_id),
        document=DocumentId(row.document_id),
        reader=row.reader,
        text_sha256=row.text_sha256,
        looked_for=tuple(load_json(row.looked_for)),
        facts=(),
        read_at=row.read_at,
    )


def _correction(row: Row[Any]) -> FactCorrection:
    return FactCorrection(
        tenant=TenantId(row.tenant_id),
        matter=MatterId(row.matter_id),
        document=DocumentId(row.document_id),
        number=row.number,
        text_sha256=row.text_sha256,
        kind=CorrectionKind(row.kind),
        field=row.field,
        about=None if row.about_start is None else (row.about_start, row.about_end),
        fact=None if row.fact is None else _unpacked(load_json(row.fact)),
        decided_by=ActorId(row.decided_by),
        decided_at=row.decided_at,
    )
