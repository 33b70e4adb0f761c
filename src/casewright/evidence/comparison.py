"""Which claims say something about the same thing, and how far what they say lies apart.

Claims are put together by metric, entity, period and basis; nothing is ever compared across these. Within them each
measure (a currency, a ratio, a thing counted) is a line on which the claims stand in the order of their values, so that
neighbours are found without comparing all with all.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from casewright.domain.claims import SURE
from casewright.domain.periods import PeriodKind
from casewright.evidence.clauses.kinds import clause_metrics
from casewright.evidence.extraction import vocabulary
from casewright.evidence.metrics import entity_name, is_kind, metric_name
from casewright.evidence.units import measure_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from casewright.domain.claims import Basis, Claim
    from casewright.domain.evidence import Grade
    from casewright.domain.ids import ClaimId
    from casewright.domain.periods import Period
    from casewright.evidence.indexed_record import IndexedRecord
    from casewright.evidence.units import Measured

_WITH_PLACES = re.compile(r"(?<![\d.,])\d+[.,]\d{1,2}(?![\d.,]*\d)")
_SCALES = frozenset({Decimal(1_000), Decimal(1_000_000), Decimal(1_000_000_000)})
ROUNDING = Decimal("0.01")
"""What two statements of one figure may differ by."""
CONFLICT = Decimal("0.05")
"""What they must not differ by: above it they contradict each other."""
_ALL_WITH_ALL = 16
_AGREEING_EACH_WAY = 25

Window = tuple[str, "date"]


class Subject(NamedTuple):
    """What claims that may be compared have in common."""

    metric: str
    entity: str
    window: Window | None
    basis: Basis


@dataclass(frozen=True, slots=True)
class Comparable:
    """A claim with its value in whole units and the strength of its source."""

    claim: Claim
    value: Measured
    strength: Grade
    is_ranked: bool = True
    """Whether it is known what kind of source says so: one that is not is neither stronger nor weaker than others."""
    grain: Decimal = Decimal(0)
    """Half of the last digit that its source shows after the point, in whole units."""

    @property
    def order(self) -> tuple[Decimal, Decimal, ClaimId]:
        """Where it stands on its line."""
        return self.value.low, self.value.high, self.claim.id


class Camp(NamedTuple):
    """Claims that say about the same: their strongest source, and how many they are."""

    best: Grade
    size: int

    def outweighs(self, other: Camp) -> bool:
        """Whether it has the stronger source, or one as strong and more claims."""
        return (self.best, -self.size) < (other.best, -other.size)

    def answers_for(self, other: Camp) -> bool:
        """Whether it is so much the better of the two that what divides them is the other's mistake."""
        return self.size > 1 and self.best <= other.best and self.size >= other.size and self != other


class Line:
    """Claims about one subject in one measure, in the order of their values."""

    def __init__(self, items: Iterable[Comparable]) -> None:
        self.items: Sequence[Comparable] = sorted(items, key=lambda item: item.order)
        self._lows = [item.value.low for item in self.items]
        self._lows_by_grade: dict[Grade, list[Decimal]] = {}
        self._camps: dict[Decimal, Camp] = {}
        for item in self.items:
            self._lows_by_grade.setdefault(item.strength, []).append(item.value.low)

    def between(self, low: Decimal, high: Decimal) -> Sequence[Comparable]:
        """Those whose value begins from ``low`` to ``high``."""
        return self.items[bisect_left(self._lows, low) : bisect_right(self._lows, high)]

    def camp(self, item: Comparable) -> Camp:
        """Those that do not contradict ``item``, itself included."""
        number = item.value.low
        known = self._camps.get(number)
        if known is None:
            low, high = below(number, CONFLICT), above(number, CONFLICT)
            sizes = {
                grade: bisect_right(lows, high) - bisect_left(lows, low) for grade, lows in self._lows_by_grade.items()
            }
            best = min((grade for grade, size in sizes.items() if size), default=item.strength)
            known = self._camps[number] = Camp(best, sum(sizes.values()))
        return known

    def opponents(self) -> Sequence[Comparable]:
        """Those against whom holding every claim is enough to find each that is contradicted.

        All of a short line; of a long one, for each strength of source, the lowest and the highest.
        """
        if len(self.items) <= _ALL_WITH_ALL:
            return self.items
        chosen: dict[ClaimId, Comparable] = {}
        for grade in self._lows_by_grade:
            same = [item for item in self.items if item.strength is grade]
            for item in (
                min(same, key=lambda one: (one.value.high, one.claim.id)),
                max(same, key=lambda one: (one.value.low, one.claim.id)),
            ):
                chosen[item.claim.id] = item
        return tuple(chosen.values())

    def agreeing(self, position: int) -> Sequence[ClaimId]:
        """Claims that say the same as the one at ``position`` within rounding; of many, the nearest on its line."""
        item = self.items[position]
        found: list[ClaimId] = []
        for step in (-1, 1):
            at = position + step
            while 0 <= at < len(self.items) and abs(at - position) <= _AGREEING_EACH_WAY:
                other = self.items[at]
                if not same(item, other):
                    break
                found.append(other.claim.id)
                at += step
        return sorted(found)

    def just_beyond(self, position: int) -> Sequence[Comparable]:
        """The nearest below and above that differ from the one at ``position`` by more than rounding."""
        item = self.items[position]
        found: list[Comparable] = []
        after = bisect_right(self._lows, above(item.value.high, ROUNDING))
        if after < len(self.items):
            found.append(self.items[after])
        before = bisect_left(self._highs, below(item.value.low, ROUNDING)) - 1
        if before >= 0:
            found.append(self._by_high[before])
        return found

    @cached_property
    def _by_high(self) -> Sequence[Comparable]:
        return sorted(self.items, key=lambda item: (item.value.high, item.claim.id))

    @cached_property
    def _highs(self) -> Sequence[Decimal]:
        return [item.value.high for item in self._by_high]


