"""STALENESS: a claim's primary source is older, counted to the record's day, than its metric allows."""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimClass
from casewright.domain.defects import DefectType
from casewright.domain.evidence import SourceType
from casewright.domain.values import Date
from casewright.evidence.comparison import is_only_named
from casewright.evidence.display import show_day
from casewright.evidence.metrics import entity_name, is_kind, metric_name, months_allowed, show_metric
from casewright.evidence.record import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.claims import Claim
    from casewright.evidence.indexed_record import IndexedRecord


_LATER = timedelta(days=330)


def find(indexed: IndexedRecord) -> Iterator[Finding]:
    """Claims with a metric whose primary evidence bears a date too long ago.

    The terms of a signed contract and days in the calendar do not age; nor is a figure of no time in a document of
    unknown kind known to be one that does.
    """
    as_of = indexed.record.as_of
    latest = _latest(indexed)
    told = {  # what was seen of a whole document is not told again of each of its figures
        at.document
        for one in indexed.record.seen
        if one.type is DefectType.STALENESS
        for at in (*one.blamed, *one.against)
    }
    for claim in indexed.record.claims:
        item = indexed.primary(claim)
        if item is None or item.source_date is None or claim.metric is None or isinstance(claim.value, Date):
            continue
        if claim.claim_class is ClaimClass.LEGAL_TERMS and item.source_type is SourceType.SIGNED_CONTRACT:
            continue
        if is_only_named(claim) or (claim.period is None and item.source_type is SourceType.UNKNOWN):
            continue
        if claim.confidence < 1 and claim.span is not None and claim.span.document in told:
            continue
        if claim.confidence < 1 and claim.span is not None and claim.span.document in indexed.ahead:
            continue  # it tells of what came later: the day that was read is not its own
        if is_kind(metric_name(claim.metric), "lasting"):
            continue
        is_unknown = item.source_type is SourceType.UNKNOWN
        if claim.confidence < 1 and _is_history(claim, latest):
            continue
        if is_unknown and is_kind(metric_name(claim.metric), "steady"):
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


def _latest(indexed: IndexedRecord) -> dict[tuple[str, str], date]:
    """The last day of which the record has a figure, by metric and company."""
    found: dict[tuple[str, str], date] = {}
    for claim in indexed.record.claims:
        if claim.metric is not None and claim.period is not None:
            about = metric_name(claim.metric), entity_name(claim.entity or "")
            found[about] = max(found.get(about, claim.period.end), claim.period.end)
    return found


def _is_history(claim: Claim, latest: dict[tuple[str, str], date]) -> bool:
    """Whether the record has the same metric of a year later, so that nobody has to rely on this figure."""
    about = metric_name(claim.metric or ""), entity_name(claim.entity or "")
    return claim.period is not None and about in latest and latest[about] - claim.period.end > _LATER


def _months_before(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
