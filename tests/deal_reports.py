"""Reports on deals to be tested: on the golden ones, graded, with their defects filed."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.domain.defects import CURE, SEVERITY, Defect, DefectStatus
from casewright.domain.ids import ActorId, DefectId, MatterId
from casewright.evidence.detection import detect
from casewright.evidence.reporting.report import Context, EvidenceReport
from casewright.evidence.reporting.requests import list_requests
from casewright.evidence.standings import standings
from evals.golden.suites import deals

if TYPE_CHECKING:
    from casewright.evidence.record import DealRecord


def report_on(record: DealRecord, *, title: str = "A deal", number: str = "M-2026-001") -> EvidenceReport:
    """The report on a deal whose findings are all filed; every excerpt has words around it."""
    findings = detect(record)
    first = record.claims[0]
    record = replace(
        record,
        defects=tuple(
            Defect(
                id=DefectId(f"d{place}"),
                tenant=first.tenant,
                deal=first.deal,
                claim=finding.claim,
                type=finding.type,
                severity=SEVERITY[finding.type],
                description=finding.description,
                evidence=finding.evidence,
                cure=CURE[finding.type],
                status=DefectStatus.OPEN,
                key=finding.key,
                flagged_by=ActorId("casewright:detectors"),
                flagged_at=first.made_at,
            )
            for place, finding in enumerate(findings.defects)
        ),
    )
    found = standings(record, findings)
    claims = tuple(
        replace(claim, standing=found[claim.id], notes=findings.notes.get(claim.id, ())) for claim in record.claims
    )
    record = replace(record, claims=claims)
    around = Context("before it, in 2024: ", " and after 3 of them")
    return EvidenceReport(
        deal=MatterId("a deal"),
        number=number,
        title=title,
        record=record,
        gates=(),
        asks=list_requests(record),
        contexts=dict.fromkeys(record.evidence, around),
        digests={document: f"{place:064x}" for place, document in enumerate(record.documents)},
    )


@lru_cache
def golden_reports(suite: str) -> tuple[EvidenceReport, ...]:
    """The reports on a golden suite's deals that have claims."""
    return tuple(report_on(deal.record, title=deal.name) for deal in deals(suite) if deal.record.claims)
