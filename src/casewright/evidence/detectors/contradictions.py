"""INCONSISTENCY and ANOMALY_VS_STRONGER_SOURCES: one metric, entity and period, two values more than 5 % apart.

The defect sits on the claim whose source is weaker, as an anomaly; between equal sources it is an inconsistency and
sits on both, except that a claim which a stronger source bears out is not blamed for a weaker one's contradiction. A
claim gets one such defect, against the strongest claim that contradicts it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimClass
from casewright.domain.defects import DefectType
from casewright.evidence.comparison import Line, contradict, excess, is_only_named, same
from casewright.evidence.document_names import name_of
from casewright.evidence.metrics import metric_is
from casewright.evidence.record import Conflict, Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.domain.ids import ClaimId
    from casewright.evidence.comparison import Comparable
    from casewright.evidence.indexed_record import IndexedRecord


_OF_ONE = 12
_OTHERS = 64
_FURTHEST = 3


@dataclass(slots=True)
class Differences:
    """What comparing values has found so far."""

    defects: list[Finding] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    notes: dict[ClaimId, list[str]] = field(default_factory=dict)
    agreeing: dict[ClaimId, tuple[ClaimId, ...]] = field(default_factory=dict)


_CONTRACT = frozenset(
    {"agreement", "contract", "lease", "framework", "licence", "license", "charter", "contractul", "acord", "terms"}
)


def compare(
    indexed: IndexedRecord, items: Iterable[Comparable], settled: set[frozenset[ClaimId]], into: Differences
) -> None:
    """Hold claims about one subject in one measure against each other; ``settled`` pairs differ for a known reason."""
    line = Line(_told_once(list(items)))
    if len(line.items) < 2:
        return
    _note_nearness(indexed, line, into)
    pairs = [
        pair
        for pair in _contradicting(line)
        if frozenset(item.claim.id for item in pair) not in settled
        and not _is_one_table(*pair)
        and not _is_too_far(*pair)
        and not _are_of_two_contracts(indexed, *pair)
    ]
    if not pairs:
        return
    against: dict[ClaimId, list[tuple[Comparable, Comparable]]] = {}
    for one, other in pairs:
        for blamed, opponent in ((one, other), (other, one)):
            if _is_blamed(line, blamed, opponent):
                against.setdefault(blamed.claim.id, []).append((blamed, opponent))
    keys: dict[ClaimId, str] = {}
    for claim, found in against.items():
        blamed, opponent = min(found, key=lambda pair: _strongest_first(pair[1]))
        finding = _finding(indexed, blamed, opponent, len(found) - 1)
        keys[claim] = finding.key
        into.defects.append(finding)
    for one, other in pairs:
        for mine, theirs in ((one, other), (other, one)):
            into.conflicts.append(_conflict(line, mine, theirs, keys))


def _told_once(items: Sequence[Comparable]) -> Sequence[Comparable]:
    """Without what one document says twice and differently, a part's figure beside the whole's, as rules read it: of
    these only what another document says, too, is known to be meant.
    """
    by_document: dict[str, list[Comparable]] = {}
    for item in items:
        if item.claim.span is not None and item.claim.span.cell is not None and item.claim.confidence < 1:
            by_document.setdefault(item.claim.span.document, []).append(item)
    unsure: set[ClaimId] = set()
    for document, own in by_document.items():
        if any(contradict(one, other) for one, other in combinations(own[:_OF_ONE], 2)):
            others = [one for one in items if one.claim.span is None or one.claim.span.document != document][:_OTHERS]
            unsure |= {one.claim.id for one in own if not any(same(one, other) for other in others)}
    return [item for item in items if item.claim.id not in unsure]


def _is_one_table(one: Comparable, other: Comparable) -> bool:
    """Whether words alone say of one document's two figures that they are of one thing: that is too little."""
    mine, theirs = one.claim.span, other.claim.span
    same_document = mine is not None and theirs is not None and mine.document == theirs.document
    return same_document and (is_only_named(one.claim) or is_only_named(other.claim))


def _is_too_far(one: Comparable, other: Comparable) -> bool:
    """Whether two figures that rules read are so far apart that they are of different things."""
    if one.claim.confidence >= 1 or other.claim.confidence >= 1:
        return False
    low, high = sorted((abs(one.value.low), abs(other.value.low)))
    return high > _FURTHEST * low


