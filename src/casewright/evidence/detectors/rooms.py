"""What the checks of ``evidence.rooms`` see in the documents, on the claims that stand at those places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.evidence.comparison import is_only_named
from casewright.evidence.indexed_record import mark
from casewright.evidence.metrics import metric_name
from casewright.evidence.record import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.ids import DocumentId
    from casewright.evidence.extraction.places import At
    from casewright.evidence.indexed_record import IndexedRecord
    from casewright.evidence.rooms.seen import Seen


_PROSE = "prose"
"""The check of a sentence's figure against a table's."""


def find(indexed: IndexedRecord) -> Iterator[Finding]:
    """One finding for each place that is blamed and at which a claim stands."""
    if not indexed.record.seen:
        return
    standing = _standing(indexed)
    for one in indexed.record.seen:
        told = [at for at in one.against if at.end > at.start]
        against = [claim for at in told if (claim := claim_at(standing.get(at.document, ()), at)) is not None]
        blamed = {
            claim.id: claim for at in one.blamed if (claim := claim_at(standing.get(at.document, ()), at)) is not None
        }
        for claim in blamed.values():
            if one.check == _PROSE and any(_are_compared(claim, other) for other in against):
                continue
            yield _finding(indexed, one, claim, [*blamed.values(), *against])


def _are_compared(one: Claim, other: Claim) -> bool:
    """Whether both are of one known metric, entity, period and basis: as claims they are held against each other."""
    if is_only_named(one) or is_only_named(other) or one.metric is None or other.metric is None:
        return False
    same = metric_name(one.metric) == metric_name(other.metric) and one.entity == other.entity
    return same and one.period == other.period and one.basis is other.basis


def claim_at(claims: Sequence[Claim], at: At) -> Claim | None:
    """Of the claims of one document the one that stands at the place, the tightest around it; None where none does."""
    best: tuple[int, str] | None = None
    found: Claim | None = None
    for claim in claims:
        span = claim.span
        if span is None or not stands_at(claim, at):
            continue
        size = (span.end - span.start, claim.id)
        if best is None or size < best:
            best, found = size, claim
    return found


def stands_at(claim: Claim, at: At) -> bool:
    """Whether the claim stands at the place, in whose document it is."""
    span = claim.span
    if span is None:
        return False
    if at.cell is not None and span.cell is not None:
        return at.cell == span.cell
    shared = min(span.end, at.end) - max(span.start, at.start)
    return 2 * shared >= at.end - at.start


def _standing(indexed: IndexedRecord) -> dict[DocumentId, list[Claim]]:
    found: dict[DocumentId, list[Claim]] = {}
    for claim in indexed.record.claims:
        if claim.span is not None:
            found.setdefault(claim.span.document, []).append(claim)
    return found


def _finding(indexed: IndexedRecord, seen: Seen, claim: Claim, against: Sequence[Claim]) -> Finding:
    others = [other for other in against if other.id != claim.id]
    documents = [f"document:{at.document}" for at in seen.against if not others or at.end <= at.start]
    places = mark(f"{at.document}:{at.start}-{at.end}" for at in (*seen.blamed, *seen.against))
    return Finding(
        claim.id,
        seen.type,
        seen.says,
        tuple(dict.fromkeys((*indexed.references(claim, *others), *documents))),
        f"{seen.type}:{claim.id}:{seen.check}:{places}",
    )
