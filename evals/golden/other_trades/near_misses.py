"""Sound things that look like defects, other ones than ``near_misses`` has: nothing may be found in them."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.calculations import CalcType
from casewright.domain.claims import Basis, ClaimClass
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Date, Monetary, Percentage
from evals.golden.businesses import Age, Metric, Window
from evals.golden.facts import Fact, flow, money, month, months_before, quarter, ratio_of
from evals.golden.figures import day_words
from evals.golden.other_trades.chains import index_paper
from evals.golden.other_trades.trades import PARTIES, Trader, told, window_words
from evals.golden.planting_chains import of_one_year, ratio

if TYPE_CHECKING:
    from collections.abc import Callable


def _year(company: Trader) -> Fact:
    fact = company.take(lambda one: flow(one) and money(one) and one.period == company.fiscal, untouched=True)
    company.keep_off(fact.metric.name, fact.entity)
    return fact


def year_and_the_same_twelve_months(company: Trader) -> None:
    """A financial year in one document, the twelve months to its own last day in another: the same time and figure."""
    fact = _year(company)
    company.say(fact, "auditor")
    company.say(Fact(fact.metric, fact.entity, Period(PeriodKind.LTM, fact.period.end), fact.value), "pack")


def two_units_of_weight_and_energy(company: Trader) -> None:
    """Tonnes and kilograms, MWh and GWh: one figure, a thousand times apart."""
    for name, small, large in (("waste collected", "tonnes", "kg"), ("power drawn", "GWh", "MWh")):
        metric = Metric(name, name.capitalize(), small, 1, 2, claim_class=ClaimClass.TECHNICAL)
        number = Decimal(company.random.randrange(300, 9_000))
        for key, value in (("book", Count(number, small)), ("registry", Count(number * 1000, large))):
            company.say(Fact(metric, company.group, company.fiscal, value), key)


def written_in_four_countries(company: Trader) -> None:
    """One amount as 12,345,678, 12'345'678, 12 345 678 and 12.345.678."""
    fact = company.take(money)
    assert isinstance(fact.value, Monetary)
    for key, style in (("auditor", "full"), ("pack", "apostrophe"), ("book", "blank")):
        company.say(fact, key, style=style)
    figure = f"{fact.value.amount:,.0f}".replace(",", ".") + f",00 {fact.value.currency}"
    company.claim(fact, [company.writer.cite(company.source("wire"), company.line(fact, figure))], figure, fact.value)


def number_words(company: Trader) -> None:
    """An amount in words beside its digits, and a count of dozens."""
    fact = company.take(money)
    amount = Monetary(Decimal(4_500_000), company.currency)
    fact = Fact(Metric("insurance recovery", "Insurance recovery", "money", 1, 2), fact.entity, fact.period, amount)
    figure = f"four and a half million {company.currency}"
    company.claim(fact, [company.writer.cite(company.source("founder"), company.line(fact, figure))], figure, amount)
    company.say(fact, "auditor", style="full")
    berths = Fact(Metric("berths", "Berths", "berths", 1, 2), fact.entity, fact.period, Count(Decimal(24), "berths"))
    evidence = [company.writer.cite(company.source("survey"), company.line(berths, "two dozen berths"))]
    company.claim(berths, evidence, "two dozen berths", berths.value)
    company.say(berths, "broker")


def loss_in_two_spellings(company: Trader) -> None:
    """A loss with a minus sign and the same loss in brackets."""
    fact = company.take(money)
    metric = Metric("result before tax", "Result before tax", "money", 1, 2)
    fact = Fact(metric, fact.entity, fact.period, fact.times("-1").value)
    assert isinstance(fact.value, Monetary)
    company.say(fact, "book", style="full")
    figure = f"({-fact.value.amount:,.0f}) {fact.value.currency}"
    company.claim(
        fact, [company.writer.cite(company.source("auditor"), company.line(fact, figure))], figure, fact.value
    )


def thousandfold_in_another_currency(company: Trader) -> None:
    """An amount in one currency and a thousandth of it in another: a rate that nobody gives, no slip."""
    fact = company.take(money)
    assert isinstance(fact.value, Monetary)
    company.say(fact, "auditor", style="full")
    other = Monetary((fact.value.amount / 1000).quantize(Decimal(1)), "KWD")
    company.say(Fact(fact.metric, fact.entity, fact.period, other), "wire", style="full")


def old_balances(company: Trader) -> None:
    """Items of a balance sheet from a source of thirteen or fourteen months, and a month's figure of three."""
    for back, window in ((13, Window.DAY), (14, Window.DAY), (3, Window.MONTH)):
        age = Age.MONTHLY if window is Window.MONTH else Age.BALANCE_SHEET
        fact = company.take(lambda one, age=age: one.metric.age is age, untouched=True)  # type: ignore[misc]  # bound per turn
        company.keep_off(fact.metric.name, fact.entity)
        dated = months_before(company.writer.as_of, back) - timedelta(days=9)
        ended = (dated - timedelta(days=11)).replace(day=1) - timedelta(days=1)
        period = month(ended.year, ended.month) if window is Window.MONTH else Period(PeriodKind.DAY, ended)
        paper = company.old_paper(f"Archive copy {dated:%d %b %Y}.pdf", "pack", dated)
        company.say(Fact(fact.metric, fact.entity, period, fact.value), paper)


