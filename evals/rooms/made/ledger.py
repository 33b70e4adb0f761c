"""Draws a company's books month by month, so that every sum, balance and ratio follows from them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .calendar import YEARS
from .company import GROWTH, SHARE

if TYPE_CHECKING:
    from random import Random

    from .calendar import Calendar
    from .trade import Country, Trade

Series = dict[str, list[int]]


class Ledger:
    """The books while they are drawn. ``series`` gives by ``metric|entity`` the value of each month."""

    def __init__(self, rng: Random, calendar: Calendar, unit: int) -> None:
        self.rng = rng
        self.calendar = calendar
        self.unit = unit
        self.series: Series = {}
        self.facts: dict[str, float] = {}
        self.ratios: dict[str, tuple[str, str, str]] = {}

    def whole(self, value: float) -> int:
        """The value as a multiple of the unit."""
        return max(1, round(value / self.unit)) * self.unit

    def total(self, metric: str, *parts: tuple[int, str]) -> None:
        """A series that is the signed sum of others."""
        count = self.calendar.count
        self.series[metric] = [sum(sign * self.series[part][at] for sign, part in parts) for at in range(count)]

    def spread(self, name: str, monthly: float, growth: float, waves: float = 0.0, noise: float = 0.05) -> None:
        """A series that starts at ``monthly`` and grows by ``growth`` a year, with a season and some noise."""
        phase = self.rng.uniform(0, 6)
        self.series[name] = [
            self.whole(
                monthly
                * (1 + growth) ** (at / 12)
                * (1 + waves * math.sin(phase + at * math.pi / 6))
                * self.rng.uniform(1 - noise, 1 + noise)
            )
            for at in range(self.calendar.count)
        ]

    def add_up(self) -> None:
        """Facts of every series for every period."""
        for period, months in self.calendar.periods().items():
            for name, values in self.series.items():
                self.facts[f"{name}|{period}"] = sum(values[at] for at in months)

    def ratio(self, key: str, form: str, above: str, below: str) -> None:
        """A fact that is a share of two others, or the growth from the second to the first."""
        value = self.facts[above] / self.facts[below]
        self.facts[key] = value - 1 if form == GROWTH else value
        self.ratios[key] = (form, above, below)


def draw_trading(
    ledger: Ledger, trade: Trade, country: Country, lines: int, sites: int, costs: tuple[int, int]
) -> None:
    """Revenue by line and site, and costs, each month."""
    rng = ledger.rng
    yearly = math.exp(rng.uniform(math.log(trade.revenue[0]), math.log(trade.revenue[1]))) * country.factor
    growths = [rng.choice([0.05, 0.08, 0.12, 0.16, 0.22, -0.04]) for _ in range(lines)]
    weights = sorted((rng.uniform(0.5, 1.5) ** 2 for _ in range(lines)), reverse=True)
    shares = [rng.uniform(0.6, 1.5) for _ in range(sites)]
    for line in range(lines):
        for site in range(sites):
            share = weights[line] / sum(weights) * shares[site] / sum(shares)
            ledger.spread(f"cell|{line}-{site}", yearly / 12 * share, growths[line], 0.12)
    for line in range(lines):
        ledger.total(f"revenue|line{line}", *((1, f"cell|{line}-{site}") for site in range(sites)))
    for site in range(sites):
        ledger.total(f"revenue|site{site}", *((1, f"cell|{line}-{site}") for line in range(lines)))
    ledger.total("revenue|group", *((1, f"revenue|line{line}") for line in range(lines)))
    ledger.total("revenue|sub", (1, f"revenue|site{sites - 1}"))
    for cell in [name for name in ledger.series if name.startswith("cell|")]:
        del ledger.series[cell]
    _draw_costs(ledger, yearly, costs)


def _draw_costs(ledger: Ledger, yearly: float, costs: tuple[int, int]) -> None:
    rng = ledger.rng
    directs = [rng.uniform(0.5, 1.5) for _ in range(costs[0])]
    part = rng.uniform(0.48, 0.58)
    for at, weight in enumerate(directs):
        drift = rng.uniform(-0.012, 0.012)
        ledger.series[f"direct{at}|group"] = [
            ledger.whole(revenue * weight / sum(directs) * (part + drift * month / 12) * rng.uniform(0.96, 1.04))
            for month, revenue in enumerate(ledger.series["revenue|group"])
        ]
    rest = rng.uniform(0.23, 0.3)
    weights = [rng.uniform(2.2, 3.2), *(rng.uniform(0.3, 1.0) for _ in range(costs[1] - 1))]
    for at, weight in enumerate(weights):
        monthly = yearly / 12 * rest * weight / sum(weights)
        ledger.spread(f"overhead{at}|group", monthly, rng.uniform(0.02, 0.07), 0.0, 0.03)
    ledger.total("direct|group", *((1, f"direct{at}|group") for at in range(costs[0])))
    ledger.total("overhead|group", *((1, f"overhead{at}|group") for at in range(costs[1])))
    ledger.total("costs|group", (1, "direct|group"), (1, "overhead|group"))
    ledger.total("gross|group", (1, "revenue|group"), (-1, "direct|group"))
    ledger.total("ebitda|group", (1, "gross|group"), (-1, "overhead|group"))


def draw_measures(ledger: Ledger, trade: Trade, country: Country, sites: int) -> None:
    """The operating metrics: what rolls forward, what adds up by site, and what is a share."""
    rng, count = ledger.rng, ledger.calendar.count
    unit, ledger.unit = ledger.unit, 1
    first_year = sum(ledger.series["revenue|group"][:12]) / country.factor
    # A company that sells more has more of what it counts.
    size = min(1.0, max(0.0, math.log(first_year / trade.revenue[0]) / math.log(trade.revenue[1] / trade.revenue[0])))
    level = round((trade.base.low + (trade.base.high - trade.base.low) * size) * rng.uniform(0.85, 1.15))
    opening, new, lost = [], [], []
    for _ in range(count):
        opening.append(level)
        new.append(max(1, round(level * rng.uniform(0.012, 0.035))))
        lost.append(max(1, round(level * rng.uniform(0.006, 0.018))))
        level += new[-1] - lost[-1]
    ledger.series |= {"new|group": new, "lost|group": lost}
    total = (trade.flow.low + (trade.flow.high - trade.flow.low) * size) * rng.uniform(0.85, 1.15)
    shares = [rng.uniform(0.6, 1.5) for _ in range(sites)]
    for site in range(sites):
        ledger.spread(f"flow|site{site}", total * shares[site] / sum(shares), rng.uniform(0.02, 0.12), 0.1)
    ledger.total("flow|group", *((1, f"flow|site{site}") for site in range(sites)))
    ledger.spread("capacity|group", rng.uniform(trade.rate.low, trade.rate.high), rng.uniform(0.0, 0.05), 0.0, 0.02)
    level_of_use = rng.uniform(0.66, 0.86)
    ledger.series["used|group"] = [
        round(value * (level_of_use + 0.012 * at / 12) * rng.uniform(0.95, 1.05))
        for at, value in enumerate(ledger.series["capacity|group"])
    ]
    ledger.unit = unit
    for period, months in ledger.calendar.periods().items():
        ledger.facts[f"opening|group|{period}"] = opening[months[0]]
        last = months[-1]
        ledger.facts[f"base|group|{period}"] = opening[last] + new[last] - lost[last]


def draw_ratios(ledger: Ledger, lines: int, sites: int) -> None:
    """Margins, growth, shares and the like of each period that people speak of."""
    calendar = ledger.calendar
    for period in (*calendar.years, "YTD", "LTM", *(f"Q{q} {calendar.year()}" for q in range(1, 5))):
        whole = f"revenue|group|{period}"
        ledger.ratio(f"gross_margin|group|{period}", SHARE, f"gross|group|{period}", whole)
        ledger.ratio(f"ebitda_margin|group|{period}", SHARE, f"ebitda|group|{period}", whole)
        ledger.ratio(f"use|group|{period}", SHARE, f"used|group|{period}", f"capacity|group|{period}")
        for at in range(lines):
            ledger.ratio(f"line_share|line{at}|{period}", SHARE, f"revenue|line{at}|{period}", whole)
        for at in range(sites):
            ledger.ratio(f"site_share|site{at}|{period}", SHARE, f"revenue|site{at}|{period}", whole)
    for index in range(calendar.count):
        month = calendar.month_key(index)
        ledger.ratio(f"use|group|{month}", SHARE, f"used|group|{month}", f"capacity|group|{month}")
    pairs = [(later, earlier) for earlier, later in zip(calendar.years, calendar.years[1:], strict=False)]
    for later, earlier in [*pairs, ("YTD", "PYTD")]:
        entities = ["group", *(f"line{at}" for at in range(lines)), *(f"site{at}" for at in range(sites))]
        for entity in entities:
            ledger.ratio(f"growth|{entity}|{later}", GROWTH, f"revenue|{entity}|{later}", f"revenue|{entity}|{earlier}")
        ledger.ratio(f"ebitda_growth|group|{later}", GROWTH, f"ebitda|group|{later}", f"ebitda|group|{earlier}")
        ledger.ratio(f"flow_growth|group|{later}", GROWTH, f"flow|group|{later}", f"flow|group|{earlier}")
    for period in calendar.years:
        ledger.ratio(f"churn|group|{period}", SHARE, f"lost|group|{period}", f"opening|group|{period}")


def draw_balance(ledger: Ledger, loans: int) -> None:
    """Loans by quarter, then the profit and loss below EBITDA, cash flow and balance sheet of each year."""
    rng, facts, calendar, whole = ledger.rng, ledger.facts, ledger.calendar, ledger.whole
    revenue = facts[f"revenue|group|{calendar.year()}"]
    for loan in range(loans):
        repaid = whole(revenue * rng.uniform(0.002, 0.006))
        balance = repaid * (4 * YEARS + rng.randint(6, 18))
        facts[f"principal|loan{loan}|now"] = balance + repaid * rng.randint(2, 8)
        rate = rng.randint(14, 30) / 400
        facts[f"rate|loan{loan}|now"] = rate
        for year in calendar.years:
            for quarter in range(1, 5):
                period = f"Q{quarter} {year}"
                facts[f"loan_open|loan{loan}|{period}"] = balance
                facts[f"loan_interest|loan{loan}|{period}"] = whole(balance * rate / 4)
                balance -= repaid
                facts[f"loan_repaid|loan{loan}|{period}"] = repaid
                facts[f"loan_close|loan{loan}|{period}"] = balance
            facts[f"debt|loan{loan}|{year}"] = balance
    for loan in range(loans):
        _add_quarters(facts, calendar.years, f"loan{loan}")
    for year in calendar.years:
        facts[f"debt|group|{year}"] = sum(facts[f"debt|loan{loan}|{year}"] for loan in range(loans))
        for metric in ("loan_repaid", "loan_interest"):
            facts[f"{metric}|group|{year}"] = sum(facts[f"{metric}|loan{loan}|{year}"] for loan in range(loans))


def _add_quarters(facts: dict[str, float], years: list[str], entity: str) -> None:
    for year in years:
        for metric in ("loan_repaid", "loan_interest"):
            facts[f"{metric}|{entity}|{year}"] = sum(facts[f"{metric}|{entity}|Q{q} {year}"] for q in range(1, 5))
        facts[f"loan_open|{entity}|{year}"] = facts[f"loan_open|{entity}|Q1 {year}"]
        facts[f"loan_close|{entity}|{year}"] = facts[f"loan_close|{entity}|Q4 {year}"]
