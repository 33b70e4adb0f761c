"""INCONSISTENCY: a stated margin, growth, share or multiple that the figures on record do not give.

It is recomputed from every pair of figures of the same company and time that the record has; where one of them gives
it within what rounding allows, it stands.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import replace
from decimal import Decimal
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from casewright.domain.claims import Basis
from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.domain.values import Count, Percentage
from casewright.evidence.comparison import window_of
from casewright.evidence.display import show_value
from casewright.evidence.metrics import entity_name, is_kind, metric_is, metric_name
from casewright.evidence.record import Finding
from casewright.evidence.units import is_currency, measure_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.periods import Period
    from casewright.evidence.indexed_record import IndexedRecord

_MARGINS: Mapping[str, tuple[str, ...]] = {
    "gross margin": ("gross profit",),
    "operating margin": ("operating profit", "ebit", "operating income"),
    "ebitda margin": ("ebitda",),
    "adjusted ebitda margin": ("adjusted ebitda",),
    "ebit margin": ("ebit", "operating profit"),
    "net margin": ("net income", "net profit"),
    "net profit margin": ("net income", "net profit"),
    "profit margin": ("net income", "net profit"),
}
_MULTIPLES = re.compile(r"(?P<over>[a-z ]+?)\s*(?:to|/|per)\s*(?P<under>[a-z ]+)")
_GROWTH = re.compile(r"(?:growth (?:in|of) (?P<of>.+)|(?P<metric>.+?) growth(?: rate)?)")
_SHARE = re.compile(
    r"(?:share of (?:the )?)?(?:largest|biggest|top) (?:customer|client)(?:.?s)?(?: share| concentration)?"
    r"|customer concentration"
)
_CUSTOMERS = 3
_POINT = Decimal("0.006")
_PART = Decimal("0.012")
_HALF = Decimal("0.05")
_MOST = 6
_TRIED = 64


class _Figure(NamedTuple):
    """A claim's value in whole units."""

    claim: Claim
    number: Decimal
    measure: str


class _Way(NamedTuple):
    """One pair of figures and what it gives."""

    given: Decimal
    over: _Figure
    under: _Figure


def find(indexed: IndexedRecord) -> Iterator[Finding]:
    """Stated ratios that no pair of figures gives, each against the pair that comes nearest."""
    figures = _Figures(indexed)
    for claim in indexed.record.claims:
        if claim.metric is None or claim.subjective or claim.period is None or claim.basis is not Basis.ACTUAL:
            continue
        stated = _stated(claim)
        if stated is None:
            continue
        ways = list(_ways(claim, figures))[:_TRIED]
        if not ways or any(_agrees(stated, way) for way in ways):
            continue
        nearest = min(ways, key=lambda way: (abs(way.given - stated), way.over.claim.id, way.under.claim.id))
        yield _finding(indexed, claim, nearest)


def parts(metric: str) -> frozenset[str] | None:
    """The metrics from whose figures a ratio of this name is worked out; None where the name is no ratio's."""
    if metric in _MARGINS:
        return frozenset(metric_name(one) for one in (*_MARGINS[metric], "revenue", "cogs"))
    growth, multiple = _GROWTH.fullmatch(metric), _MULTIPLES.fullmatch(metric)
    if growth is not None:
        return frozenset((metric_name(growth["of"] or growth["metric"]),))
    if _SHARE.fullmatch(metric):
        return frozenset((metric_name("revenue"),))
    if multiple is not None:
        return frozenset((metric_name(multiple["over"].strip()), metric_name(multiple["under"].strip())))
    return None


def _stated(claim: Claim) -> Decimal | None:
    if isinstance(claim.value, Percentage):
        return claim.value.fraction
    return claim.value.number if isinstance(claim.value, Count) and claim.value.unit == "x" else None


