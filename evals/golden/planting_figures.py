"""Plants defects of figures: conflicts between sources, slips of unit and of window, old sources, impossible dates.

Each function takes a company, writes what it needs from facts that nothing else uses, and notes what it planted.
"""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimClass
from casewright.domain.defects import DefectType
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Date, Monetary, Percentage
from evals.golden.businesses import STRENGTHS, Age, Window
from evals.golden.facts import Fact, flow, is_year, money, month, months_before, quarter, ratio_of
from evals.golden.figures import day_words, period_words, stated
from evals.golden.planting_chains import NAMES
from evals.golden.truth import Planted

if TYPE_CHECKING:
    from evals.golden.facts import Company


def inconsistency(company: Company, factor: str | None = None, strength: int | None = None) -> None:
    """Two sources of one grade say one metric, entity and period, and differ by more than 5 %.

    Reading: "of one grade" is what "no stronger source" means; the difference is above 5 % of either figure, so that
    it does not matter which one it is measured by. One finding on either claim is enough.
    """
    random = company.random
    grade = random.randrange(3) if strength is None else strength
    first, second = random.sample(STRENGTHS[grade], 2)
    fact = company.take(money if factor else _large)
    times = factor or random.choice(_factors(fact, ["0.66", "0.78", "0.87", "0.91", "1.09", "1.14", "1.23", "1.4"]))
    style = "full" if factor else None
    claims = (company.say(fact, first, style=style), company.say(fact.times(times), second, style=style))
    company.writer.plant(
        Planted(
            DefectType.INCONSISTENCY,
            claims,
            "pair",
            f"{fact.metric.label} of {fact.entity} for {fact.period} is {times} times the other source's figure.",
        )
    )


def anomaly(company: Company, factor: str | None = None, strengths: tuple[int, int] | None = None) -> None:
    """A weaker source differs by more than 5 % from a stronger one about one metric, entity and period.

    Reading: the defect is the weaker claim's, for "the other source is stronger" is true from there only. The rule
    read literally gives the stronger claim an INCONSISTENCY, its other source not being stronger; that is allowed.
    """
    random = company.random
    strong, weak = strengths or random.choice([(0, 1), (0, 2), (1, 2)])
    fact = company.take(money if factor else _large)
    times = factor or random.choice(_factors(fact, ["0.7", "0.88", "1.07", "1.12", "1.2", "1.35", "1.6"]))
    style = "full" if factor else None
    sound = company.say(fact, company.any_source(strong), style=style)
    off = company.say(fact.times(times), company.any_source(weak), style=style)
    company.writer.plant(
        Planted(
            DefectType.ANOMALY_VS_STRONGER_SOURCES,
            (off,),
            "inflated" if Decimal(times) > 1 else "understated",
            f"{fact.metric.label} of {fact.entity} for {fact.period} is {times} times the stronger source's figure.",
            also=((DefectType.INCONSISTENCY, sound),),
        )
    )


def unit_slip(company: Company, thousand: bool | None = None, slipped_first: bool | None = None) -> None:
    """One of two figures of one metric, entity and period was read a thousand or a million times too small.

    Reading: the ratio of the two is 1,000 or 1,000,000 within rounding. Which of the two slipped cannot be seen from
    two figures, so a finding on either is enough; INCONSISTENCY besides is an alarm, for once the unit is reconciled
    the figures agree.
    """
    random = company.random
    by_thousand = random.random() < 0.7 if thousand is None else thousand
    fact = company.take(_largest)
    figure, value = stated(fact.value, random, "thousand" if by_thousand else "million")
    assert isinstance(value, Monetary | Count)
    small = _divided(value, 1_000 if by_thousand else 1_000_000)
    keys = [company.any_source(random.randrange(3)), company.any_source(random.randrange(3))]
    bare = figure.replace(" thousand", "").replace(" million", "")
    where = company.source(keys[0])
    scale = "in thousands" if by_thousand else "in millions"
    slipped = company.claim(fact, [company.writer.cite(where, f"({scale}) {company.line(fact, bare)}")], bare, small)
    sound = company.say(fact, keys[1])
    if slipped_first is False:
        slipped, sound = sound, slipped
    company.writer.plant(
        Planted(
            DefectType.UNIT_MISMATCH,
            (slipped, sound),
            "thousand" if by_thousand else "million",
            f"{fact.metric.label} of {fact.entity} for {fact.period} was read without its unit ({scale}).",
        )
    )


