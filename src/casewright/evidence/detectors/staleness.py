"""STALENESS: a claim's primary source is older, counted to the record's day, than its metric allows."""

from __future__ import annotations

import calendar
from datetime import date
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimClass
from casewright.domain.defects import DefectType
from casewright.domain.evidence import SourceType
from casewright.domain.values import Date
from casewright.evidence.display import show_day
from casewright.evidence.metrics import metric_name, months_allowed, show_metric
from casewright.evidence.record import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.indexed_record import IndexedRecord


def find(indexed: IndexedRecord) -> Iterator[Finding]:
    """Claims with a metric whose primary evidence bears a date too long ago.

    The terms of a signed contract and days in the calendar do not age.
    """
    as_of = indexed.record.as_of
    for claim in indexed.record.claims:
        item = indexed.primary(claim)
        if item is None or item.source_date is None or claim.metric is None or isinstance(claim.value, Date):
            continue
        if claim.claim_class is ClaimClass.LEGAL_TERMS and item.source_type is SourceType.SIGNED_CONTRACT:
            continue
        allowed = months_allowed(metric_name(claim.metric), claim.period)
        day = item.source_date.date()
        if day >= _months_before(as_of, allowed):
            continue
        age = (as_of.year - day.year) * 12 + as_of.month - day.month - (as_of.day < day.day)
        yield Finding(
            claim.id,
            DefectType.STALENESS,
            f"The {show_metric(claim.metric)} of {indexed.figure(claim)} rests on {indexed.item_name(item)}, "
            f"which was {age} months old on {show_day(as_of)}; for this metric a source may be {allowed} months old.",
            (f"evidence:{item.id}",),
            f"{DefectType.STALENESS}:{claim.id}:{item.id}",
        )


def _months_before(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
