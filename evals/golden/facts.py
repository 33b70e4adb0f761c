"""What a synthetic company could report: figures by metric, entity and period, each used once, and who says them."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis
from casewright.domain.evidence import NodeKind
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Monetary, Percentage
from evals.golden.businesses import BY_KEY, STRENGTHS, Age, Window
from evals.golden.figures import period_words, stated
from evals.golden.writing import DealWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.ids import ClaimId, EvidenceId
    from casewright.domain.values import Value
    from evals.golden.businesses import Business, Metric
    from evals.golden.writing import Paper

Number = Monetary | Percentage | Count
_LINES = (
    "{label} of {entity}, {period}: {figure}",
    "{label} | {entity} | {period} | {figure}",
    "{entity} had {lower} of {figure}, {period}.",
    "{entity}: {lower} came to {figure} ({period}).",
)


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure as it really is."""

    metric: Metric
    entity: str
    period: Period
    value: Number

    def times(self, factor: str) -> Fact:
        """The same with another figure, so many times as large."""
        return Fact(self.metric, self.entity, self.period, scaled(self.value, Decimal(factor)))


def scaled(value: Number, factor: Decimal) -> Number:
    """A figure so many times as large; a count stays whole."""
    match value:
        case Monetary(amount, currency):
            return Monetary((amount * factor).quantize(Decimal(1)), currency)
        case Percentage(fraction):
            return Percentage((fraction * factor).quantize(Decimal("0.0001")))
        case Count(number, unit):
            return Count((number * factor).quantize(Decimal(1)), unit)


