"""How far a deal's record bears a position: one figure, whoever takes the position and whatever it is.

Source: spec/evidence-and-debate.md, "Positions". The rule: the material claims, CRITICAL ones counted twice, each for
what its grade is worth (A 0.90, B 0.80, C 0.55, D 0.10), but at most 0.55 where it is not VERIFIED and at most 0.30
where other sources say otherwise; their mean, times the share of the room's documents that could be read, times how
much of the financial figures became claims, as a part of the bound from which a deal may be recommended.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.claims import Materiality, Verdict
from casewright.domain.evidence import Grade
from casewright.evidence.coverage import BOUND
from casewright.evidence.polarity import OVERSTATED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from casewright.evidence.coverage import Coverage
    from casewright.evidence.record import DealRecord

Standing = tuple[Materiality, Grade, Verdict]
"""Of one claim what counts here."""

_CRITICAL = Decimal(2)
"""What a CRITICAL claim weighs beside any other."""
_GRADED = {Grade.A: Decimal("0.90"), Grade.B: Decimal("0.80"), Grade.C: Decimal("0.55"), Grade.D: Decimal("0.10")}
_OVERSTATED = Decimal("0.30")
_UNVERIFIED = Decimal("0.55")
_MATERIAL = (Materiality.HIGH, Materiality.CRITICAL)
_WEIGHT = {weight: number for number, weight in enumerate(Materiality)}


def record_confidence(record: DealRecord) -> float:
    """What the record bears, from 0 to 1 in two places; 0 where it holds no claim but opinions."""
    stands = (
        (one.materiality, one.standing.grade, one.standing.verdict) for one in record.claims if not one.subjective
    )
    return confidence_of(stands, record.coverage)


def confidence_of(standings: Iterable[Standing], coverage: Coverage | None = None) -> float:
    """The same of claims that are no opinions.

    Where none is of HIGH or CRITICAL materiality those of the highest that there is count.
    """
    found = list(standings)
    if not found:
        return 0.0
    heaviest = max((weight for weight, _, _ in found), key=_WEIGHT.__getitem__)
    counted = [one for one in found if one[0] in _MATERIAL or one[0] is heaviest]
    total = sum((_weight(weight) for weight, _, _ in counted), Decimal(0))
    stands = sum((_weight(weight) * _worth(grade, verdict) for weight, grade, verdict in counted), Decimal(0))
    return float((stands / total * _read(coverage)).quantize(Decimal("0.01")))


def _weight(materiality: Materiality) -> Decimal:
    return _CRITICAL if materiality is Materiality.CRITICAL else Decimal(1)


def _worth(grade: Grade, verdict: Verdict) -> Decimal:
    if verdict in OVERSTATED:
        return min(_OVERSTATED, _GRADED[grade])
    return _GRADED[grade] if verdict is Verdict.VERIFIED else min(_UNVERIFIED, _GRADED[grade])


def _read(coverage: Coverage | None) -> Decimal:
    """How much of the room was read, from 0 to 1."""
    if coverage is None or not coverage.documents:
        return Decimal(1)
    there = Decimal(len(coverage.documents))
    documents = (there - len(coverage.unread)) / there
    share = coverage.financial
    figures = Decimal(1) if share is None else min(Decimal(1), Decimal(share) / Decimal(str(BOUND)))
    return documents * figures
