"""Rows become claims: every field checked, every place found, every chain well made."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from casewright.domain.claims import (
    Basis,
    Claim,
    ClaimClass,
    ClaimType,
    Materiality,
    Polarity,
)
from casewright.domain.evidence import (
    Evidence,
    NodeKind,
    Sanad,
    SourceType,
    TransmissionNode,
    VerificationStatus,
)
from casewright.domain.ids import ClaimId, EvidenceId, NodeId
from casewright.evidence.chains import problems
from casewright.evidence.sources import SOURCE_GRADE
from casewright.toolbox.claims.row_errors import RowError
from casewright.toolbox.claims.row_fields import LONGEST_TEXT, Fields, folded
from casewright.toolbox.deals.assessment import NOT_ASSESSED
from casewright.toolbox.deals.document_places import LONGEST_EXCERPT, PlaceError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.domain.documents import Document
    from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId
    from casewright.domain.sources import DocumentSource
    from casewright.toolbox.claims.import_text import RawRow
    from casewright.toolbox.deals.document_places import DealDocuments, Place

SOURCE_SYSTEM = "data room"
"""Where documents of a deal were got from, unless something else is said."""

_CLAIM = (
    "claim_id",
    "claim_text",
    "claim_class",
    "claim_type",
    "materiality",
    "value_struct",
    "metric",
    "entity",
    "period",
    "basis",
    "subjective",
    "confidence",
    "polarity",
    "evidence",
    "derived_from",
    "sanad",
)
_ITEM = (
    "document",
    "quote",
    "start",
    "end",
    "cell",
    "source_type",
    "source_system",
    "upstream_origin",
    "source_date",
)
_NODE = ("node_id", "kind", "actor", "inputs", "outputs", "at", "confidence")


@dataclass(frozen=True, slots=True)
class Built:
    """A claim with the evidence it rests on, and what its reader should know."""

    row: int
    claim: Claim
    evidence: tuple[Evidence, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and by whom claims are entered."""

    tenant: TenantId
    deal: MatterId
    documents: DealDocuments
    sources: Mapping[DocumentId, DocumentSource]
    actor: ActorId
    at: datetime


def build(raw: RawRow, setting: Setting, errors: list[RowError]) -> Built | None:
    """The claim of a row; None where anything is wrong with it, all of which is added to ``errors``."""
    if raw.wrong is not None:
        errors.append(RowError(raw.number, "", raw.wrong))
        return None
    before = len(errors)
    fields = Fields(raw.number, raw.fields, errors)
    fields.only(*_CLAIM)
    notes: list[str] = []
    evidence = [item for given in fields.objects("evidence") if (item := _item(given, setting, notes)) is not None]
    claim = _claim(raw, fields, setting, evidence)
    if claim is None or len(errors) > before:
        return None
    nodes = _given_nodes(fields, setting) if fields.has("sanad") else plain_chain(claim, evidence, setting)
    sanad = Sanad(tuple(nodes), tuple(dict.fromkeys(item.id for item in evidence)))
    for problem in problems(sanad) if len(errors) == before else ():
        fields.wrong("sanad", problem)
    if len(errors) > before:
        return None
    return Built(raw.number, replace(claim, sanad=sanad), tuple(evidence), tuple(notes))


def _claim(raw: RawRow, fields: Fields, setting: Setting, evidence: list[Evidence]) -> Claim | None:
    text = fields.text("claim_text", needed=True, most=LONGEST_TEXT)
    claim_class = fields.choice("claim_class", ClaimClass)
    claim_type = fields.choice("claim_type", ClaimType, ClaimType.PRIMARY)
    materiality = fields.choice("materiality", Materiality, Materiality.MEDIUM)
    basis = fields.choice("basis", Basis, Basis.ACTUAL)
    given = fields.uuid("claim_id")
    polarity = fields.choice("polarity", Polarity) if fields.has("polarity") else None
    derived_from = _derived_from(fields, claim_type)
    if claim_type is ClaimType.PRIMARY and fields.empty("evidence"):
        fields.wrong("evidence", "is missing; a primary claim stands on a place in a document")
    value, period = fields.value(), fields.period()
    metric, entity = folded(fields.text("metric")), folded(fields.text("entity"))
    confidence, subjective = fields.share("confidence"), fields.flag("subjective")
    if text is None or claim_class is None or claim_type is None or materiality is None or basis is None:
        return None
    return Claim(
        id=ClaimId(given or _id_of(raw, setting.deal)),
        tenant=setting.tenant,
        deal=setting.deal,
        text=text.strip(),
        claim_class=claim_class,
        claim_type=claim_type,
        materiality=materiality,
        value=value,
        metric=metric,
        entity=entity,
        period=period,
        basis=basis,
        subjective=subjective,
        confidence=confidence,
        verified_by=None,
        span=evidence[0].span if evidence else None,
        source_calc=None,
        derived_from=derived_from,
        sanad=Sanad((), ()),
        standing=NOT_ASSESSED,
        notes=(),
        made_by=setting.actor,
        made_at=setting.at,
        polarity=polarity,
    )


