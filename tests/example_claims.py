"""Claims, evidence, defects and gates to store in tests, every field filled."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.calculations import CalcInput, CalcType, Calculation
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
from casewright.domain.human_gates import GatePriority, GateStatus, HumanGate
from casewright.domain.ids import (
    ActorId,
    CalcId,
    ClaimId,
    DefectId,
    DocumentId,
    EvidenceId,
    GateId,
    MatterId,
    NodeId,
)
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Monetary
from tests.fakes.fixed_clock import START
from tests.shelf import ANN, OURS

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.domain.values import Value

DEAL, OTHER_DEAL = MatterId("deal"), MatterId("other deal")
DECK, ACCOUNTS = DocumentId("deck"), DocumentId("accounts")
FY2025 = Period(PeriodKind.YEAR, date(2025, 12, 31))
STANDS = Standing(Grade.B, Verdict.VERIFIED, ClaimAction.NONE, Corroboration.AHAD_1, ("The worst source is of B.",))


def item(name: str = "e1", *, deal: MatterId = DEAL, tenant: TenantId = OURS, document: DocumentId = DECK) -> Evidence:
    """An item of evidence in a document."""
    return Evidence(
        id=EvidenceId(name),
        tenant=tenant,
        deal=deal,
        span=SourceSpan(document, 10, 42, page=3, cell="ARR!C7"),
        excerpt='ARR of "€ 12.5m" \x00\ud800',
        source_type=SourceType.BOARD_DECK,
        source_grade=Grade.B,
        source_system="data room",
        upstream_origin="the ledger",
        artefact="deck.pdf",
        status=VerificationStatus.UNVERIFIED,
        source_date=datetime(2026, 1, 31, tzinfo=UTC),
        retrieved_at=START,
    )


def claim(
    name: str = "c1",
    *evidence: str,
    deal: MatterId = DEAL,
    tenant: TenantId = OURS,
    value: Value | None = None,
) -> Claim:
    """A claim that rests on these items."""
    rests_on = tuple(EvidenceId(one) for one in evidence or ("e1",))
    nodes = (
        TransmissionNode(NodeId(f"{name}-1"), NodeKind.INGEST, "reader", ("document:deck",), ("evidence:e1",), START),
        TransmissionNode(
            NodeId(f"{name}-2"), NodeKind.EXTRACT, "rules", (f"node:{name}-1",), (f"claim:{name}",), START, 0.85
        ),
    )
    return Claim(
        id=ClaimId(name),
        tenant=tenant,
        deal=deal,
        text='ARR was "€ 12.5m" \x00\ud800',
        claim_class=ClaimClass.FINANCIAL,
        claim_type=ClaimType.PRIMARY,
        materiality=Materiality.HIGH,
        value=value or Monetary(Decimal("12500000.00"), "EUR"),
        metric="arr",
        entity="acme ltd",
        period=FY2025,
        basis=Basis.ACTUAL,
        subjective=False,
        confidence=0.97,
        verified_by=None,
        span=SourceSpan(DECK, 10, 42, page=3),
        source_calc=None,
        derived_from=(ClaimId("c0"),),
        sanad=Sanad(nodes, rests_on),
        standing=STANDS,
        notes=("Within 3 % of another source.",),
        made_by=ANN,
        made_at=START,
    )


def defect(name: str = "d1", *, key: str | None = None, deal: MatterId = DEAL, tenant: TenantId = OURS) -> Defect:
    """An open defect of claim ``c1``."""
    kind = DefectType.INCONSISTENCY
    return Defect(
        id=DefectId(name),
        tenant=tenant,
        deal=deal,
        claim=ClaimId("c1"),
        type=kind,
        severity=SEVERITY[kind],
        description="The deck says 12.5m and the accounts 11.0m.",
        evidence=("evidence:e1", "claim:c2"),
        cure=CURE[kind],
        status=DefectStatus.OPEN,
        key=key or f"key of {name}",
        flagged_by=ANN,
        flagged_at=START,
    )


def gate(name: str = "g1", *, key: str | None = None, deal: MatterId = DEAL, tenant: TenantId = OURS) -> HumanGate:
    """An open gate on two claims, with a candidate."""
    return HumanGate(
        id=GateId(name),
        tenant=tenant,
        deal=deal,
        claims=(ClaimId("c1"), ClaimId("c2")),
        reason="The index names a side letter that is not there.",
        priority=GatePriority.CRITICAL,
        required_role="PARTNER",
        status=GateStatus.OPEN,
        candidate=DefectType.CONCEALMENT,
        key=key or f"key of {name}",
        made_by=ANN,
        made_at=START,
    )


def calculation(name: str = "k1", *, sha: str | None = None, tenant: TenantId = OURS) -> Calculation:
    """A runway from two claims."""
    return Calculation(
        id=CalcId(name),
        tenant=tenant,
        deal=DEAL,
        type=CalcType.RUNWAY,
        inputs=(
            CalcInput("cash", ClaimId("c1"), Monetary(Decimal("900000"), "EUR"), Grade.A, period=FY2025),
            CalcInput("burn", ClaimId("c2"), Monetary(Decimal("50000"), "EUR"), Grade.B, material=False),
        ),
        output=Count(Decimal("18.0000"), "months"),
        remark="as of the newest month",
        formula="cash / burn",
        formula_hash="sha256:f",
        reproducibility_hash=sha or f"sha256:{name}",
        code_version="1",
        grade=Grade.B,
        explanation=("The worst material input is of B.",),
        made_by=ActorId("bo"),
        made_at=START,
    )
