"""CHRONO_IMPOSSIBLE: evidence that bears a date before what it is said to report had happened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass
from casewright.domain.defects import DefectType
from casewright.domain.evidence import SourceType
from casewright.domain.periods import PeriodKind
from casewright.domain.values import Date
from casewright.evidence.comparison import is_only_named
from casewright.evidence.display import show_day
from casewright.evidence.indexed_record import mark
from casewright.evidence.metrics import entity_name
from casewright.evidence.record import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import DocumentId
    from casewright.evidence.indexed_record import IndexedRecord

_HAPPENED = re.compile(
    r"\b(?:signed|signing|signature|executed|closed|closing|completed|completion|founded|founding|incorporated|"
    r"incorporation|launched|launch|raised|acquired|acquisition|granted|filed|filing|hired|joined|appointed|achieved|"
    r"reached|delivered|paid|resigned|event|announced|announcement|opened|opening|dismissed|dismissal|merged|merger|sold|"
    r"elected|awarded|won|(?:took|came into) (?:effect|force)|entered into(?: force)?)\b"
)
_AHEAD = re.compile(
    r"\b(?:expir\w*|matur\w*|renew\w*|due|deadline|until|plan\w*|expect\w*|target\w*|forecast\w*|will|shall|terminat\w*|"
    r"next|scheduled|long[ -]stop)\b"
)


def find(indexed: IndexedRecord) -> Iterator[Finding]:
    """Claims of what happened, one finding each for all their evidence from before it.

    A period has happened once its last day is over or there; a day that is the claim's value, where claim or metric
    name a past event. Terms in a signed contract are agreed beforehand and report nothing. A year by its number that
    most documents that tell of it, and several, report as over within it ended earlier: so the company counts years.
    """
    told: set[tuple[DocumentId, date | None]] = {
        (at.document, None)
        for one in indexed.record.seen
        if one.type is DefectType.CHRONO_IMPOSSIBLE
        for at in one.blamed
    }
    early = tuple(_early(indexed))
    ended_before = _ended_before(indexed, early)
    for claim, happened, items in early:
        if claim.confidence < 1 and claim.span is not None:  # what a whole document is too early for is told once
            document = claim.span.document
            if not told.isdisjoint({(document, None), (document, happened)}):
                continue
            if len(indexed.ahead.get(document, ())) > 1:
                continue  # a paper that tells of several later times bears another day than was read
            if (_company(claim), happened) in ended_before and _is_bare_year(claim, items):
                continue
            told.add((document, happened))
        what = f"the period {claim.period}, which ended" if claim.period else "what happened"
        yield Finding(
            claim.id,
            DefectType.CHRONO_IMPOSSIBLE,
            f"The claim reports {indexed.figure(claim)} for {what} on {show_day(happened)}, but its evidence, "
            f"{' and '.join(indexed.item_name(item) for item in items[:3])}, is older than that.",
            tuple(f"evidence:{item.id}" for item in items),
            f"{DefectType.CHRONO_IMPOSSIBLE}:{claim.id}:{mark(str(item.id) for item in items)}",
        )


def _early(indexed: IndexedRecord) -> Iterator[tuple[Claim, date, Sequence[Evidence]]]:
    """Claims with the day on which what they tell happened, and their evidence from before it."""
    for claim in indexed.record.claims:
        if claim.basis is not Basis.ACTUAL or claim.subjective or _is_only_named(claim):
            continue
        happened = _happened(claim)
        if happened is None:
            continue
        items = [
            item
            for item in indexed.items(claim)
            if _is_before(item, happened) and not _agrees_terms(claim, item) and not _looks_ahead(claim, item)
        ]
        if items:
            yield claim, happened, items


def _ended_before(
    indexed: IndexedRecord, early: Sequence[tuple[Claim, date, Sequence[Evidence]]]
) -> set[tuple[str, date]]:
    """The last days of a company's calendar years that most dated documents that report them, and several, are older
    than.
    """
    before: dict[tuple[str, date], set[DocumentId]] = {}
    for claim, day, items in early:
        if _is_bare_year(claim, items) and claim.span is not None:
            before.setdefault((_company(claim), day), set()).add(claim.span.document)
    telling: dict[tuple[str, date], set[DocumentId]] = {}
    for claim in indexed.record.claims:
        item = indexed.primary(claim)
        if claim.span is None or claim.period is None or claim.basis is not Basis.ACTUAL:
            continue
        if item is not None and item.source_date is not None:
            telling.setdefault((_company(claim), claim.period.end), set()).add(claim.span.document)
    return {key for key, those in before.items() if len(those) > 1 and len(those) * 2 > len(telling.get(key, ()))}


def _company(claim: Claim) -> str:
    return entity_name(claim.entity or "")


def _is_bare_year(claim: Claim, early: Sequence[Evidence]) -> bool:
    """Whether a year by its number may have ended before: papers of that year tell of it as over."""
    period = claim.period
    if period is None or period.kind is not PeriodKind.YEAR or (period.end.month, period.end.day) != (12, 31):
        return False
    return all(item.source_date is not None and item.source_date.year == period.end.year for item in early)


def _happened(claim: Claim) -> date | None:
    if claim.period is not None:
        return claim.period.end
    if isinstance(claim.value, Date):
        said = f"{(claim.metric or '').replace('_', ' ')} {claim.text}".casefold()
        if _HAPPENED.search(said) and not _AHEAD.search(said):
            return claim.value.day
    return None


def _is_before(item: Evidence, day: date) -> bool:
    return item.source_date is not None and item.source_date.date() < day


def _is_only_named(claim: Claim) -> bool:
    """Whether its period was read beside a figure of which only words tell what it is."""
    return claim.metric is not None and claim.period is not None and is_only_named(claim)


def _looks_ahead(claim: Claim, item: Evidence) -> bool:
    """Whether a document of unknown kind speaks of a time that had not begun when it was made: of what it expects."""
    if claim.period is None or item.source_date is None or item.source_type is not SourceType.UNKNOWN:
        return False
    return item.source_date.date() < claim.period.start


def _agrees_terms(claim: Claim, item: Evidence) -> bool:
    return claim.claim_class is ClaimClass.LEGAL_TERMS and item.source_type is SourceType.SIGNED_CONTRACT
