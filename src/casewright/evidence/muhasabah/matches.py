"""Whether a number or a date in a sentence is the one that a claim or a calculation says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.calculations import CalcType
from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Text
from casewright.evidence.muhasabah.days import Day, days
from casewright.evidence.muhasabah.figures import FALLING, Bound, Figure, Unit, figures
from casewright.evidence.muhasabah.metrics import about, metrics
from casewright.evidence.muhasabah.number_words import with_digits
from casewright.evidence.muhasabah.numbers import as_figure, numbers
from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from decimal import Decimal

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.periods import Period
    from casewright.domain.values import Value
    from casewright.evidence.muhasabah.citable import Citations

_MONTHS_OF = {"month": 1, "year": 12}


@dataclass(frozen=True, slots=True)
class StatedValue:
    """What a reference leads to: its value, the periods it is about, and its words where it has no number."""

    value: Value | None
    periods: tuple[Period, ...]
    text: str
    metrics: frozenset[str] = frozenset()
    """What it may be told of, by the names that are known; empty where they are not."""
    has_metric: bool = False
    """Whether it says which metric it is of: then it is told of no other."""

    def tells(self, one: Figure | Day) -> bool:
        """Whether this is what it says."""
        return self._dates(one) if isinstance(one, Day) else self._counts(one)

    def _dates(self, day: Day) -> bool:
        if isinstance(self.value, Date):
            return day.tells(self.value.day)
        if self.periods:
            return any(day.is_period(period) for period in self.periods)
        return any((one.span, one.last) == (day.span, day.last) or _holds(day, one) for one in days(self.text))

    def _counts(self, figure: Figure) -> bool:
        if figure.number is None:
            return False
        if self.value is None or isinstance(self.value, Text):
            return any(_same_words(figure, one) for one in _in_words(self.text))
        if isinstance(self.value, Date):
            return False
        if isinstance(self.value, Range):
            return _in_range(figure, self.value)
        return _is_value(figure, self.value, FALLING.search(plain_letters(self.text)) is not None)


def read_claim(claim: Claim) -> StatedValue:
    """What a claim says."""
    words = claim.value.text if isinstance(claim.value, Text) else ""
    named, _ = about(claim.metric, claim.text)
    periods = () if claim.period is None else (claim.period,)
    return StatedValue(claim.value, periods, f"{claim.text}\n{words}", named, claim.metric is not None)


def read_calculation(calc: Calculation, known: Citations) -> StatedValue:
    """What a calculation says; it is about the periods and the metrics of its inputs, beside its own."""
    inputs = [known.claims[one.claim] for one in calc.inputs if one.claim in known.claims]
    periods = tuple(claim.period for claim in inputs if claim.period is not None)
    named = metrics(calc.type.value).union(*(about(one.metric, one.text)[0] for one in inputs))
    changes = {f"{one} growth" for one in named} if calc.type is CalcType.GROWTH_RATE else set()
    return StatedValue(calc.output, periods, calc.remark or "", named | changes)


def _holds(outer: Day, inner: Day) -> bool:
    return inner.last is not None and inner.span == "day" and outer.tells(inner.last)


def _in_words(text: str) -> list[Figure]:
    text = with_digits(text)
    dates, counted = numbers(text)
    return [*counted, *(as_figure(one, text) for one in dates if one.perhaps_a_number)]


def _same_words(one: Figure, other: Figure) -> bool:
    same = (one.number, one.high, one.unit, one.currency) == (other.number, other.high, other.unit, other.currency)
    return same and (one.noun is None or other.noun is None or one.noun == other.noun)


def _in_range(figure: Figure, value: Range) -> bool:
    if figure.high is not None and not figure.vague:
        return _is_value(_end(figure, figure.number), value.low) and _is_value(_end(figure, figure.high), value.high)
    if figure.bound is Bound.LEAST:
        return _is_value(figure, value.low)
    return figure.bound is Bound.MOST and _is_value(figure, value.high)


def _end(figure: Figure, number: Decimal | None) -> Figure:
    return Figure(figure.start, figure.end, number, figure.unit, figure.currency, figure.noun)


def _is_value(figure: Figure, value: Monetary | Percentage | Count | Date, falling: bool = False) -> bool:
    match value:
        case Monetary(amount, currency):
            fits = figure.unit is Unit.MONEY and figure.currency == currency
            return (fits or _is_bare(figure)) and _equal(figure, amount, falling)
        case Percentage(fraction):
            if figure.unit is Unit.MULTIPLE and figure.course:
                return figure.number == fraction + 1
            return (figure.unit is Unit.PERCENT or _is_bare(figure)) and _equal(figure, fraction, falling)
        case Count(number, "x"):
            return (figure.unit is Unit.MULTIPLE or _is_bare(figure)) and _equal(figure, number, falling)
        case Count(number, unit):
            return figure.unit is Unit.BARE and _equal(_in_unit(figure, unit), number, falling)
        case Date():
            return False


def _is_bare(figure: Figure) -> bool:
    return figure.unit is Unit.BARE and figure.noun is None


def _equal(figure: Figure, value: Decimal, falling: bool) -> bool:
    """Whether the number is ``value``: after a word of falling its opposite, unless the claim speaks of falling too."""
    number = figure.number
    if number is None:
        return False
    if figure.high is not None:
        return figure.vague and number <= value <= figure.high
    if figure.course < 0:
        return number == -value or (falling and number == value)
    if figure.course > 0 and falling and value > 0:
        return False
    return number == value


def _in_unit(figure: Figure, unit: str) -> Figure:
    """The figure in ``unit``; one that counts something else equals nothing."""
    counted = _noun(unit)
    if figure.noun is None or counted is None or figure.noun == counted:
        return figure
    number = None
    if figure.number is not None and figure.noun in _MONTHS_OF and counted in _MONTHS_OF:
        number = figure.number * _MONTHS_OF[figure.noun] / _MONTHS_OF[counted]
    return Figure(figure.start, figure.end, number, figure.unit)


def _noun(unit: str) -> str | None:
    return figures(f"1 {unit}")[0].noun if unit else None
