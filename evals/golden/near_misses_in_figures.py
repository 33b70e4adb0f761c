"""Sound figures that look like defects: they differ by rounding, period, currency, unit, entity or basis.

Each function takes a company, and writes claims from facts that nothing else uses.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Monetary, Percentage, Range
from evals.golden.businesses import STRENGTHS, Metric, Window
from evals.golden.facts import Fact, about, flow, is_year, money, quarter, ratio_of, scaled
from evals.golden.figures import period_words, stated

if TYPE_CHECKING:
    from evals.golden.facts import Company


def rounding(company: Company) -> None:
    """Three sources say one figure in full, in thousands and in millions: they differ by rounding, under 1 %."""
    fact = company.take(money)
    for strength, style in ((0, "full"), (1, "thousand"), (2, "million")):
        company.say(fact, company.any_source(strength), style=style)


def four_tenths_of_a_percent(company: Company) -> None:
    """Two sources differ by 0.4 %: rounding."""
    fact = company.take(money)
    company.say(fact, "accounts", style="full")
    company.say(fact.times("1.004"), "deck", style="full")


def between_one_and_five(company: Company) -> None:
    """Two sources differ by 1.5 to 4.7 % of either figure: noted on both claims, no defect."""
    fact = company.take(money)
    company.say(fact, company.any_source(company.random.randrange(2)), style="full")
    factor = company.random.choice(["0.955", "0.97", "1.015", "1.03", "1.047"])
    company.say(fact.times(factor), company.any_source(2), style="full")


def forecast_and_actual(company: Company) -> None:
    """What was planned for a year and what came of it differ by far; the plan is filed as a forecast."""
    fact = company.take(lambda one: money(one) and flow(one) and is_year(one))
    company.say(fact, "accounts")
    company.say(fact.times("1.32"), "model", basis=Basis.FORECAST)


def forecast_before_its_period(company: Company) -> None:
    """A source tells of a period that has not ended: it plans, it does not report."""
    fact = company.take(lambda one: money(one) and flow(one) and is_year(one), untouched=True)
    ahead = Period(PeriodKind.YEAR, date(company.year + 1, 12, 31))
    company.say(Fact(fact.metric, fact.entity, ahead, fact.times("1.2").value), "model", basis=Basis.FORECAST)


def range_around_a_figure(company: Company) -> None:
    """A guidance from low to high and a plan between them say the same."""
    fact = company.take(lambda one: money(one) and flow(one) and is_year(one), untouched=True)
    fact = Fact(fact.metric, fact.entity, Period(PeriodKind.YEAR, date(company.year + 1, 12, 31)), fact.value)
    low, high = scaled(fact.value, Decimal("0.98")), scaled(fact.value, Decimal("1.02"))
    figure, value = stated(Range(low, high), company.random)
    line = f"Guidance: {company.line(fact, figure)}"
    company.claim(fact, [company.writer.cite(company.source("press"), line)], figure, value, Basis.FORECAST)
    company.say(fact, "model", basis=Basis.FORECAST)


def group_and_subsidiary(company: Company) -> None:
    """One metric and period of the group and of a subsidiary, whose name begins alike."""
    fact = company.take(lambda one: money(one) and one.entity == company.group)
    part = company.take(
        lambda one: one.entity != company.group and (one.metric, one.period) == (fact.metric, fact.period)
    )
    company.say(fact, "report")
    company.say(part, "deck")


def year_and_twelve_months(company: Company) -> None:
    """A financial year and twelve months that end earlier side by side in one document, each under its own name."""
    year = company.take(
        lambda one: flow(one) and money(one) and one.period.end == date(company.year, 12, 31) and is_year(one),
        untouched=True,
    )
    earlier = Period(PeriodKind.LTM, date(company.year, 9, 30))
    company.say(year, "accounts")
    company.say(Fact(year.metric, year.entity, earlier, year.times("0.91").value), "accounts")


def other_financial_year(company: Company) -> None:
    """A subsidiary's year ends in June, the group's in December; both are called by their own end."""
    fact = company.take(lambda one: flow(one) and one.entity != company.group and is_year(one), untouched=True)
    june = Period(PeriodKind.YEAR, date(company.year, 6, 30))
    company.say(fact, "accounts")
    company.say(Fact(fact.metric, fact.entity, june, fact.times("0.86").value), "report")


def quarters_restated(company: Company) -> None:
    """Four quarters of one metric, far apart, and one of them told again as restated by 3 %."""
    fact = company.take(lambda one: flow(one) and money(one), untouched=True)
    company.keep_off(*about(fact))
    for number, factor in enumerate(("0.8", "0.94", "1.1", "1.3"), start=1):
        told = Fact(fact.metric, fact.entity, quarter(company.year, number), fact.times(factor).value)
        company.say(told, "report")
    restated = Fact(fact.metric, fact.entity, quarter(company.year, 2), fact.times("0.9682").value)
    company.say(restated, "export")


def two_currencies(company: Company) -> None:
    """Two metrics of one period in two currencies, and one metric told in another currency at its rate.

    Reading: without a rate, amounts of two currencies cannot be reconciled, so they do not contradict each other.
    """
    other = "USD" if company.currency != "USD" else "EUR"
    first, second = company.take(money), company.take(money)
    company.say(first, "accounts")
    assert isinstance(second.value, Monetary)
    company.say(Fact(second.metric, second.entity, second.period, Monetary(second.value.amount, other)), "deck")
    third = company.take(money)
    assert isinstance(third.value, Monetary)
    company.say(third, "accounts")
    told = Monetary((third.value.amount * Decimal("1.17")).quantize(Decimal(1)), other)
    company.say(Fact(third.metric, third.entity, third.period, told), "press")


def units_in_words(company: Company) -> None:
    """A count told as "12.5 thousand" and as 12,500 is one figure, whatever unit it is kept in."""
    fact = company.take(lambda one: isinstance(one.value, Count) and one.value.number >= 5_000)
    assert isinstance(fact.value, Count)
    unit = fact.value.unit
    company.say(fact, "export")
    thousands = (fact.value.number / 1000).quantize(Decimal("0.01"))
    told = Count(thousands, f"thousand {unit}")
    figure = f"{thousands} thousand {unit}"
    company.claim(fact, [company.writer.cite(company.source("deck"), company.line(fact, figure))], figure, told)


def thousandfold_of_something_else(company: Company) -> None:
    """Two metrics of one period, and two entities, of which one is exactly a thousand times the other."""
    fact = company.take(money)
    assert isinstance(fact.value, Monetary)
    other = company.take(lambda one: isinstance(one.value, Monetary) and one.metric != fact.metric)
    amount = fact.value.amount / 1000
    company.say(fact, "report", style="full")
    same = Fact(other.metric, other.entity, other.period, Monetary(amount.quantize(Decimal(1)), company.currency))
    company.say(same, "report", style="full")


def market_by_two_scopes(company: Company) -> None:
    """Two market sizes that differ ten times, of a world and of a country: entities of their own."""
    metric = Metric("market size", "Market size", "money", 1, 2, claim_class=ClaimClass.MARKET_SIZE)
    amount = Decimal(company.random.randrange(200, 900)) * 1_000_000
    year = Period(PeriodKind.YEAR, date(company.year, 12, 31))
    for entity, factor, key in (("Global market", 10, "study"), ("Home market", 1, "analyst")):
        company.say(Fact(metric, entity, year, Monetary(amount * factor, company.currency)), key)


def equal_by_chance(company: Company) -> None:
    """A balance that is the same at two days, each told under its own."""
    fact = company.take(lambda one: one.metric.window is Window.DAY and isinstance(one.value, Count), untouched=True)
    company.keep_off(*about(fact))
    figure, value = stated(fact.value, company.random)
    for day in (date(company.year, 9, 30), date(company.year, 12, 31)):
        told = Fact(fact.metric, fact.entity, Period(PeriodKind.DAY, day), fact.value)
        line = company.line(told, figure, period_words(told.period, company.random))
        company.claim(told, [company.writer.cite(company.source("report"), line)], figure, value)


def growth_of_two_years(company: Company) -> None:
    """A growth rate compares two windows by its nature, and says which."""
    last = company.take(
        lambda one: flow(one) and money(one) and is_year(one) and one.period.end.year == company.year, untouched=True
    )
    before = company.take(lambda one: about(one) == about(last) and is_year(one))
    inputs = (company.say(last, "accounts"), company.say(before, "accounts"))
    growth = ratio_of(last, before) - 1
    years = f"from FY{company.year - 1} to FY{company.year}"
    line = f"{last.metric.label} of {last.entity} changed by {growth * 100:.1f} % {years}."
    company.writer.state(
        line,
        [company.writer.cite(company.source("deck"), line)],
        value=Percentage(growth),
        metric=f"{last.metric.name} growth",
        entity=last.entity.casefold(),
        period=last.period,
        derived_from=inputs,
    )


def agreeing_weak_sources(company: Company) -> None:
    """Press, news and deck repeat what the accounts say."""
    fact = company.take(money)
    for key in ("accounts", "deck", *company.random.sample(STRENGTHS[2], 2)):
        company.say(fact, key)