class _Figures:
    """The record's figures by metric, company and time."""

    def __init__(self, indexed: IndexedRecord) -> None:
        self._by: dict[tuple[str, str, object], list[_Figure]] = {}
        self._owned: dict[tuple[str, object], list[_Figure]] = {}
        for claim in indexed.record.claims:
            if claim.metric is None or claim.value is None or claim.period is None or claim.subjective:
                continue
            if claim.basis is not Basis.ACTUAL:
                continue
            value = measure_value(claim.value)
            if value is None or value.low != value.high:
                continue
            metric, entity = metric_name(claim.metric), entity_name(claim.entity or "")
            figure = _Figure(claim, value.low, value.measure)
            window = window_of(metric, claim.period)
            self._by.setdefault((metric, entity, window), []).append(figure)
            self._owned.setdefault((metric, window), []).append(figure)

    def of(self, metric: str, like: Claim, period: Period) -> Sequence[_Figure]:
        """The figures of a metric for the claim's company, of the period, or of its last day where it is a state."""
        name = metric_name(metric)
        if period.kind is PeriodKind.DAY and not is_kind(name, "level"):  # of the year that ends that day
            period = replace(period, kind=PeriodKind.YEAR)
        found = self._by.get((name, entity_name(like.entity or ""), window_of(name, period)), ())
        return found[:_MOST]

    def owned(self, metric: str, like: Claim, period: Period) -> Sequence[_Figure]:
        """The figures of others than the claim's company, its customers', where the record has several of them."""
        own = entity_name(like.entity or "")
        found = self._owned.get((metric_name(metric), window_of(metric_name(metric), period)), ())
        others = [one for one in found if one.claim.entity and entity_name(one.claim.entity) != own]
        return others if len({one.claim.entity for one in others}) >= _CUSTOMERS else ()


def _ways(claim: Claim, figures: _Figures) -> Iterator[_Way]:
    metric, period = metric_name(claim.metric or ""), claim.period
    if period is None:
        return
    if metric in _MARGINS:
        for profit in _MARGINS[metric]:
            yield from _divided(figures.of(profit, claim, period), figures.of("revenue", claim, period))
        if metric == "gross margin":
            for cost, whole in _pairs(figures.of("cogs", claim, period), figures.of("revenue", claim, period)):
                yield _Way(1 - abs(cost.number) / whole.number, cost, whole)
        return
    growth = _GROWTH.fullmatch(metric)
    if growth is not None:
        base, before = growth["of"] or growth["metric"], _year_before(period)
        for now, then in _pairs(figures.of(base, claim, period), figures.of(base, claim, before)):
            yield _Way(now.number / then.number - 1, now, then)
        return
    if _SHARE.fullmatch(metric):
        largest = max(figures.owned("revenue", claim, period), key=lambda one: one.number, default=None)
        yield from _divided([] if largest is None else [largest], figures.of("revenue", claim, period))
        return
    multiple = _MULTIPLES.fullmatch(metric)
    if multiple is not None:
        yield from _divided(
            figures.of(multiple["over"].strip(), claim, period), figures.of(multiple["under"].strip(), claim, period)
        )


def _divided(over: Sequence[_Figure], under: Sequence[_Figure]) -> Iterator[_Way]:
    for one, other in _pairs(over, under):
        yield _Way(one.number / other.number, one, other)


def _pairs(over: Sequence[_Figure], under: Sequence[_Figure]) -> Iterator[tuple[_Figure, _Figure]]:
    for one, other in product(over, under):
        if other.number and (
            one.measure == other.measure or not (is_currency(one.measure) and is_currency(other.measure))
        ):
            yield one, other


def _year_before(period: Period) -> Period:
    end = period.end
    last = calendar.monthrange(end.year - 1, end.month)[1]
    return replace(period, end=end.replace(year=end.year - 1, day=min(end.day, last)))


def _agrees(stated: Decimal, way: _Way) -> bool:
    exponent = stated.normalize().as_tuple().exponent
    half = Decimal(5).scaleb((exponent if isinstance(exponent, int) and exponent < 0 else 0) - 1)
    rounding = min(half, _HALF) if exponent else _POINT
    return abs(abs(stated) - abs(way.given)) <= max(_POINT, _PART * abs(way.given), rounding)


def _finding(indexed: IndexedRecord, claim: Claim, way: _Way) -> Finding:
    period = f" for {claim.period}" if claim.period else ""
    given = way.given * 100 if isinstance(claim.value, Percentage) else way.given
    sign = " %" if isinstance(claim.value, Percentage) else "x"
    over, under = way.over.claim, way.under.claim
    return Finding(
        claim.id,
        DefectType.INCONSISTENCY,
        f"The {metric_is(claim.metric, period)} {indexed.figure(claim)} in {indexed.source(claim)}, but the figures on "
        f"record that come nearest give {given:.1f}{sign}: {metric_is(over.metric)} "
        f"{show_value(over.value) if over.value else ''} in "
        f"{indexed.source(over)}, {metric_is(under.metric)} {show_value(under.value) if under.value else ''} in "
        f"{indexed.source(under)}.",
        indexed.references(claim, over, under),
        f"{DefectType.INCONSISTENCY}:{claim.id}:ratio:{over.id}+{under.id}",
    )
