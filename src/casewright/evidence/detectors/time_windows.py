"""TIME_WINDOW_MISMATCH: one metric, and figures for windows that must not be taken for each other.

Four ways in which that shows: the claim's own words name another window than its period; one source gives the fiscal
year where another gives the last twelve months to another day; one figure stands for two windows; a figure is derived
from figures of different windows. Figures for different quarters, each under its own name, are a series and in order.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis
from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.comparison import ROUNDING, Comparable, Line, above, below, window_of
from casewright.evidence.metrics import entity_name, is_change, is_kind, metric_is, metric_name
from casewright.evidence.record import Finding
from casewright.evidence.units import RATIO, is_currency, measure_value
from casewright.evidence.windows import named_windows, other_window

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date
    from decimal import Decimal

    from casewright.domain.claims import Claim
    from casewright.domain.periods import Period
    from casewright.evidence.comparison import Window
    from casewright.evidence.indexed_record import IndexedRecord

_LONG = (PeriodKind.YEAR, PeriodKind.LTM)
_KINDS = (*_LONG, PeriodKind.QUARTER)
_SAME = 1_000
"""One figure stands twice where the two differ by at most one part in this many."""
_PARTNERS = 16


def find_own(indexed: IndexedRecord) -> Iterator[Finding]:
    """Claims whose text or evidence names windows, and not the one that is the claim's period."""
    for claim in indexed.record.claims:
        if claim.period is None or claim.subjective or claim.period.kind not in _KINDS:
            continue
        metric = metric_name(claim.metric or "")
        if is_change(metric):
            continue
        for words, reference in (
            *((item.excerpt, f"evidence:{item.id}") for item in indexed.items(claim)),
            (claim.text, None),
        ):
            named = other_window(claim.period, is_kind(metric, "level"), named_windows(words))
            if named is None:
                continue
            where = f"its evidence in {indexed.source(claim)}" if reference else "its own text"
            yield Finding(
                claim.id,
                DefectType.TIME_WINDOW_MISMATCH,
                f"The claim gives {indexed.figure(claim)} for {claim.period}, but {where} speaks of {named.words!r}, "
                "which is another stretch of time.",
                (reference,) if reference else indexed.references(claim),
                f"{DefectType.TIME_WINDOW_MISMATCH}:{claim.id}:{reference or 'text'}",
            )
            break


def find_between(indexed: IndexedRecord) -> Iterator[Finding]:
    """Claims of one metric and entity for windows that are taken for each other."""
    found: dict[tuple[str, str, str], list[Comparable]] = {}
    for claim in indexed.record.claims:
        if claim.metric is None or claim.value is None or claim.period is None or claim.subjective:
            continue
        value = measure_value(claim.value)
        if value is None or claim.basis is not Basis.ACTUAL or claim.period.kind not in _KINDS:
            continue
        about = metric_name(claim.metric), entity_name(claim.entity or ""), value.measure
        found.setdefault(about, []).append(Comparable(claim, value, indexed.strength(claim)))
    for (metric, _, measure), items in found.items():
        if len(items) > 1:
            yield from _year_against_ltm(indexed, items)
            if not is_kind(metric, "steady") and not is_change(metric):
                yield from _one_figure_twice(indexed, metric, measure, items)


def find_derived(indexed: IndexedRecord) -> Iterator[Finding]:
    """Derived claims whose inputs are of different windows, other than rates of change."""
    for claim in indexed.record.claims:
        if is_change(metric_name(claim.metric or "")) or not (claim.derived_from or claim.source_calc):
            continue
        mixed = _mixed(claim, list(_inputs(indexed, claim)))
        if mixed is None:
            continue
        one, other = mixed
        yield Finding(
            claim.id,
            DefectType.TIME_WINDOW_MISMATCH,
            f"The claim's {indexed.figure(claim)} is derived from {indexed.figure(one)} for {one.period} in "
            f"{indexed.source(one)} and {indexed.figure(other)} for {other.period} in {indexed.source(other)}, "
            "which are different stretches of time.",
            (f"claim:{one.id}", f"claim:{other.id}"),
            f"{DefectType.TIME_WINDOW_MISMATCH}:{claim.id}:{one.id}+{other.id}",
        )


def _year_against_ltm(indexed: IndexedRecord, items: Sequence[Comparable]) -> Iterator[Finding]:
    """A fiscal year in one document, the twelve months to another day within a year of its end in another."""
    sides: dict[PeriodKind, dict[date, list[Comparable]]] = {kind: {} for kind in _LONG}
    for item in items:
        period = _period(item)
        if period.kind in sides:
            sides[period.kind].setdefault(period.end, []).append(item)
    for kind, opposite in (_LONG, _LONG[::-1]):
        ends = sorted(sides[opposite])
        for end, mine in sides[kind].items():
            if end in sides[opposite]:
                continue
            near = [other for other in ends if abs((other - end).days) < 360]
            if not near:
                continue
            theirs = sides[opposite][min(near, key=lambda other: (abs((other - end).days), other))]
            if len(mine) > len(theirs):
                continue  # the odd one is theirs
            for item in mine:
                other = _elsewhere(indexed, item, theirs)
                if other is not None:
                    yield _finding(indexed, item.claim, other.claim, "a fiscal year and the last twelve months")


