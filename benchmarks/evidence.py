"""Evidence: the standings of a deal's claims, and how the time grows with their number."""

from __future__ import annotations

import argparse
import gc
import random
import time
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import orjson

from benchmarks import calibration
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
from casewright.domain.ids import ActorId, ClaimId, DefectId, DocumentId, EvidenceId, MatterId, NodeId, TenantId
from casewright.evidence.record import Conflict, DealRecord, Findings
from casewright.evidence.sources import SOURCE_GRADE
from casewright.evidence.standings import standings

if TYPE_CHECKING:
    from collections.abc import Sequence

TENANT, DEAL, ACTOR = TenantId("bench"), MatterId("deal"), ActorId("importer")
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
UNGRADED = Standing(Grade.D, Verdict.UNVERIFIED, ClaimAction.REQUEST_DATA, Corroboration.NONE, ())
GROUP = 4
"""So many claims agree about one figure; of each group one more is derived."""
COUNTS = (1_000, 10_000, 100_000)


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was measured."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="1,000 and 10,000 claims only")
    arguments = options.parse_args(argv)
    print(calibration.line())
    print("standings (grade, verdict, action, explanation), processor time of one core, best of three:")
    for count in COUNTS[:2] if arguments.quick else COUNTS:
        record, findings = generated(count)
        spent = min(_seconds(record, findings) for _ in range(3))
        beside = min(_writing(record) for _ in range(3))
        print(
            f"  {count:>7,} claims, {len(record.defects):,} defects, {len(findings.conflicts):,} conflicts: "
            f"{spent:.3f} s, {spent / count * 1e6:.1f} µs a claim; orjson writes texts and chains in {beside:.3f} s"
        )
    return 0


def generated(count: int, seed: int = 1) -> tuple[DealRecord, Findings]:
    """A deal of ``count`` claims: groups that agree, one in five derived, defects on one in ten, some conflicts."""
    chosen = random.Random(seed)
    claims: list[Claim] = []
    evidence: dict[EvidenceId, Evidence] = {}
    agreeing: dict[ClaimId, tuple[ClaimId, ...]] = {}
    defects: list[Defect] = []
    conflicts: list[Conflict] = []
    while len(claims) < count:
        group = [_primary(len(claims) + place, chosen, evidence) for place in range(GROUP)]
        agreeing |= {one.id: tuple(other.id for other in group if other is not one) for one in group}
        claims += group
        claims.append(_claim(len(claims), (), tuple(one.id for one in group[:2])))
        if chosen.random() < 0.5:
            defects.append(_defect(group[0].id, len(defects), chosen))
        if chosen.random() < 0.25:
            other = claims[chosen.randrange(len(claims))].id
            conflicts.append(
                Conflict(group[1].id, other, chosen.uniform(-1, 1), chosen.choice((-1, 0, 1)), group[1].id)
            )
    documents = {item.span.document: f"{item.artefact}.pdf" for item in evidence.values() if item.span}
    record = DealRecord(tuple(claims[:count]), evidence, date(2026, 1, 31), tuple(defects), documents=documents)
    return record, Findings(conflicts=tuple(conflicts), agreeing=agreeing)


def _primary(number: int, chosen: random.Random, evidence: dict[EvidenceId, Evidence]) -> Claim:
    kind = chosen.choice(tuple(SourceType))
    item = Evidence(
        id=EvidenceId(f"evidence-{number}"),
        tenant=TENANT,
        deal=DEAL,
        span=SourceSpan(DocumentId(f"document-{number % 500}"), number, number + 10, page=number % 90 + 1),
        excerpt="12,500,000",
        source_type=kind,
        source_grade=SOURCE_GRADE[kind],
        source_system=chosen.choice(("data room", "mail", "ledger", "registry")),
        upstream_origin=chosen.choice((None, None, None, "the ledger")),
        artefact=f"document {number % 500}",
        status=VerificationStatus.UNVERIFIED,
        source_date=NOON - timedelta(hours=chosen.randrange(10_000)),
        retrieved_at=NOON,
    )
    evidence[item.id] = item
    return _claim(number, (item,), ())


def _claim(number: int, items: Sequence[Evidence], derived_from: tuple[ClaimId, ...]) -> Claim:
    names = tuple(f"evidence:{item.id}" for item in items) or tuple(f"claim:{name}" for name in derived_from)
    steps = (
        TransmissionNode(NodeId(f"in-{number}"), NodeKind.INGEST, "importer", (), names, NOON),
        TransmissionNode(NodeId(f"out-{number}"), NodeKind.EXTRACT, "importer", names, (f"claim:{number}",), NOON),
    )
    return Claim(
        id=ClaimId(f"claim-{number}"),
        tenant=TENANT,
        deal=DEAL,
        text=f"Annual recurring revenue of entity {number} was EUR 12,500,000 at the end of the year.",
        claim_class=ClaimClass.FINANCIAL,
        claim_type=ClaimType.DERIVED if derived_from else ClaimType.PRIMARY,
        materiality=tuple(Materiality)[number % 4],
        value=None,
        metric="arr",
        entity=f"entity {number}",
        period=None,
        basis=Basis.ACTUAL,
        subjective=False,
        confidence=0.97 if number % 7 else 0.85,
        verified_by=None,
        span=items[0].span if items else None,
        source_calc=None,
        derived_from=derived_from,
        sanad=Sanad(steps, tuple(item.id for item in items)),
        standing=UNGRADED,
        notes=(),
        made_by=ACTOR,
        made_at=NOON,
    )


def _defect(of: ClaimId, number: int, chosen: random.Random) -> Defect:
    kind = chosen.choice(tuple(DefectType))
    return Defect(
        id=DefectId(f"defect-{number}"),
        tenant=TENANT,
        deal=DEAL,
        claim=of,
        type=kind,
        severity=SEVERITY[kind],
        description="generated",
        evidence=(),
        cure=CURE[kind],
        status=chosen.choice(tuple(DefectStatus)),
        key=f"key-{number}",
        flagged_by=ACTOR,
        flagged_at=NOON,
    )


def _seconds(record: DealRecord, findings: Findings) -> float:
    gc.collect()
    started = time.process_time()
    found = standings(record, findings)
    spent = time.process_time() - started
    if len(found) != len(record.claims):
        raise AssertionError("claims without standing")
    return spent


def _writing(record: DealRecord) -> float:
    """A peer that is linear and not ours: the claims' texts, spans and chains as JSON."""
    rows = [(claim.id, claim.text, claim.span, claim.sanad) for claim in record.claims]
    started = time.process_time()
    orjson.dumps(rows)
    return time.process_time() - started


if __name__ == "__main__":
    raise SystemExit(main())