def _derived_from(fields: Fields, claim_type: ClaimType | None) -> tuple[ClaimId, ...]:
    given = tuple(dict.fromkeys(ClaimId(name.lower()) for name in fields.texts("derived_from")))
    if given and claim_type is ClaimType.PRIMARY:
        fields.wrong("derived_from", "is for derived claims; this one is primary")
    if not given and claim_type is ClaimType.DERIVED and fields.empty("evidence"):
        fields.wrong("derived_from", "is missing; a derived claim names the claims it was derived from")
    return given


def _id_of(raw: RawRow, deal: MatterId) -> str:
    """An id that follows from the row, so that a row that is imported again is known."""
    return str(uuid5(UUID(deal), json.dumps(raw.fields, sort_keys=True, default=str)))


def _item(given: Fields, setting: Setting, notes: list[str]) -> Evidence | None:
    given.only(*_ITEM)
    name = given.text("document", needed=True, most=4_096)
    described = given.choice("source_type", SourceType, SourceType.UNKNOWN)
    system, origin = given.text("source_system"), given.text("upstream_origin")
    dated = given.moment("source_date")
    if name is None or described is None:
        return None
    try:
        document = setting.documents.named(name)
        place = _found(given, setting.documents, document)
    except PlaceError as error:
        given.wrong(error.field, str(error))
        return None
    if place is None:
        return None
    if place.note is not None:
        notes.append(place.note)
    source = setting.sources.get(document.id)
    kind = described if given.has("source_type") or source is None else source.source_type
    return Evidence(
        id=evidence_id(document.id, place.span.start, place.span.end),
        tenant=setting.tenant,
        deal=setting.deal,
        span=place.span,
        excerpt=place.excerpt,
        source_type=kind,
        source_grade=SOURCE_GRADE[kind],
        source_system=system or (None if source is None else source.source_system) or SOURCE_SYSTEM,
        upstream_origin=origin or (None if source is None else source.upstream_origin),
        artefact=document.filename,
        status=VerificationStatus.UNVERIFIED,
        source_date=dated or (None if source is None else source.source_date) or document.dated,
        retrieved_at=document.uploaded_at,
    )


def _found(given: Fields, documents: DealDocuments, document: Document) -> Place | None:
    quote = given.text("quote", most=LONGEST_EXCERPT)
    cell = given.text("cell")
    start, end = given.whole("start"), given.whole("end")
    if cell is not None:
        return documents.in_cell(document, cell, quote)
    if start is not None and end is not None:
        return documents.between(document, start, end, quote)
    if given.has("start") or given.has("end"):
        for name in ("start", "end"):
            if not given.has(name):
                given.wrong(name, "is missing; a place has both start and end")
    elif quote is not None:
        return documents.quoted(document, quote)
    elif not any(given.has(name) for name in ("quote", "cell", "start", "end")):
        given.wrong("quote", "is missing; say where it stands by quote, by start and end, or by cell")
    return None


def _given_nodes(fields: Fields, setting: Setting) -> list[TransmissionNode]:
    nodes = []
    for given in fields.objects("sanad"):
        given.only(*_NODE)
        name, actor = given.text("node_id", needed=True), given.text("actor", needed=True)
        kind = given.choice("kind", NodeKind)
        if name is None or actor is None or kind is None:
            continue
        nodes.append(
            TransmissionNode(
                id=NodeId(name),
                kind=kind,
                actor=actor,
                inputs=tuple(given.texts("inputs")),
                outputs=tuple(given.texts("outputs")),
                at=given.moment("at") or setting.at,
                confidence=given.share("confidence"),
            )
        )
    return nodes


def plain_chain(claim: Claim, evidence: list[Evidence], setting: Setting) -> list[TransmissionNode]:
    """The chain of a claim that was entered without one: its documents brought in, then the claim taken from them.

    Without evidence it was inferred from the claims it is derived from.
    """
    made = f"claim:{claim.id}"
    others = tuple(f"claim:{name}" for name in claim.derived_from)
    if not evidence:
        return [_node(claim, NodeKind.INFER, setting.actor, others, (made,), setting.at)]
    items = tuple(dict.fromkeys(f"evidence:{item.id}" for item in evidence))
    documents = tuple(dict.fromkeys(f"document:{item.span.document}" for item in evidence if item.span is not None))
    ingest = _node(claim, NodeKind.INGEST, "ingest", documents, items, min(item.retrieved_at for item in evidence))
    inputs = (f"node:{ingest.id}", *items, *others)
    kind = NodeKind.INFER if others else NodeKind.EXTRACT
    return [ingest, _node(claim, kind, setting.actor, inputs, (made,), setting.at, claim.confidence)]


def _node(
    claim: Claim,
    kind: NodeKind,
    actor: str,
    inputs: tuple[str, ...],
    outputs: tuple[str, ...],
    at: datetime,
    confidence: float = 1.0,
) -> TransmissionNode:
    name = NodeId(str(uuid5(UUID(claim.id), kind.value)))
    return TransmissionNode(name, kind, actor, inputs, outputs, at, confidence)


def evidence_id(document: DocumentId, start: int, end: int) -> EvidenceId:
    """The id of a place in a document as evidence; a chunk's is made the same way."""
    return EvidenceId(str(uuid5(UUID(document), f"{start}-{end}")))
