"""Claims, evidence and whole deals for tests, made from as little as a test has to say."""

from __future__ import annotations

from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.claims import (
    Basis,
    Claim,
    ClaimAction,
    ClaimClass,
    ClaimType,
    Materiality,
    Standing,
    Verdict,
)
from casewright.domain.defects import CURE, SEVERITY, Defect, DefectStatus, DefectType
from casewright.domain.evidence import (
    Corroboration,
    Evidence,
    Grade,
    NodeKind,
    Sanad,
    SourceSpan,
    SourceType,
    TransmissionNode,
    VerificationStatus,
)
from casewright.domain.ids import ActorId, CalcId, ClaimId, DefectId, DocumentId, EvidenceId, MatterId, NodeId, TenantId
from casewright.evidence.record import DealRecord
from casewright.evidence.sources import SOURCE_GRADE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.periods import Period
    from casewright.domain.values import Value

TENANT, DEAL, ANALYST = TenantId("ours"), MatterId("deal-1"), ActorId("analyst")
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
UNGRADED = Standing(Grade.D, Verdict.UNVERIFIED, ClaimAction.REQUEST_DATA, Corroboration.NONE, ())


def evidence(
    name: str,
    source: SourceType = SourceType.BOARD_DECK,
    *,
    system: str | None = None,
    origin: str | None = None,
    artefact: str | None = None,
    dated: datetime | None = None,
    status: VerificationStatus = VerificationStatus.UNVERIFIED,
    own_grade: Grade | None = None,
) -> Evidence:
    """One item, of a system and an artefact of its own unless they are given."""
    return Evidence(
        id=EvidenceId(name),
        tenant=TENANT,
        deal=DEAL,
        span=SourceSpan(DocumentId(f"document-{name}"), 0, 10),
        excerpt="0123456789",
        source_type=source,
        source_grade=own_grade or SOURCE_GRADE[source],
        source_system=system or f"system of {name}",
        upstream_origin=origin,
        artefact=artefact or f"{name}.pdf",
        status=status,
        source_date=dated,
        retrieved_at=NOON,
    )


def node(
    name: str, kind: NodeKind = NodeKind.EXTRACT, inputs: Sequence[str] = (), outputs: Sequence[str] = ()
) -> TransmissionNode:
    """One step of a chain."""
    return TransmissionNode(NodeId(name), kind, "importer", tuple(inputs), tuple(outputs), NOON)


def claim(
    name: str,
    items: Sequence[Evidence] = (),
    *,
    value: Value | None = None,
    metric: str | None = None,
    entity: str | None = "acme",
    period: Period | None = None,
    derived_from: Sequence[str] = (),
    derived: bool | None = None,
    calc: str | None = None,
    nodes: Sequence[TransmissionNode] | None = None,
    materiality: Materiality = Materiality.MEDIUM,
    subjective: bool = False,
    confidence: float = 1.0,
    verified_by: ActorId | None = None,
    text: str | None = None,
) -> Claim:
    """One claim that rests on ``items`` by a plain chain of two steps, unless ``nodes`` are given."""
    plain = (
        node(f"in-{name}", NodeKind.INGEST, outputs=[f"evidence:{item.id}" for item in items]),
        node(f"out-{name}", inputs=[f"evidence:{item.id}" for item in items], outputs=[f"claim:{name}"]),
    )
    is_derived = bool(derived_from) if derived is None else derived
    return Claim(
        id=ClaimId(name),
        tenant=TENANT,
        deal=DEAL,
        text=text or f"Claim {name}",
        claim_class=ClaimClass.FINANCIAL,
        claim_type=ClaimType.DERIVED if is_derived else ClaimType.PRIMARY,
        materiality=materiality,
        value=value,
        metric=metric,
        entity=entity,
        period=period,
        basis=Basis.ACTUAL,
        subjective=subjective,
        confidence=confidence,
        verified_by=verified_by,
        span=items[0].span if items else None,
        source_calc=CalcId(calc) if calc else None,
        derived_from=tuple(ClaimId(source) for source in derived_from),
        sanad=Sanad(plain if nodes is None else tuple(nodes), tuple(item.id for item in items)),
        standing=UNGRADED,
        notes=(),
        made_by=ANALYST,
        made_at=NOON,
    )


def defect(of: str, kind: DefectType, status: DefectStatus = DefectStatus.OPEN, key: str | None = None) -> Defect:
    """One defect of the claim ``of``."""
    name = key or f"{kind}:{of}"
    return Defect(
        id=DefectId(f"defect {name}"),
        tenant=TENANT,
        deal=DEAL,
        claim=ClaimId(of),
        type=kind,
        severity=SEVERITY[kind],
        description=f"{kind} of {of}",
        evidence=(),
        cure=CURE[kind],
        status=status,
        key=name,
        flagged_by=ANALYST,
        flagged_at=NOON,
    )


def record(claims: Sequence[Claim], items: Sequence[Evidence] = (), defects: Sequence[Defect] = ()) -> DealRecord:
    """A deal of these."""
    return DealRecord(
        claims=tuple(claims),
        evidence=MappingProxyType({item.id: item for item in items}),
        as_of=date(2026, 1, 31),
        defects=tuple(defects),
        documents=MappingProxyType({item.span.document: f"{item.id}.pdf" for item in items if item.span}),
    )
