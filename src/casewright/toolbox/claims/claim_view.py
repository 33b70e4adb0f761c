"""A claim as results show it, under the names of the seed and the spec."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from casewright.domain.claims import (
    Basis,
    ClaimAction,
    ClaimClass,
    ClaimType,
    Materiality,
    Polarity,
    ValueSupport,
    Verdict,
)
from casewright.domain.evidence import Corroboration, Grade
from casewright.evidence.display import show_value
from casewright.evidence.value_struct import to_struct
from casewright.toolbox.deals.defect_view import DefectView

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from casewright.domain.claims import Claim
    from casewright.domain.defects import Defect
    from casewright.domain.evidence import SourceSpan
    from casewright.domain.ids import ClaimId, DocumentId


class SpanView(BaseModel):
    """A place in a document; offsets count characters. ``filename`` is null for a document that was deleted."""

    document_id: str
    filename: str | None
    start: int
    end: int
    page: int | None = None
    cell: str | None = None

    @classmethod
    def of(cls, span: SourceSpan, filenames: Mapping[DocumentId, str]) -> SpanView:
        """The view of a span."""
        return cls(
            document_id=span.document,
            filename=filenames.get(span.document),
            start=span.start,
            end=span.end,
            page=span.page,
            cell=span.cell,
        )


class ClaimView(BaseModel):
    """A claim and how it stands. ``shown`` is its value for people; ``grade_explanation`` has one sentence a step."""

    claim_id: str
    deal_id: str
    claim_text: str
    claim_class: ClaimClass
    claim_type: ClaimType
    materiality: Materiality
    value_struct: dict[str, Any] | None
    shown: str | None
    metric: str | None
    entity: str | None
    period: str | None
    basis: Basis
    subjective: bool
    confidence: float
    polarity: Polarity | None = Field(
        description="What it is for who buys the company; null where nobody said it, as of figures"
    )
    claim_grade: Grade
    claim_verdict: Verdict
    claim_action: ClaimAction
    corroboration: Corroboration
    grade_explanation: list[str]
    value_support: ValueSupport = Field(description="Whether its quote holds its value; missing grades D")
    primary_span: SpanView | None
    source_calc_id: str | None
    derived_from: list[str]
    verified_by: str | None
    defects: list[DefectView] = Field(description="Every defect of the claim, resolved ones included")
    notes: list[str]
    made_by: str
    made_at: str

    @classmethod
    def of(cls, claim: Claim, defects: Iterable[Defect], filenames: Mapping[DocumentId, str]) -> ClaimView:
        """The view of one claim; ``defects`` are its own."""
        return cls(
            claim_id=claim.id,
            deal_id=claim.deal,
            claim_text=claim.text,
            claim_class=claim.claim_class,
            claim_type=claim.claim_type,
            materiality=claim.materiality,
            value_struct=None if claim.value is None else dict(to_struct(claim.value)),
            shown=None if claim.value is None else show_value(claim.value),
            metric=claim.metric,
            entity=claim.entity,
            period=None if claim.period is None else str(claim.period),
            basis=claim.basis,
            subjective=claim.subjective,
            confidence=claim.confidence,
            polarity=claim.polarity,
            claim_grade=claim.standing.grade,
            claim_verdict=claim.standing.verdict,
            claim_action=claim.standing.action,
            corroboration=claim.standing.corroboration,
            value_support=claim.standing.value_support,
            grade_explanation=list(claim.standing.explanation),
            primary_span=None if claim.span is None else SpanView.of(claim.span, filenames),
            source_calc_id=claim.source_calc,
            derived_from=list(claim.derived_from),
            verified_by=claim.verified_by,
            defects=[DefectView.of(defect) for defect in defects],
            notes=list(claim.notes),
            made_by=claim.made_by,
            made_at=claim.made_at.isoformat(),
        )


def by_claim(defects: Iterable[Defect]) -> Mapping[ClaimId, list[Defect]]:
    """The defects of each claim."""
    found: dict[ClaimId, list[Defect]] = {}
    for defect in defects:
        found.setdefault(defect.claim, []).append(defect)
    return found
