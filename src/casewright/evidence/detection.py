"""Everything that the detectors see in a deal: the same for its claims in any order, in near-linear time."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.evidence.comparison import subjects
from casewright.evidence.detectors import (
    broken_chain,
    chronology,
    circularity,
    clauses,
    concealment,
    contradictions,
    grafting,
    ratios,
    rooms,
    staleness,
    time_windows,
    unit_mismatch,
)
from casewright.evidence.indexed_record import IndexedRecord
from casewright.evidence.record import Findings

if TYPE_CHECKING:
    from casewright.domain.ids import ClaimId
    from casewright.evidence.record import DealRecord, Finding


def detect(record: DealRecord) -> Findings:
    """What the detectors of spec/evidence-and-debate.md find in the deal; docs/defects.md has each one's rule."""
    indexed = IndexedRecord(record)
    compared = _compare(indexed)
    defects = (
        *broken_chain.find(indexed),
        *chronology.find(indexed),
        *circularity.find(indexed),
        *clauses.find(indexed),
        *grafting.find(indexed),
        *ratios.find(indexed),
        *rooms.find(indexed),
        *staleness.find(indexed),
        *compared.defects,
    )
    return replace(
        compared,
        defects=tuple(sorted(defects, key=lambda finding: finding.key)),
        candidates=tuple(sorted(concealment.find(indexed), key=lambda candidate: candidate.key)),
    )


def detect_between(record: DealRecord) -> Findings:
    """What is found by holding claims against each other, and each against its own words, as far as ``record`` goes.

    It is whole for claims all of whose metric and entity are there, with the inputs of derived ones.
    """
    return _compare(IndexedRecord(record))


def detect_alone(record: DealRecord) -> Findings:
    """What single claims' own dates show, and the absent documents that they cite."""
    indexed = IndexedRecord(record)
    return Findings(
        defects=(*chronology.find(indexed), *staleness.find(indexed)), candidates=tuple(concealment.find(indexed))
    )


def _compare(indexed: IndexedRecord) -> Findings:
    own = tuple(time_windows.find_own(indexed))
    misnamed = {finding.claim for finding in own}
    windows = _first_of_each(*own, *time_windows.find_between(indexed), *time_windows.find_derived(indexed))
    slips = unit_mismatch.Slips()
    differences = contradictions.Differences()
    unit_mismatch.find_own(indexed, slips)
    for by_measure in subjects(indexed).values():
        comparable = {
            measure: [item for item in items if item.claim.id not in misnamed] for measure, items in by_measure.items()
        }
        unit_mismatch.find_between(indexed, comparable, slips)
        for items in comparable.values():
            there = [item for item in items if item.claim.id not in slips.odd]
            contradictions.compare(indexed, there, slips.pairs, differences)
    return Findings(
        defects=(*differences.defects, *slips.defects.values(), *windows.values()),
        conflicts=tuple(sorted(differences.conflicts, key=lambda conflict: (conflict.claim, conflict.other))),
        notes=MappingProxyType({claim: tuple(sorted(notes)) for claim, notes in sorted(differences.notes.items())}),
        agreeing=MappingProxyType(dict(sorted(differences.agreeing.items()))),
    )


def _first_of_each(*findings: Finding) -> dict[ClaimId, Finding]:
    """One finding for each claim, the first."""
    found: dict[ClaimId, Finding] = {}
    for finding in findings:
        found.setdefault(finding.claim, finding)
    return found
