"""A chain and the evidence it rests on, as results show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from casewright.domain.evidence import Corroboration, Grade, NodeKind, SourceType, VerificationStatus
from casewright.evidence.sources import evidence_grade
from casewright.toolbox.claims.claim_view import SpanView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence, TransmissionNode
    from casewright.domain.ids import DocumentId


class NodeView(BaseModel):
    """One step of a chain. Inputs and outputs are references such as ``evidence:<id>``."""

    node_id: str
    kind: NodeKind
    actor: str
    inputs: list[str]
    outputs: list[str]
    at: str
    confidence: float

    @classmethod
    def of(cls, node: TransmissionNode) -> NodeView:
        """The view of one step."""
        return cls(
            node_id=node.id,
            kind=node.kind,
            actor=node.actor,
            inputs=list(node.inputs),
            outputs=list(node.outputs),
            at=node.at.isoformat(),
            confidence=node.confidence,
        )


class SanadView(BaseModel):
    """A claim's chain, first step first, the evidence it rests on, the primary item first, and how well it is borne."""

    nodes: list[NodeView]
    evidence_ids: list[str]
    corroboration: Corroboration

    @classmethod
    def of(cls, claim: Claim) -> SanadView:
        """The view of the claim's chain."""
        return cls(
            nodes=[NodeView.of(node) for node in claim.sanad.nodes],
            evidence_ids=list(claim.sanad.evidence),
            corroboration=claim.standing.corroboration,
        )


class EvidenceView(BaseModel):
    """One item of evidence; ``source_grade`` is what it counts for, D once a person has rejected it."""

    evidence_id: str
    source_span: SpanView | None
    text_excerpt: str
    source_type: SourceType
    source_grade: Grade
    source_system: str
    upstream_origin_id: str | None
    artefact: str
    verification_status: VerificationStatus
    source_date: str | None
    retrieved_at: str

    @classmethod
    def of(cls, item: Evidence, filenames: Mapping[DocumentId, str]) -> EvidenceView:
        """The view of one item."""
        return cls(
            evidence_id=item.id,
            source_span=None if item.span is None else SpanView.of(item.span, filenames),
            text_excerpt=item.excerpt,
            source_type=item.source_type,
            source_grade=evidence_grade(item),
            source_system=item.source_system,
            upstream_origin_id=item.upstream_origin,
            artefact=item.artefact,
            verification_status=item.status,
            source_date=None if item.source_date is None else item.source_date.isoformat(),
            retrieved_at=item.retrieved_at.isoformat(),
        )