def _one_figure_twice(
    indexed: IndexedRecord, metric: str, measure: str, items: Sequence[Comparable]
) -> Iterator[Finding]:
    """One figure that different documents give for different windows."""
    line = Line(items)
    for run in _runs(line.items):
        by_window: dict[Window, list[Comparable]] = {}
        for item in run:
            by_window.setdefault(window_of(metric, _period(item)), []).append(item)
        if len(by_window) == 1:
            continue
        value = run[0].value.low
        near = line.between(below(value, ROUNDING), above(value, ROUNDING))
        sizes = Counter(window_of(metric, _period(item)) for item in near)
        for window, mine in by_window.items():
            others = [
                item
                for other, theirs in sorted(by_window.items())
                if other != window and sizes[window] <= sizes[other]
                for item in sorted(theirs, key=_strongest_first)[:_PARTNERS]
            ][: _PARTNERS * 4]
            for item in mine:
                other = next((one for one in others if _is_suspicious(indexed, measure, item, one)), None)
                if other is not None:
                    yield _finding(indexed, item.claim, other.claim, "one figure for two stretches of time")


def _runs(items: Iterable[Comparable]) -> Iterator[Sequence[Comparable]]:
    """Those that state one figure, together; ``items`` are in the order of their values."""
    run: list[Comparable] = []
    for item in items:
        first = run[0].value if run else item.value
        if abs(item.value.low - first.low) * _SAME > abs(first.low) or item.value.high < first.low:
            yield run
            run = []
        run.append(item)
    yield run


def _is_suspicious(indexed: IndexedRecord, measure: str, one: Comparable, other: Comparable) -> bool:
    """Whether it is no chance that both say the same: money to so many digits, from documents that differ."""
    digits = _digits(one.value.low)
    apart = _document(indexed, one.claim) != _document(indexed, other.claim)
    years = _period(one).kind is _period(other).kind is PeriodKind.YEAR
    if is_currency(measure) and not years:
        return digits >= (2 if apart else 3)
    if is_currency(measure):
        return apart and digits >= 3
    return apart and not years and digits >= (4 if measure == RATIO else 3)


def _mixed(claim: Claim, inputs: Sequence[Claim]) -> tuple[Claim, Claim] | None:
    """Two inputs of different windows, where the claim is none that adds such windows up."""
    years = [one for one in inputs if one.period and one.period.kind is PeriodKind.YEAR]
    ltms = [one for one in inputs if one.period and one.period.kind is PeriodKind.LTM]
    for one in years:
        for other in ltms:
            if one.period and other.period and one.period.end != other.period.end:
                return one, other
    if claim.period is not None and claim.period.kind is PeriodKind.QUARTER:
        quarters = {one.period.end: one for one in inputs if one.period and one.period.kind is PeriodKind.QUARTER}
        if len(quarters) > 1:
            first, second, *_ = sorted(quarters)
            return quarters[first], quarters[second]
    return None


def _inputs(indexed: IndexedRecord, claim: Claim) -> Iterator[Claim]:
    calculation = indexed.calculations.get(claim.source_calc) if claim.source_calc else None
    names = [*claim.derived_from, *(given.claim for given in (calculation.inputs if calculation else ()))]
    for name in sorted(set(names)):
        if name in indexed.claims and indexed.claims[name].value is not None:
            yield indexed.claims[name]


def _finding(indexed: IndexedRecord, claim: Claim, other: Claim, what: str) -> Finding:
    return Finding(
        claim.id,
        DefectType.TIME_WINDOW_MISMATCH,
        f"The {metric_is(claim.metric)} {indexed.figure(claim)} for {claim.period} in {indexed.source(claim)} and "
        f"{indexed.figure(other)} for {other.period} in {indexed.source(other)}: {what}.",
        indexed.references(claim, other),
        f"{DefectType.TIME_WINDOW_MISMATCH}:{claim.id}:{other.id}",
    )


def _elsewhere(indexed: IndexedRecord, item: Comparable, others: Sequence[Comparable]) -> Comparable | None:
    document = _document(indexed, item.claim)
    apart = [other for other in others if _document(indexed, other.claim) != document]
    return min(apart, key=_strongest_first, default=None)


def _document(indexed: IndexedRecord, claim: Claim) -> str:
    item = indexed.primary(claim)
    if item is None:
        return f"claim:{claim.id}"
    return item.span.document if item.span else item.artefact


def _period(item: Comparable) -> Period:
    assert item.claim.period is not None  # only such claims were put together
    return item.claim.period


def _digits(number: Decimal) -> int:
    return len(number.normalize().as_tuple().digits)


def _strongest_first(item: Comparable) -> tuple[str, float, str]:
    return item.strength.value, item.claim.made_at.timestamp(), item.claim.id
