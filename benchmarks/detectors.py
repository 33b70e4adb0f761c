"""The detectors over one deal of 1,000, 10,000 and 100,000 claims: seconds, microseconds a claim, what they found."""

from __future__ import annotations

import argparse
import random
import time
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING
from uuid import UUID

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
    NodeKind,
    Sanad,
    SourceSpan,
    SourceType,
    TransmissionNode,
    VerificationStatus,
)
from casewright.domain.ids import ActorId, ClaimId, DocumentId, EvidenceId, MatterId, NodeId, TenantId
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Monetary
from casewright.evidence.detection import detect
from casewright.evidence.record import AbsentDocument, DealRecord
from casewright.evidence.sources import SOURCE_GRADE

if TYPE_CHECKING:
    from collections.abc import Sequence

_SIZES = (1_000, 10_000, 100_000)
_METRICS = ("revenue", "arr", "ebitda", "gross profit", "cash", "mrr", "cogs", "burn", "net income", "customers")
_SOURCES = (SourceType.AUDITED_ACCOUNTS, SourceType.BOARD_DECK, SourceType.FINANCIAL_MODEL, SourceType.PRESS_RELEASE)
_NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
_TENANT, _DEAL, _ACTOR = TenantId("bench"), MatterId("deal"), ActorId("bench")
_UNGRADED = Standing(Grade.D, Verdict.UNVERIFIED, ClaimAction.NONE, Corroboration.NONE, ())


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was measured."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="up to 1,000 claims")
    options.add_argument("--seed", type=int, default=1, help="of the deals")
    arguments = options.parse_args(argv)
    for size in _SIZES[:1] if arguments.quick else _SIZES:
        _report("claims about many subjects", generated_deal(size, arguments.seed))
    for size in _SIZES[:1] if arguments.quick else _SIZES[:2]:
        _report("all about one subject", generated_deal(size, arguments.seed, one_subject=True))
    return 0


def _report(called: str, record: DealRecord) -> None:
    started = time.perf_counter()
    findings = detect(record)
    spent = time.perf_counter() - started
    size, absent = len(record.claims), len(findings.candidates)
    print(
        f"{size:>7,} {called}: {spent:6.2f} s, {spent / size * 1e6:5.0f} µs a claim, "
        f"{len(findings.defects):,} defects, {len(findings.conflicts):,} conflicts, {absent} absent documents"
    )


def generated_deal(size: int, seed: int, *, one_subject: bool = False) -> DealRecord:
    """Four claims a subject from documents of 50 claims; one in fifty differs, one in ten is derived from another."""
    chance = random.Random(seed)
    claims: list[Claim] = []
    evidence: dict[EvidenceId, Evidence] = {}
    right = Decimal(0)
    for number in range(size):
        if number % 4 == 0:
            right = Decimal(chance.randrange(100_000, 99_999_999))
        if one_subject:
            right = Decimal(12_345_678)
        subject = 0 if one_subject else number // 4
        metric = _METRICS[subject % len(_METRICS)]
        period = Period(PeriodKind.YEAR, date(2025, 12, 31))
        factor = Decimal(chance.choice(("0.7", "1.2", "1.03", "0.001"))) if chance.random() < 0.02 else Decimal(1)
        value = Monetary(right * factor, "EUR")
        item = _item(chance, number, f"{metric} in FY2025 was EUR {value.amount:,f}; see schedule {number % 40}.")
        evidence[item.id] = item
        derived = (claims[-1 - number % 7].id,) if number % 10 == 9 else ()
        claims.append(_claim(chance, number, item, value, metric, f"company {subject // 10}", period, derived))
    absent = tuple(AbsentDocument(f"Side letter {number}.pdf", DocumentId("index"), 0, 9) for number in range(20))
    documents = {item.span.document: f"{item.span.document}.pdf" for item in evidence.values() if item.span}
    return DealRecord(
        tuple(claims),
        MappingProxyType(evidence),
        date(2026, 1, 31),
        documents=MappingProxyType(documents),
        absent=absent,
    )


def _item(chance: random.Random, number: int, excerpt: str) -> Evidence:
    kind = _SOURCES[number % len(_SOURCES)]
    document = DocumentId(f"document-{number // 50}")
    return Evidence(
        id=EvidenceId(_uuid(chance)),
        tenant=_TENANT,
        deal=_DEAL,
        span=SourceSpan(document, 0, len(excerpt)),
        excerpt=excerpt,
        source_type=kind,
        source_grade=SOURCE_GRADE[kind],
        source_system="data room",
        upstream_origin=None,
        artefact=document,
        status=VerificationStatus.UNVERIFIED,
        source_date=_NOON - timedelta(days=number % 30),
        retrieved_at=_NOON,
    )


def _claim(
    chance: random.Random,
    number: int,
    item: Evidence,
    value: Monetary,
    metric: str,
    entity: str,
    period: Period,
    derived: tuple[ClaimId, ...],
) -> Claim:
    name = ClaimId(_uuid(chance))
    ingest, extract = NodeId(_uuid(chance)), NodeId(_uuid(chance))
    document = item.span.document if item.span else item.artefact
    nodes = (
        TransmissionNode(ingest, NodeKind.INGEST, "ingest", (f"document:{document}",), (f"evidence:{item.id}",), _NOON),
        TransmissionNode(
            extract,
            NodeKind.EXTRACT,
            "importer",
            (f"node:{ingest}", f"evidence:{item.id}", *(f"claim:{other}" for other in derived)),
            (f"claim:{name}",),
            _NOON,
        ),
    )
    return Claim(
        id=name,
        tenant=_TENANT,
        deal=_DEAL,
        text=f"The {metric} of {entity} for FY2025 is EUR {value.amount:,f}",
        claim_class=ClaimClass.FINANCIAL,
        claim_type=ClaimType.DERIVED if derived else ClaimType.PRIMARY,
        materiality=Materiality.MEDIUM,
        value=value,
        metric=metric,
        entity=entity,
        period=period,
        basis=Basis.ACTUAL,
        subjective=False,
        confidence=1.0,
        verified_by=None,
        span=item.span,
        source_calc=None,
        derived_from=derived,
        sanad=Sanad(nodes, (item.id,)),
        standing=_UNGRADED,
        notes=(),
        made_by=_ACTOR,
        made_at=_NOON + timedelta(seconds=number),
    )


def _uuid(chance: random.Random) -> str:
    return str(UUID(int=chance.getrandbits(128), version=4))


if __name__ == "__main__":
    raise SystemExit(main())