def two_quarters_apart(company: Trader) -> None:
    """The second quarter in one document and the third in another, a third apart: seasons, each under its own name."""
    fact = company.take(lambda one: flow(one) and money(one), untouched=True)
    company.keep_off(fact.metric.name, fact.entity)
    for number, factor, key in ((2, "1", "flash"), (3, "1.34", "book")):
        told_of = Fact(fact.metric, fact.entity, quarter(company.year, number), fact.times(factor).value)
        company.say(told_of, key)


def budget_of_the_quarter(company: Trader) -> None:
    """A budget written before its quarter began, and what came of it: 40 % apart."""
    fact = company.take(lambda one: flow(one) and money(one), untouched=True)
    company.keep_off(fact.metric.name, fact.entity)
    fact = Fact(fact.metric, fact.entity, quarter(company.year, 4), fact.value)
    paper = company.old_paper(f"Budget Q4 {company.year}.xlsx", "model", date(company.year, 9, 12))
    company.say(fact.times("1.4"), paper, basis=Basis.FORECAST)
    company.say(fact, "flash")


def file_outside_the_index(company: Trader) -> None:
    """A line names a file that no index names: nobody promised it. The index has headings and sizes."""
    name = "annex C.pdf"
    line = f"Rebates follow the schedule in {name}."
    company.writer.state(line, [company.writer.cite(company.source("book"), line)], claim_class=ClaimClass.LEGAL_TERMS)
    index_paper(company)


def leverage(company: Trader) -> None:
    """A balance of the last day of the year over the year's flow: two kinds of time by nature, of one year."""
    year = _year(company)
    metric = Metric("net financial debt", "Net financial debt", "money", 1, 2, Window.DAY, Age.BALANCE_SHEET)
    day = Period(PeriodKind.DAY, year.period.end)
    debt = Fact(metric, year.entity, day, year.times("2.4").value)
    inputs = (company.say(debt, "auditor", style="full"), company.say(year, "auditor", style="full"))
    times = Decimal("2.4")
    company.writer.state(
        f"Net financial debt is {times}x {year.metric.name} at {year.entity}.",
        (),
        value=Count(times, "x"),
        metric="leverage",
        entity=year.entity.casefold(),
        period=year.period,
        derived_from=inputs,
    )


def one_row_three_claims(company: Trader) -> None:
    """One row of a table tells three figures; three claims rest on it, each with a chain that took it in."""
    facts = of_one_year(company, 3)
    words = [told(fact.value, company.random, "full") for fact in facts]
    cells = "; ".join(f"{fact.entity} {fact.metric.name} {said}" for fact, (said, _) in zip(facts, words, strict=True))
    evidence = company.writer.cite(company.source("auditor"), f"{window_words(facts[0].period, company)}: {cells}")
    for fact, (said, value) in zip(facts, words, strict=True):
        company.claim(fact, [evidence], said, value)


def calculations_that_share_inputs(company: Trader) -> None:
    """Two calculations over the same two claims, and a claim inferred of both: a diamond, no circle."""
    top, below = of_one_year(company, 2)
    inputs = (company.say(top, "book"), company.say(below, "book"))
    made = []
    for number in (1, 2):
        share = ratio_of(top, below)
        names = [("cogs", inputs[0]), ("revenue", inputs[1])]
        calc = company.writer.calculate(
            CalcType.GROSS_MARGIN, names, Percentage(share), f"index {number} of two claims"
        )
        made.append(
            company.writer.state(
                f"Case {number} gives {share * 100:.1f}%.",
                (),
                value=Percentage(share),
                metric=f"case {number} of {len(company.writer.claims)}",
                entity=company.group.casefold(),
                period=top.period,
                calc=calc,
            )
        )
    ratio(company, made)


def four_percent_of_a_share(company: Trader) -> None:
    """Two sources say 24.0 % and 24.9 %: less than 5 %, noted."""
    metric = Metric("empty running", "Empty running", "%", 1, 2)
    for key, share in (("auditor", "0.24"), ("founder", "0.249")):
        company.say(Fact(metric, company.group, company.fiscal, Percentage(Decimal(share))), key)


def takes_effect_later(company: Trader) -> None:
    """A tariff that was decided and takes effect a year on: expected, not reported."""
    day = date(company.year + 2, 1, 1)
    line = f"The new tariff with {company.random.choice(PARTIES)} is to take effect on {day_words(day)}."
    company.writer.state(
        line,
        [company.writer.cite(company.source("pack"), line)],
        value=Date(day),
        metric="tariff effective",
        entity=company.group.casefold(),
        basis=Basis.FORECAST,
        claim_class=ClaimClass.LEGAL_TERMS,
    )


OTHER_NEAR_MISSES: tuple[Callable[[Trader], None], ...] = (
    year_and_the_same_twelve_months,
    old_balances,
    two_quarters_apart,
    budget_of_the_quarter,
    leverage,
    two_units_of_weight_and_energy,
    written_in_four_countries,
    number_words,
    loss_in_two_spellings,
    thousandfold_in_another_currency,
    file_outside_the_index,
    one_row_three_claims,
    calculations_that_share_inputs,
    four_percent_of_a_share,
    takes_effect_later,
)
"""Those that need metrics of which nothing was said yet come first."""