def _divided(value: Monetary | Count, by: int) -> Monetary | Count:
    if isinstance(value, Monetary):
        return Monetary(value.amount / by, value.currency)
    return Count(value.number / by, value.unit)


def window_label(company: Company, quarters: bool | None = None, borrowed: bool | None = None) -> None:
    """A claim is filed under a period that is not the one its evidence tells of.

    Reading: "FY against LTM or different quarters" is the unit rule's twin: a figure compared under one window that
    belongs to another. The claim says FY (or a quarter), its quoted line says LTM (or another quarter). Where it is
    ``borrowed`` two more sources give both windows' true figures, correctly labelled: the claim's figure is that of
    the other window, and differs from its own by more than 5 %. INCONSISTENCY or ANOMALY with the true figure of its
    own window is allowed besides, and so is the same type on the two sound claims.
    """
    random = company.random
    by_quarter = random.random() < 0.5 if quarters is None else quarters
    also_true = random.random() < 0.7 if borrowed is None else borrowed
    kind = PeriodKind.QUARTER if by_quarter else PeriodKind.YEAR
    fact = company.take(
        lambda one: flow(one) and _large(one) and one.period == _window(company.year, kind), untouched=True
    )
    other = Period(PeriodKind.LTM, date(company.year, 9, 30)) if not by_quarter else quarter(company.year, 2)
    company.keep_off(fact.metric.name, fact.entity)
    told = Fact(fact.metric, fact.entity, other, fact.times(random.choice(["0.82", "1.13", "1.21"])).value)
    sources = random.sample(STRENGTHS[1], 3)
    figure, value = stated(told.value, random)
    line = company.line(told, figure, period_words(other, random))
    wrong = company.claim(fact, [company.writer.cite(company.source(sources[0]), line)], figure, value)
    also: list[tuple[DefectType, str]] = []
    if also_true:
        sound = (company.say(fact, sources[1]), company.say(told, sources[2]))
        also = [
            (DefectType.INCONSISTENCY, wrong),
            (DefectType.INCONSISTENCY, sound[0]),
            *((DefectType.TIME_WINDOW_MISMATCH, one) for one in sound),
        ]
    company.writer.plant(
        Planted(
            DefectType.TIME_WINDOW_MISMATCH,
            (wrong,),
            ("quarter" if by_quarter else "year") + (" borrowed" if also_true else " alone"),
            f"{fact.metric.label} of {fact.entity} is filed under {fact.period}; its source says {other}.",
            also=tuple((kind, one) for kind, one in also),  # type: ignore[misc]
        )
    )


def _window(year: int, kind: PeriodKind) -> Period:
    return quarter(year, 3) if kind is PeriodKind.QUARTER else Period(PeriodKind.YEAR, date(year, 12, 31))


def window_mixed(company: Company, quarters: bool | None = None) -> None:
    """A derived share divides a figure of one window by one of another.

    Reading: "FY against LTM or different quarters" in one derivation. A ratio is planted, not a growth rate: growth
    compares two windows by its nature, a margin never does. The inputs are sound; the finding is the derived claim's,
    and one on its inputs is allowed besides.
    """
    random = company.random
    by_quarter = random.random() < 0.5 if quarters is None else quarters
    kind = PeriodKind.QUARTER if by_quarter else PeriodKind.YEAR
    top = company.take(lambda one: money(one) and flow(one) and one.period == _window(company.year, kind))
    below_period = quarter(company.year, 2) if by_quarter else Period(PeriodKind.LTM, date(company.year, 9, 30))
    below = company.take(
        lambda one: money(one) and one.period == below_period and one.metric != top.metric and one.entity == top.entity
    )
    inputs = (company.say(top, "report"), company.say(below, "report"))
    share = ratio_of(top, below)
    period = period_words(top.period, random)
    line = (
        f"{top.metric.label} to {below.metric.label.lower()} of {top.entity} stood at {share * 100:.1f} % ({period})."
    )
    derived = company.writer.state(
        line,
        [company.writer.cite(company.source("deck"), line)],
        value=Percentage(share),
        metric=f"{top.metric.name} to {below.metric.name}",
        entity=top.entity.casefold(),
        period=top.period,
        derived_from=inputs,
    )
    company.writer.plant(
        Planted(
            DefectType.TIME_WINDOW_MISMATCH,
            (derived,),
            "mixed quarters" if by_quarter else "mixed year and LTM",
            f"A share of {top.period} and {below.period}.",
            also=tuple((DefectType.TIME_WINDOW_MISMATCH, one) for one in inputs),
        )
    )


