"""A claim and an item of evidence as rows, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.adapters.database.claim_columns import (
    pack_chain,
    pack_period,
    pack_span,
    pack_value,
    unpack_chain,
    unpack_period,
    unpack_span,
    unpack_value,
)
from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.domain.claims import (
    Basis,
    Claim,
    ClaimAction,
    ClaimClass,
    ClaimType,
    Materiality,
    Polarity,
    Standing,
    Verdict,
)
from casewright.domain.evidence import (
    Corroboration,
    Evidence,
    Grade,
    Sanad,
    SourceSpan,
    SourceType,
    VerificationStatus,
)
from casewright.domain.ids import ActorId, CalcId, ClaimId, DocumentId, EvidenceId, MatterId, TenantId

if TYPE_CHECKING:
    from sqlalchemy import Row


def row_of_claim(claim: Claim, position: int) -> dict[str, object]:
    """The claim's row."""
    return {
        "tenant_id": claim.tenant,
        "id": claim.id,
        "deal_id": claim.deal,
        "position": position,
        "text": claim.text,
        "claim_class": claim.claim_class.value,
        "claim_type": claim.claim_type.value,
        "materiality": claim.materiality.value,
        "value": pack_value(claim.value),
        "metric": claim.metric,
        "entity": claim.entity,
        "period": pack_period(claim.period),
        "basis": claim.basis.value,
        "subjective": claim.subjective,
        "confidence": claim.confidence,
        "verified_by": claim.verified_by,
        "span": pack_span(claim.span),
        "source_calc": claim.source_calc,
        "derived_from": dump_json(claim.derived_from),
        "chain": pack_chain(claim.sanad.nodes),
        "rests_on": dump_json(claim.sanad.evidence),
        **standing_values(claim.standing, claim.notes),
        "made_by": claim.made_by,
        "made_at": claim.made_at,
        "polarity": None if claim.polarity is None else claim.polarity.value,
    }


def standing_values(standing: Standing, notes: tuple[str, ...]) -> dict[str, object]:
    """The columns that say how a claim stands."""
    return {
        "grade": standing.grade.value,
        "verdict": standing.verdict.value,
        "action": standing.action.value,
        "corroboration": standing.corroboration.value,
        "explanation": dump_json(standing.explanation),
        "notes": dump_json(notes),
    }


def claim_of(row: Row[*tuple[object, ...]]) -> Claim:
    """The claim of a row."""
    return Claim(
        id=ClaimId(row.id),
        tenant=TenantId(row.tenant_id),
        deal=MatterId(row.deal_id),
        text=row.text,
        claim_class=ClaimClass(row.claim_class),
        claim_type=ClaimType(row.claim_type),
        materiality=Materiality(row.materiality),
        value=unpack_value(row.value),
        metric=row.metric,
        entity=row.entity,
        period=unpack_period(row.period),
        basis=Basis(row.basis),
        subjective=row.subjective,
        confidence=row.confidence,
        verified_by=None if row.verified_by is None else ActorId(row.verified_by),
        span=unpack_span(row.span),
        source_calc=None if row.source_calc is None else CalcId(row.source_calc),
        derived_from=tuple(load_json(row.derived_from)),
        sanad=Sanad(nodes=unpack_chain(row.chain), evidence=tuple(load_json(row.rests_on))),
        standing=Standing(
            grade=Grade(row.grade),
            verdict=Verdict(row.verdict),
            action=ClaimAction(row.action),
            corroboration=Corroboration(row.corroboration),
            explanation=tuple(load_json(row.explanation)),
        ),
        notes=tuple(load_json(row.notes)),
        made_by=ActorId(row.made_by),
        made_at=row.made_at,
        polarity=None if row.polarity is None else Polarity(row.polarity),
    )


def evidence_row(item: Evidence, position: int) -> dict[str, object]:
    """The item's row."""
    span = item.span
    return {
        "tenant_id": item.tenant,
        "deal_id": item.deal,
        "id": item.id,
        "position": position,
        "document_id": None if span is None else span.document,
        "start": None if span is None else span.start,
        "end": None if span is None else span.end,
        "page": None if span is None else span.page,
        "cell": None if span is None else span.cell,
        "excerpt": item.excerpt,
        "source_type": item.source_type.value,
        "source_grade": item.source_grade.value,
        "source_system": item.source_system,
        "upstream_origin": item.upstream_origin,
        "artefact": item.artefact,
        "status": item.status.value,
        "source_date": item.source_date,
        "retrieved_at": item.retrieved_at,
    }


def evidence_of(row: Row[*tuple[object, ...]]) -> Evidence:
    """The item of a row."""
    span = None
    if row.document_id is not None:
        span = SourceSpan(DocumentId(row.document_id), row.start, row.end, row.page, row.cell)
    return Evidence(
        id=EvidenceId(row.id),
        tenant=TenantId(row.tenant_id),
        deal=MatterId(row.deal_id),
        span=span,
        excerpt=row.excerpt,
        source_type=SourceType(row.source_type),
        source_grade=Grade(row.source_grade),
        source_system=row.source_system,
        upstream_origin=row.upstream_origin,
        artefact=row.artefact,
        status=VerificationStatus(row.status),
        source_date=row.source_date,
        retrieved_at=row.retrieved_at,
    )
