"""UNIT_MISMATCH: one number in two units. Thousands for millions, percent for fractions, years for months, another
currency's label, or a claim whose own words state its figure in another scale or currency.

Between two claims alone nobody can say which one slipped, so the defect sits on both; where others bear one of them
out, it sits on the odd one. What differs by a unit is not reported as a contradiction too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.comparison import CONFLICT, Line, is_only_named
from casewright.evidence.metrics import metric_is
from casewright.evidence.record import Finding
from casewright.evidence.stated_figures import find_misreading
from casewright.evidence.units import MONTHS, RATIO, is_currency

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.domain.ids import ClaimId
    from casewright.evidence.comparison import Comparable
    from casewright.evidence.indexed_record import IndexedRecord

_POWERS = (3, 6, 9)
_SAME_NUMBER = Decimal("0.001")
_PARTNERS = 16
_LOOKED_AT = 64


@dataclass(slots=True)
class Slips:
    """Findings by claim; ``odd`` claims are not held against others, ``pairs`` not against each other."""

    defects: dict[ClaimId, Finding] = field(default_factory=dict)
    odd: set[ClaimId] = field(default_factory=set)
    pairs: set[frozenset[ClaimId]] = field(default_factory=set)


def find_own(indexed: IndexedRecord, into: Slips) -> None:
    """Claims whose text or evidence states the figure in another scale or currency than their value."""
    for claim in indexed.record.claims:
        if claim.value is None or claim.subjective:
            continue
        for words, reference in (
            *((item.excerpt, f"evidence:{item.id}") for item in indexed.items(claim)),
            (claim.text, None),
        ):
            stated = find_misreading(claim.value, words)
            if stated is None:
                continue
            where = f"its evidence in {indexed.source(claim)}" if reference else "its own text"
            into.odd.add(claim.id)
            into.defects[claim.id] = Finding(
                claim.id,
                DefectType.UNIT_MISMATCH,
                f"The claim's value is {indexed.figure(claim)}, but {where} says {stated!r}: the same number in "
                "another unit or currency.",
                (reference,) if reference else indexed.references(claim),
                f"{DefectType.UNIT_MISMATCH}:{claim.id}:{reference or 'text'}",
            )
            break


def find_between(indexed: IndexedRecord, by_measure: Mapping[str, Sequence[Comparable]], into: Slips) -> None:
    """Claims about one subject that state one number in two units or currencies."""
    if sum(map(len, by_measure.values())) < 2:
        return
    lines = {measure: Line(items) for measure, items in by_measure.items()}
    for measure, line in lines.items():
        for item in line.items:
            for other in islice(_scaled(measure, line, item), _PARTNERS):
                _judge(indexed, (line, item), (line, other), into, compared=True)
    money = {measure: line for measure, line in lines.items() if is_currency(measure)}
    for measure, line in money.items():
        for item in line.items:
            for other, elsewhere in islice(_relabelled(item, measure, money), 1):
                _judge(indexed, (line, item), (elsewhere, other), into, compared=False)


def _scaled(measure: str, line: Line, item: Comparable) -> Iterator[Comparable]:
    """Others on the line whose number is the item's in another unit, the strongest first for each unit."""
    low = item.value.low
    if not low or len(line.items) < 2:
        return
    factors = [Decimal(10) ** power for power in _POWERS]
    tolerance = CONFLICT
    if measure == RATIO:
        factors.insert(0, Decimal(100))
    if measure == MONTHS:
        factors, tolerance = [Decimal(12)], _SAME_NUMBER
    for factor in factors:
        for target in (low * factor, low / factor):
            ends = sorted((target * (1 - tolerance), target * (1 + tolerance)))
            found = [
                other
                for other in line.between(*ends)[:_LOOKED_AT]
                if other.value.low != low and (measure != MONTHS or other.value.scale != item.value.scale)
            ]
            yield from sorted(found, key=_strongest_first)


def _relabelled(item: Comparable, measure: str, money: Mapping[str, Line]) -> Iterator[tuple[Comparable, Line]]:
    """Others with the same number in another currency."""
    number = item.value.low
    if not number:
        return
    ends = sorted((number * (1 - _SAME_NUMBER), number * (1 + _SAME_NUMBER)))
    for label, line in sorted(money.items()):
        if label != measure:
            for other in sorted(line.between(*ends)[:_LOOKED_AT], key=_strongest_first):
                yield other, line


def _judge(
    indexed: IndexedRecord,
    one: tuple[Line, Comparable],
    other: tuple[Line, Comparable],
    into: Slips,
    *,
    compared: bool,
) -> None:
    """File the slip on ``one`` unless the other is the odd one; ``compared`` where values would be held against."""
    mine, theirs = one[0].camp(one[1]), other[0].camp(other[1])
    pair = frozenset((one[1].claim.id, other[1].claim.id))
    if compared:
        into.pairs.add(pair)
        if theirs.outweighs(mine):
            into.odd.add(one[1].claim.id)
    if mine.answers_for(theirs) or one[1].claim.id in into.defects:
        return
    claim, opposite = one[1].claim, other[1].claim
    places = claim.span, opposite.span
    if is_only_named(claim) and None not in places and len({one.document for one in places if one is not None}) == 1:
        return
    what = "thousands, millions or another unit" if compared else "another currency"
    period = f" for {claim.period}" if claim.period else ""
    into.defects[claim.id] = Finding(
        claim.id,
        DefectType.UNIT_MISMATCH,
        f"The {metric_is(claim.metric, period)} {indexed.figure(claim)} in {indexed.source(claim)} and "
        f"{indexed.figure(opposite)} in {indexed.source(opposite)}: the same number in {what}.",
        indexed.references(claim, opposite),
        f"{DefectType.UNIT_MISMATCH}:{claim.id}:{opposite.id}",
    )


def _strongest_first(item: Comparable) -> tuple[str, float, str]:
    return item.strength.value, item.claim.made_at.timestamp(), item.claim.id
