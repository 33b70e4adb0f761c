"""IMPLAUSIBILITY: a claim counts less than nothing of what is there at one time, such as minus three employees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.values import Count
from casewright.evidence.metrics import is_kind, metric_name, metric_shown
from casewright.evidence.record import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.indexed_record import IndexedRecord


def find(indexed: IndexedRecord) -> Iterator[Finding]:
    """Claims whose value is a negative count, where the metric is a state and no change of one."""
    for claim in indexed.record.claims:
        if claim.metric is None or not isinstance(claim.value, Count) or claim.value.number >= 0:
            continue
        if not is_kind(metric_name(claim.metric), "level"):
            continue
        yield Finding(
            claim.id,
            DefectType.IMPLAUSIBILITY,
            f"The {metric_shown(claim.metric)} of {indexed.figure(claim)} in {indexed.source(claim)} is below zero, "
            "and of this there cannot be fewer than none.",
            indexed.references(claim),
            f"{DefectType.IMPLAUSIBILITY}:{claim.id}",
        )