def staleness(company: Company, age: Age | None = None, days_over: int | None = None) -> None:
    """The one source of a claim is older, on the deal's day, than its metric allows.

    Reading: balance sheet figures 15 months, figures of a month 4, all others 12, from the source's own date to the
    deal's ``as_of``. Metrics are unmistakable: a balance sheet's own items, figures that bear "monthly" in their name
    and are told for a month, and flows of years, quarters and twelve months.
    """
    random = company.random
    allowed = age or random.choice(list(Age))
    over = random.randrange(40, 400) if days_over is None else days_over
    dated = months_before(company.writer.as_of, allowed.value) - timedelta(days=over)
    ended = dated - timedelta(days=random.randrange(12, 25))
    ended = ended.replace(day=1) - timedelta(days=1)
    fact = company.take(
        lambda one: one.metric.age is allowed and (allowed is not Age.OTHER or one.metric.window is Window.FLOW),
        untouched=True,
    )
    period = {
        Window.MONTH: month(ended.year, ended.month),
        Window.DAY: Period(PeriodKind.DAY, ended),
        Window.FLOW: Period(PeriodKind.LTM, ended),
    }[fact.metric.window]
    company.keep_off(fact.metric.name, fact.entity)
    paper = company.old_paper(f"Management report {dated:%Y-%m-%d}.pdf", "report", dated)
    claim = company.say(Fact(fact.metric, fact.entity, period, fact.value), paper)
    company.writer.plant(
        Planted(
            DefectType.STALENESS,
            (claim,),
            allowed.name.lower().replace("_", " "),
            f"{fact.metric.label} rests on a source of {dated}, {over} days over {allowed.value} months.",
        )
    )


def chronology(company: Company, days: int | None = None, event: bool | None = None) -> None:
    """Evidence bears a date before the end of the period that it reports as actual, or before an event it reports.

    Reading: the event that a figure reports is its period, which must have ended; a forecast reports no event. The
    event of a Date value is that day where the claim says that it happened.
    """
    random = company.random
    early = random.randrange(15, 70) if days is None else days
    if random.random() < 0.3 if event is None else event:
        happened = date(company.year, 11, 1) + timedelta(days=random.randrange(90))
        dated = happened - timedelta(days=early)
        party = f"{random.choice(NAMES)} {len(company.writer.claims) + 1}"
        what = f"{random.choice(['framework agreement', 'credit facility', 'lease', 'supply contract'])} with {party}"
        line = f"The {what} of {company.group} was signed on {day_words(happened)}."
        paper = company.old_paper(f"Minutes {dated:%Y-%m-%d}.pdf", "report", dated)
        claim = company.writer.state(
            line,
            [company.writer.cite(paper, line)],
            value=Date(happened),
            metric=f"{what} signed".casefold(),
            entity=company.group.casefold(),
            claim_class=ClaimClass.LEGAL_TERMS,
        )
        form = "event"
    else:
        fact = company.take(lambda one: _large(one) and flow(one) and is_year(one), untouched=True)
        fact = Fact(fact.metric, fact.entity, _window(company.year, PeriodKind.YEAR), fact.value)
        company.keep_off(fact.metric.name, fact.entity)
        dated = fact.period.end - timedelta(days=early)
        claim = company.say(fact, company.old_paper(f"Preview {dated:%Y-%m-%d}.pdf", "report", dated))
        happened, form = fact.period.end, "period"
    company.writer.plant(
        Planted(
            DefectType.CHRONO_IMPOSSIBLE,
            (claim,),
            form,
            f"A source of {dated} reports as done what ended or happened on {happened}.",
        )
    )


def _large(fact: Fact) -> bool:
    """Large enough that a rounded figure stays within 0.5 % of itself."""
    match fact.value:
        case Monetary(amount, _):
            return amount >= 1_000_000
        case Count(number, _):
            return number >= 1_000
        case Percentage(fraction):
            return fraction >= Decimal("0.25")


def _factors(fact: Fact, factors: list[str]) -> list[str]:
    """Those of the factors that leave a share below one."""
    share = isinstance(fact.value, Percentage)
    return [factor for factor in factors if not share or Decimal(factor) < 1]


def _largest(fact: Fact) -> bool:
    return isinstance(fact.value, Monetary) and fact.value.amount >= 2_000_000
