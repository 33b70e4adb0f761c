"""ANOMALY_VS_STRONGER_SOURCES: what is asserted of all contracts, and a clause of one that says otherwise.

The checks of ``evidence.rooms`` hold assertions against the words of contracts; this one against the clauses that were
read in them, by whatever words. A place that such a check blames already is told once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.domain.claims import ClaimClass, Polarity
from casewright.domain.defects import DefectType
from casewright.domain.evidence import SourceType
from casewright.evidence.clauses.kinds import clause_kinds, clause_metrics
from casewright.evidence.clauses.sayings import asserted, speaks_of
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.indexed_record import quote_line
from casewright.evidence.metrics import metric_name
from casewright.evidence.record import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.claims import Claim
    from casewright.domain.ids import DocumentId
    from casewright.evidence.clauses.sayings import Topic
    from casewright.evidence.indexed_record import IndexedRecord

SURE: Final = 0.55
"""From this confidence on a clause contradicts an assertion; one that a person verified always does."""
_NAMED = 3


def find(indexed: IndexedRecord) -> Iterator[Finding]:
    """One finding for each assertion, against the clauses that contradict it, the surest first."""
    clauses = _bad_clauses(indexed)
    if not clauses:
        return
    told = [(at.document, at.start, at.end) for one in indexed.record.seen for at in one.blamed]
    for claim in indexed.record.claims:
        topic = _topic(claim)
        span = claim.span
        if topic is None or span is None or _is_contract(indexed, claim, span.document):
            continue
        if any(span.document == document and span.start < end and start < span.end for document, start, end in told):
            continue
        said = plain(claim.text)
        against = [
            one
            for kind in topic.clauses
            for one in clauses.get(clause_kinds()[kind].metric, ())
            if one.span is not None and one.span.document != span.document and speaks_of(said, one.entity)
        ][:_NAMED]
        if against:
            yield _finding(indexed, claim, against)


def _bad_clauses(indexed: IndexedRecord) -> dict[str, list[Claim]]:
    """Clauses that are bad for the buyer, by what they are about, the surest first."""
    found: dict[str, list[Claim]] = {}
    for claim in indexed.record.claims:
        if claim.metric is None or claim.claim_class is not ClaimClass.LEGAL_TERMS:
            continue
        is_sure = claim.confidence >= SURE or claim.verified_by is not None
        if is_sure and claim.polarity is Polarity.BAD:
            found.setdefault(metric_name(claim.metric), []).append(claim)
    for claims in found.values():
        claims.sort(key=lambda one: (-one.confidence, one.id))
    return found


def _topic(claim: Claim) -> Topic | None:
    """What the claim asserts of contracts, if it does."""
    if claim.polarity is Polarity.BAD or claim.claim_class not in (ClaimClass.LEGAL_TERMS, ClaimClass.OTHER):
        return None
    if claim.metric is not None and metric_name(claim.metric) not in clause_metrics():
        return None
    return asserted(plain(claim.text))


def _is_contract(indexed: IndexedRecord, claim: Claim, document: DocumentId) -> bool:
    """Whether a contract says it: that states terms, and asserts nothing."""
    coverage, item = indexed.record.coverage, indexed.primary(claim)
    if coverage is not None and any(one.document == document for one in coverage.contracts):
        return True
    return item is not None and item.source_type is SourceType.SIGNED_CONTRACT


def _finding(indexed: IndexedRecord, claim: Claim, against: list[Claim]) -> Finding:
    first = against[0]
    more = f", and {len(against) - 1} more such" if len(against) > 1 else ""
    return Finding(
        claim.id,
        DefectType.ANOMALY_VS_STRONGER_SOURCES,
        f"{indexed.source(claim)} says {quote_line(claim.text)}, but {indexed.source(first)} has: "
        f"{quote_line(first.text)}{more}.",
        indexed.references(claim, *against),
        f"{DefectType.ANOMALY_VS_STRONGER_SOURCES}:clause:{claim.id}",
    )
