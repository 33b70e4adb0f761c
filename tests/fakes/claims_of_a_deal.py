"""Claims, evidence and calculations of a deal, as short to write as a test needs them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

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
from casewright.domain.values import Text
from casewright.evidence.record import DealRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.periods import Period
    from casewright.domain.values import Value

AT = datetime(2026, 2, 1, 9, 0, tzinfo=UTC)
TENANT = TenantId("ours")


def an_id(name: str) -> str:
    """A UUID that is always the same for the same name."""
    return str(uuid5(NAMESPACE_URL, name))


DEAL = MatterId(an_id("deal"))


def claim(
    name: str,
    value: Value | None = None,
    *,
    text: str = "It is so.",
    metric: str | None = None,
    entity: str | None = "acme",
    period: Period | None = None,
    materiality: Materiality = Materiality.HIGH,
    grade: Grade = Grade.A,
    corroboration: Corroboration = Corroboration.MUTAWATIR,
    subjective: bool = False,
    evidence: Sequence[str] = (),
    deal: MatterId = DEAL,
) -> Claim:
    """A claim whose id is ``an_id(name)``; ``evidence`` are names of items."""
    return Claim(
        id=ClaimId(an_id(name)),
        tenant=TENANT,
        deal=deal,
        text=text,
        claim_class=ClaimClass.FINANCIAL,
        claim_type=ClaimType.PRIMARY,
        materiality=materiality,
        value=value,
        metric=metric,
        entity=entity,
        period=period,
        basis=Basis.ACTUAL,
        subjective=subjective,
        confidence=1.0,
        verified_by=None,
        span=None,
        source_calc=None,
        derived_from=(),
        sanad=Sanad((), tuple(EvidenceId(an_id(one)) for one in evidence)),
        standing=Standing(grade, Verdict.VERIFIED, ClaimAction.NONE, corroboration, ()),
        notes=(),
        made_by=ActorId("ana"),
        made_at=AT,
    )


def evidence(name: str, document: str) -> Evidence:
    """An item of evidence whose id is ``an_id(name)``, in the document ``an_id(document)``."""
    return Evidence(
        id=EvidenceId(an_id(name)),
        tenant=TENANT,
        deal=DEAL,
        span=SourceSpan(DocumentId(an_id(document)), 0, 5),
        excerpt="words",
        source_type=SourceType.AUDITED_ACCOUNTS,
        source_grade=Grade.A,
        source_system="data room",
        upstream_origin=None,
        artefact=document,
        status=VerificationStatus.VERIFIED,
        source_date=None,
        retrieved_at=AT,
    )


def calculation(name: str, output: Value | None, inputs: Sequence[str], *, deal: MatterId = DEAL) -> Calculation:
    """A calculation whose id is ``an_id(name)``, over the claims of these names."""
    return Calculation(
        id=CalcId(an_id(name)),
        tenant=TENANT,
        deal=deal,
        type=CalcType.GROSS_MARGIN,
        inputs=tuple(CalcInput(one, ClaimId(an_id(one)), Text(one), Grade.A) for one in inputs),
        output=output,
        remark=None,
        formula="",
        formula_hash="",
        reproducibility_hash="",
        code_version="1",
        grade=Grade.A,
        explanation=(),
        made_by=ActorId("ana"),
        made_at=AT,
    )


def record(
    claims: Sequence[Claim], items: Sequence[Evidence] = (), calculations: Sequence[Calculation] = ()
) -> DealRecord:
    """A deal's record as of the first of February 2026."""
    return DealRecord(tuple(claims), {one.id: one for one in items}, date(2026, 2, 1), (), tuple(calculations))
