"""The shipped sample deals as records: their claims with plain chains, their rooms' files, what their indexes miss."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from types import MappingProxyType
from uuid import UUID, uuid5

from casewright.domain.claims import Basis, Claim, ClaimClass, ClaimType, Materiality, Polarity
from casewright.domain.evidence import (
    Evidence,
    NodeKind,
    Sanad,
    SourceSpan,
    SourceType,
    TransmissionNode,
    VerificationStatus,
)
from casewright.domain.ids import ClaimId, DocumentId, EvidenceId, NodeId
from casewright.evidence.data_room_index import absent, index_entries
from casewright.evidence.period_names import read_period
from casewright.evidence.record import AbsentDocument, DealRecord
from casewright.evidence.sources import SOURCE_GRADE
from casewright.evidence.value_struct import from_struct
from tests.deals import ANALYST, DEAL, NOON, TENANT, UNGRADED
from tests.unit.samples.deals import Claimed, Item, cells, claims, folder, readings

_NAMESPACE = UUID(int=0)


def sample_record(deal: str) -> DealRecord:
    """The sample deal as of its own day."""
    settings = tomllib.loads(folder(deal).joinpath("deal.toml").read_text("utf-8"))
    evidence = {item.id: item for claim in claims(deal) for item in _evidence(deal, claim)}
    missing = [
        AbsentDocument(entry.name, _document(file), entry.start, entry.end)
        for file, reading in readings(deal).items()
        for entry in absent(index_entries(file, reading.text, reading.tables) or (), readings(deal))
    ]
    return DealRecord(
        claims=tuple(_claim(deal, claim) for claim in claims(deal)),
        evidence=MappingProxyType(evidence),
        as_of=settings["as_of"],
        documents=MappingProxyType({_document(file): file for file in readings(deal)}),
        absent=tuple(missing),
    )


def _document(file: str) -> DocumentId:
    return DocumentId(str(uuid5(_NAMESPACE, file)))


def _evidence(deal: str, claim: Claimed) -> list[Evidence]:
    return [_item(deal, item) for item in claim.evidence]


def _item(deal: str, item: Item) -> Evidence:
    excerpt = item.quote if item.quote is not None else cells(deal, item.document)[item.cell or ""]
    start = readings(deal)[item.document].text.find(excerpt)
    kind = SourceType(item.source_type)
    return Evidence(
        id=EvidenceId(str(uuid5(_NAMESPACE, f"{item.document} {item.cell or start}"))),
        tenant=TENANT,
        deal=DEAL,
        span=SourceSpan(_document(item.document), start, start + len(excerpt), cell=item.cell),
        excerpt=excerpt,
        source_type=kind,
        source_grade=SOURCE_GRADE[kind],
        source_system=item.source_system,
        upstream_origin=item.upstream_origin,
        artefact=item.document,
        status=VerificationStatus.UNVERIFIED,
        source_date=datetime.fromisoformat(item.source_date).replace(tzinfo=UTC),
        retrieved_at=NOON,
    )


def _claim(deal: str, given: Claimed) -> Claim:
    items = _evidence(deal, given)
    named = tuple(f"evidence:{item.id}" for item in items)
    documents = tuple(dict.fromkeys(f"document:{_document(item.document)}" for item in given.evidence))
    others = tuple(f"claim:{other}" for other in given.derived_from)
    first, second = (NodeId(f"{given.claim_id} {step}") for step in ("in", "out"))
    kind = NodeKind.INFER if others else NodeKind.EXTRACT
    made = (f"claim:{given.claim_id}",)
    nodes = (
        TransmissionNode(first, NodeKind.INGEST, "ingest", documents, named, NOON),
        TransmissionNode(second, kind, "importer", (f"node:{first}", *named, *others), made, NOON),
    )
    return Claim(
        id=ClaimId(given.claim_id),
        tenant=TENANT,
        deal=DEAL,
        text=given.claim_text,
        claim_class=ClaimClass(given.claim_class),
        claim_type=ClaimType(given.claim_type),
        materiality=Materiality(given.materiality),
        value=from_struct(given.value_struct) if given.value_struct else None,
        metric=given.metric,
        entity=given.entity,
        period=read_period(given.period) if given.period else None,
        basis=Basis(given.basis),
        subjective=given.subjective,
        confidence=given.confidence,
        verified_by=None,
        span=items[0].span if items else None,
        source_calc=None,
        derived_from=tuple(ClaimId(other) for other in given.derived_from),
        sanad=Sanad(nodes, tuple(item.id for item in items)),
        standing=UNGRADED,
        notes=(),
        made_by=ANALYST,
        made_at=NOON,
        polarity=Polarity(given.polarity) if given.polarity else None,
    )