def subjects(indexed: IndexedRecord) -> Mapping[Subject, Mapping[str, Sequence[Comparable]]]:
    """By subject and measure the claims of the deal that can be compared.

    Left out are opinions, claims without metric or value, and figures that add up over time but name no period. A
    claim without an entity is about the deal's own company.
    """
    found: dict[Subject, dict[str, list[Comparable]]] = {}
    for claim in indexed.record.claims:
        subject = subject_of(claim)
        value = measure_value(claim.value) if claim.value is not None and subject is not None else None
        if subject is None or value is None:
            continue
        if is_only_named(claim) and not value.low:
            continue
        if is_only_named(claim) or is_kind(subject.metric, "level"):  # costs and deductions have a sign or none
            value = replace(value, low=abs(value.low), high=abs(value.high))
        ranked = indexed.is_ranked(claim)
        item = Comparable(claim, value, indexed.strength(claim), ranked, _grain(indexed, claim))
        found.setdefault(subject, {}).setdefault(value.measure, []).append(item)
    return found


def subject_of(claim: Claim) -> Subject | None:
    """What the claim is about; None where that cannot be told well enough to compare it."""
    if claim.subjective or claim.metric is None:
        return None
    metric = metric_name(claim.metric)
    if metric in clause_metrics():  # each contract has its own
        return None
    if claim.period is None and (is_kind(metric, "flow") or is_only_named(claim)):
        return None
    window = None if claim.period is None else window_of(metric, claim.period)
    return Subject(metric, entity_name(claim.entity or ""), window, claim.basis)


def is_only_named(claim: Claim) -> bool:
    """Whether rules took the figure from a document, and no vocabulary knows of what it is: words alone name it."""
    return claim.metric is None or (claim.confidence < SURE and vocabulary.metric(metric_name(claim.metric)) is None)


def window_of(metric: str, period: Period) -> Window:
    """The stretch of time under one name: a fiscal year and the twelve months to its end are one, and a state is
    that of its day, whatever period the day ends.
    """
    if is_kind(metric, "level"):
        return "state", period.end
    if period.kind in (PeriodKind.YEAR, PeriodKind.LTM):
        return "twelve months", period.end
    return period.kind.value, period.end


def same(one: Comparable, other: Comparable) -> bool:
    """Whether the values are one but for rounding, at both ends where they are ranges."""
    return all(
        abs(mine - theirs) <= ROUNDING * max(abs(mine), abs(theirs))
        for mine, theirs in ((one.value.low, other.value.low), (one.value.high, other.value.high))
    )


def contradict(one: Comparable, other: Comparable) -> bool:
    """Whether they differ by more than 5 % of what the stronger source says, of the larger where none is stronger."""
    mine, theirs = _facing(one, other)
    if abs(mine - theirs) <= one.grain + other.grain:
        return False
    if one.strength != other.strength and one.is_ranked and other.is_ranked:
        against = abs(theirs if other.strength < one.strength else mine)
    else:
        against = max(abs(mine), abs(theirs))
    return abs(mine - theirs) > CONFLICT * against


def _grain(indexed: IndexedRecord, claim: Claim) -> Decimal:
    """What rounding leaves open in a figure that its source shows with places after the point: 0.7 (m) is 650,000 to
    750,000.
    """
    item = indexed.primary(claim)
    value = measure_value(claim.value) if claim.value is not None else None
    if item is None or value is None or not value.low:
        return Decimal(0)
    for shown in _WITH_PLACES.findall(item.excerpt):
        number = Decimal(shown.replace(",", "."))
        if not number:
            continue
        scale = abs(value.low) / number
        if scale in _SCALES:
            places = len(re.split("[.,]", shown)[1])
            return scale * Decimal(5).scaleb(-places - 1)
    return Decimal(0)


def excess(one: Comparable, other: Comparable) -> float:
    """How far ``one`` lies above ``other`` as a share of the latter; 1 or -1 where that is zero."""
    mine, theirs = _facing(one, other)
    if not theirs:
        return float((mine > 0) - (mine < 0))
    return float((mine - theirs) / abs(theirs))


def above(number: Decimal, share: Decimal) -> Decimal:
    """The highest number that differs from ``number`` by no more than ``share`` of the larger of the two."""
    return number / (1 - share) if number > 0 else number * (1 - share)


def below(number: Decimal, share: Decimal) -> Decimal:
    """The lowest number that differs from ``number`` by no more than ``share`` of the larger of the two."""
    return number * (1 - share) if number > 0 else number / (1 - share)


def _facing(one: Comparable, other: Comparable) -> tuple[Decimal, Decimal]:
    """The ends that face each other; the same number twice where the two overlap."""
    if one.value.low > other.value.high:
        return one.value.low, other.value.high
    if one.value.high < other.value.low:
        return one.value.high, other.value.low
    return one.value.low, one.value.low