class Company:
    """One company with its deal in the making: facts that nothing has used yet, and documents that may say them."""

    def __init__(self, name: str, business: Business, seed: str) -> None:
        self.random = Random(seed)
        self.business = business
        self.year = self.random.choice([2023, 2024, 2025])
        as_of = date(self.year + 1, 3, 1) + timedelta(days=self.random.randrange(80))
        self.writer = DealWriter(name, business.name, as_of)
        self.currency = self.random.choice(business.currencies)
        stem = self.random.choice(business.stems)
        self.group = f"{stem} {self.random.choice(business.forms)}"
        self.entities = (self.group, *(f"{stem} {unit}" for unit in business.units))
        self._facts = self._possible()
        self._touched: set[tuple[str, str]] = set()
        self.random.shuffle(self._facts)

    def _possible(self) -> list[Fact]:
        found = []
        for number, entity in enumerate(self.entities):
            share = 1000 if number == 0 else self.random.randrange(120, 380)
            for metric in self.business.metrics:
                year = self.random.randrange(metric.low, metric.high)
                found += [
                    Fact(metric, entity, period, self._sized(metric, year, share, period))
                    for period in self.periods(metric)
                ]
        return found

    def periods(self, metric: Metric) -> list[Period]:
        """The stretches of time that a metric is told for; all had ended when the documents were written."""
        year = self.year
        if metric.window is Window.MONTH:
            return [month(year, 12), month(year + 1, 1)]
        if metric.window is Window.DAY:
            return [
                Period(PeriodKind.DAY, day) for day in (date(year, 9, 30), date(year, 12, 31), date(year + 1, 1, 31))
            ]
        return [
            Period(PeriodKind.YEAR, date(year, 12, 31)),
            Period(PeriodKind.YEAR, date(year - 1, 12, 31)),
            Period(PeriodKind.LTM, date(year, 9, 30)),
            *(quarter(year, number) for number in (1, 2, 3, 4)),
        ]

    def _sized(self, metric: Metric, year: int, share: int, period: Period) -> Number:
        # Shares in tenths of a percent; every figure gets an odd size of its own; that two agree is rare, and sound.
        noise = self.random.randrange(870, 1_130)
        if metric.kind == "%":
            return Percentage(Decimal(year * noise // 1000) / 1000)
        parts = {PeriodKind.QUARTER: 4, PeriodKind.MONTH: 12}.get(period.kind, 1)
        number = max(year * share * noise // 1_000_000 // parts, 5)
        return (
            Monetary(Decimal(number), self.currency) if metric.kind == "money" else Count(Decimal(number), metric.kind)
        )

    def take(self, fits: Callable[[Fact], bool] = lambda _: True, *, untouched: bool = False) -> Fact:
        """A fact that nothing has used yet and that fits; it is used then. Raises ``LookupError`` where none is left.

        ``untouched`` asks for a metric and entity of which nothing at all was used.
        """
        for place, fact in enumerate(self._facts):
            about = (fact.metric.name, fact.entity)
            if fits(fact) and not (untouched and about in self._touched):
                self._touched.add(about)
                self._facts.pop(place)
                self._one_kind_of_year(fact)
                return fact
        raise LookupError(f"{self.writer.name}: no fact is left that fits.")

    def _one_kind_of_year(self, used: Fact) -> None:
        """Where the financial year was told, other twelve months are not, nor the other way round.

        Such a pair in two documents is what the spec calls a mismatch ("FY against LTM"), however well it is labelled.
        """
        kinds = {PeriodKind.YEAR: PeriodKind.LTM, PeriodKind.LTM: PeriodKind.YEAR}
        if used.period.kind in kinds:
            self.keep_off(used.metric.name, used.entity, kinds=(kinds[used.period.kind],))

    def keep_off(self, metric: str, entity: str, *, kinds: Sequence[PeriodKind] = tuple(PeriodKind)) -> None:
        """Use up all facts of one metric and entity, so that nothing else is said of them."""
        self._facts = [
            fact
            for fact in self._facts
            if (fact.metric.name, fact.entity) != (metric, entity) or fact.period.kind not in kinds
        ]

    def source(self, key: str) -> Paper:
        """A document of the data room by its key, begun if it is not there."""
        source = BY_KEY[key]
        name = source.file.format(year=self.year, next=self.year + 1)
        return self.writer.paper(name, source.type, date(self.year + 1, source.month, source.day), source.system)

    def any_source(self, strength: int) -> str:
        """The key of a source whose grade is A (0), B (1) or C (2)."""
        return self.random.choice(STRENGTHS[strength])

    def line(self, fact: Fact, figure: str, period: str | None = None) -> str:
        """A line that says it."""
        label = fact.metric.label
        return self.random.choice(_LINES).format(
            label=label,
            lower=label if label.isupper() else label[0].lower() + label[1:],
            entity=fact.entity,
            period=period or period_words(fact.period, self.random),
            figure=figure,
        )

    def say(
        self,
        fact: Fact,
        paper: Paper | str,
        *,
        style: str | None = None,
        basis: Basis = Basis.ACTUAL,
        words: str | None = None,
    ) -> ClaimId:
        """Let a document say a fact: its line, the evidence and a claim. ``words`` name the period otherwise."""
        where = self.source(paper) if isinstance(paper, str) else paper
        figure, value = stated(fact.value, self.random, style)
        line = self.line(fact, figure, words)
        if basis is Basis.FORECAST:
            line = f"Plan: {line}"
        return self.claim(fact, [self.writer.cite(where, line)], figure, value, basis)

    def claim(
        self, fact: Fact, evidence: Sequence[EvidenceId], figure: str, value: Value, basis: Basis = Basis.ACTUAL
    ) -> ClaimId:
        """A claim that says a fact on this evidence."""
        metric = fact.metric
        period = period_words(fact.period, self.random)
        steps = self.random.choice([(), (), (NodeKind.NORMALIZE,), (NodeKind.RECONCILE,), (NodeKind.HUMAN_VERIFY,)])
        return self.writer.state(
            f"{metric.label} of {fact.entity} {'is planned at' if basis is Basis.FORECAST else 'was'} "
            f"{figure} ({period}).",
            evidence,
            value=value,
            metric=metric.name,
            entity=fact.entity.casefold(),
            period=fact.period,
            basis=basis,
            claim_class=metric.claim_class,
            materiality=metric.materiality,
            steps=steps,
        )

    def old_paper(self, name: str, key: str, dated: date | None) -> Paper:
        """A document of the kind that ``key`` is, with a name and a date of its own."""
        source = BY_KEY[key]
        return self.writer.paper(name, source.type, dated, source.system)


def ratio_of(top: Fact, below: Fact) -> Decimal:
    """One amount of money divided by another, in tenths of a percent."""
    assert isinstance(top.value, Monetary)
    assert isinstance(below.value, Monetary)
    return (top.value.amount / below.value.amount).quantize(Decimal("0.001"))


def month(year: int, number: int) -> Period:
    """A calendar month."""
    return Period(PeriodKind.MONTH, date(year, number, monthrange(year, number)[1]))


def quarter(year: int, number: int) -> Period:
    """A calendar quarter."""
    return Period(PeriodKind.QUARTER, date(year, number * 3, monthrange(year, number * 3)[1]))


def months_before(day: date, count: int) -> date:
    """The same day so many months earlier, or the last day of that month."""
    year, number = divmod(day.year * 12 + day.month - 1 - count, 12)
    return date(year, number + 1, min(day.day, monthrange(year, number + 1)[1]))


def flow(fact: Fact) -> bool:
    """Whether it is a figure of money or a count over a stretch of time."""
    return fact.metric.window is Window.FLOW and not isinstance(fact.value, Percentage)


def is_year(fact: Fact) -> bool:
    """Whether it is about a financial year."""
    return fact.period.kind is PeriodKind.YEAR


def money(fact: Fact) -> bool:
    """Whether it is an amount of at least a million, so that rounding stays small."""
    return isinstance(fact.value, Monetary) and fact.value.amount >= 1_000_000


def aged(age: Age) -> Callable[[Fact], bool]:
    """Facts whose sources stay good for so long."""
    return lambda fact: fact.metric.age is age


def about(fact: Fact) -> tuple[str, str]:
    """The metric and the entity that it is about."""
    return fact.metric.name, fact.entity