def _are_of_two_contracts(indexed: IndexedRecord, one: Comparable, other: Comparable) -> bool:
    """Whether rules read two terms in two contracts, by their files' names: each has terms of its own."""
    mine, theirs = one.claim, other.claim
    if mine.span is None or theirs.span is None or mine.span.document == theirs.span.document:
        return False
    if any(claim.confidence >= 1 or claim.claim_class is not ClaimClass.LEGAL_TERMS for claim in (mine, theirs)):
        return False
    names = [indexed.record.documents.get(span.document, "") for span in (mine.span, theirs.span)]
    return all(_CONTRACT & set(name_of(name).words) for name in names)


def _contradicting(line: Line) -> Sequence[tuple[Comparable, Comparable]]:
    opponents = line.opponents()
    if len(opponents) == len(line.items):
        return [pair for pair in combinations(line.items, 2) if contradict(*pair)]
    chosen = {item.claim.id for item in opponents}
    found = [pair for pair in combinations(opponents, 2) if contradict(*pair)]
    for item in line.items:
        if item.claim.id not in chosen:
            found += [(item, opponent) for opponent in opponents if contradict(item, opponent)]
    return found


def _is_blamed(line: Line, blamed: Comparable, opponent: Comparable) -> bool:
    if not (blamed.is_ranked and opponent.is_ranked):
        return True
    if blamed.strength != opponent.strength:
        return blamed.strength > opponent.strength
    return line.camp(blamed).best >= line.camp(opponent).best


def _strongest_first(item: Comparable) -> tuple[str, float, str]:
    """The strongest source, then what was there first: what comes later does not make a new defect of an old one."""
    return item.strength.value, item.claim.made_at.timestamp(), item.claim.id


def _finding(indexed: IndexedRecord, blamed: Comparable, opponent: Comparable, others: int) -> Finding:
    ranked = blamed.is_ranked and opponent.is_ranked
    weaker = ranked and opponent.strength < blamed.strength
    kind = DefectType.ANOMALY_VS_STRONGER_SOURCES if weaker else DefectType.INCONSISTENCY
    mine, theirs = blamed.claim, opponent.claim
    period = f" for {mine.period}" if mine.period else ""
    share = abs(excess(blamed, opponent)) * 100
    more = f", and {others} more {'claims differ' if others > 1 else 'claim differs'} from it" if others else ""
    than = "a stronger source" if weaker else "a source as strong"
    if not ranked:
        than = "and which source is stronger is not known"
    return Finding(
        mine.id,
        kind,
        f"The {metric_is(mine.metric, period)} {indexed.figure(mine)} in {indexed.source(mine)}, but "
        f"{indexed.figure(theirs)} in {indexed.source(theirs)}, "
        f"{than}: {share:.1f} % apart, "
        f"where up to 5 % could be let pass{more}.",
        indexed.references(mine, theirs),
        f"{kind}:{mine.id}:{theirs.id}",
    )


def _conflict(line: Line, mine: Comparable, theirs: Comparable, keys: dict[ClaimId, str]) -> Conflict:
    blamed = _is_blamed(line, mine, theirs)
    ranked = mine.is_ranked and theirs.is_ranked
    strength = 1 if ranked and theirs.strength < mine.strength else 0 if blamed else -1
    key = keys[mine.claim.id] if blamed else keys[theirs.claim.id]
    return Conflict(mine.claim.id, theirs.claim.id, excess(mine, theirs), strength, key)


def _note_nearness(indexed: IndexedRecord, line: Line, into: Differences) -> None:
    for position, item in enumerate(line.items):
        agreeing = line.agreeing(position)
        if agreeing:
            into.agreeing[item.claim.id] = tuple(agreeing)
        for other in line.just_beyond(position):
            if not contradict(item, other):
                share = abs(excess(item, other)) * 100
                into.notes.setdefault(item.claim.id, []).append(
                    f"{share:.1f} % {'above' if excess(item, other) > 0 else 'below'} {indexed.figure(other.claim)} in "
                    f"{indexed.source(other.claim)}: more than rounding, too little for a contradiction."
                )
