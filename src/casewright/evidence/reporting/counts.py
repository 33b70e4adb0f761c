"""How many there are of what: the only numbers that a report itself makes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectStatus
from casewright.domain.human_gates import GateStatus
from casewright.evidence.reporting.parts import Part, figure
from casewright.evidence.reporting.report import DRAWN, MATERIAL, to_look_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.evidence.reporting.report import EvidenceReport


def counts(report: EvidenceReport) -> Mapping[str, int]:
    """Every count by its name, such as ``claims``, ``claims.grade.A`` or ``defects.open.FATAL``."""
    record = report.record
    counted = Counter(
        {
            "claims": len(record.claims),
            "evidence": len(record.evidence),
            "documents": len(record.documents),
            "documents.absent": len(record.absent),
            "calculations": len(record.calculations),
            "defects": len(record.defects),
            "gates": len(report.gates),
            "asks": len(report.asks),
            "unfiled": report.unfiled,
            "claims.drawn": min(len(record.claims), DRAWN),
            "claims.first": len(to_look_at(report)),
        }
    )
    for claim in record.claims:
        counted[f"claims.grade.{claim.standing.grade.value}"] += 1
        counted[f"claims.verdict.{claim.standing.verdict.value}"] += 1
        if claim.materiality in MATERIAL:
            counted["claims.weighty"] += 1
            counted[f"claims.weighty.{claim.standing.verdict.value}"] += 1
    for defect in record.defects:
        if defect.status is DefectStatus.OPEN:
            counted["defects.open"] += 1
            counted[f"defects.open.{defect.severity.value}"] += 1
    if record.coverage is not None:
        for one in record.coverage.documents:
            counted["figures"] += one.figures
            counted["figures.claimed"] += one.claimed
            counted[f"document:{one.document}.figures"] = one.figures
            counted[f"document:{one.document}.claimed"] = one.claimed
    counted["gates.open"] = sum(gate.status is GateStatus.OPEN for gate in report.gates)
    return counted


def count(counted: Mapping[str, int], name: str, link: str | None = None) -> Part:
    """A count as a figure; it leads to the section that holds what was counted."""
    return figure(f"{counted.get(name, 0):,}", f"count:{name}", link)
