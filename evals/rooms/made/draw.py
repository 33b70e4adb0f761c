"""Draws a company of a trade from a seed: books first, then the people and papers around them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from .balance import draw_statements
from .calendar import Calendar, shifted
from .company import SHARE, Company, Customer, Loan, Person
from .ledger import Ledger, draw_balance, draw_measures, draw_ratios, draw_trading
from .paperwork import draw_contracts, draw_deals, draw_permits, draw_plans
from .trade import load_countries

if TYPE_CHECKING:
    from random import Random

    from .trade import Country, Trade

ROLES = ("Managing director", "Finance director", "Operations director", "Head of sales", "Head of people")
_BUYERS = (
    "Larkfield Capital",
    "Meridian Gate Partners",
    "Oakmoor Equity",
    "Tallis Bridge Capital",
    "Northing Partners",
)


def draw_company(rng: Random, trade: Trade) -> Company:
    """A company whose facts agree with one another by construction."""
    country = rng.choice(load_countries(trade.pool))
    calendar = Calendar(rng.choice(country.ends), rng.choice([2023, 2024, 2025]), rng.randint(2, 6))
    ledger = Ledger(rng, calendar, rng.choice([1000, 1000, 1]))
    lines, sites = rng.randint(3, 4), rng.randint(2, 4)
    direct = trade.lists["direct"]
    overhead = trade.lists["overhead"]
    draw_trading(ledger, trade, country, lines, sites, (len(direct), len(overhead)))
    draw_measures(ledger, trade, country, sites)
    ledger.add_up()
    draw_ratios(ledger, lines, sites)
    loans = rng.randint(2, 3)
    draw_balance(ledger, loans)
    draw_statements(ledger)
    told = calendar.open_end + timedelta(days=rng.randint(14, 20))
    as_of = told + timedelta(days=rng.randint(6, 14))
    stem = rng.choice(trade.lists["stems"])
    short = f"{stem} {trade.words['word']}"
    names = _names(rng, country)
    cities = rng.sample(country.lists["cities"], sites + 2)
    departments = trade.lists["departments"]
    customers = _draw_customers(ledger, trade, country, calendar)
    holders = _draw_holders(ledger, names, country, stem)
    _draw_staff(ledger, len(departments), country)
    deals = draw_deals(ledger, trade)
    draw_plans(ledger, lines, len(direct), len(overhead))
    people = tuple(
        # Whoever signs the contracts was there before them.
        Person(
            names.pop(),
            role,
            shifted(date(calendar.last_year - rng.randint(3, 7) - 7 * (role == ROLES[0]), 1, 1), rng.randint(0, 11)),
        )
        for role in ROLES
    )
    return Company(
        trade=trade,
        country=country,
        name=f"{short} {country.words['legal']}",
        short=short,
        code=stem,
        seat=cities[0],
        unit=ledger.unit,
        calendar=calendar,
        as_of=as_of,
        told=told,
        lines=trade.lists["lines"][:lines],
        sites=tuple(f"{trade.words['site_word'].capitalize()} {city}" for city in cities[:sites]),
        direct=direct,
        overhead=overhead,
        departments=departments,
        people=people,
        customers=customers,
        holders=holders,
        contracts=draw_contracts(ledger, trade, customers, names, told, f"{cities[-1]} {country.words['estate']}"),
        permits=draw_permits(rng, trade, country, told, sites),
        deals=deals,
        loans=tuple(
            Loan(
                bank,
                purpose,
                shifted(calendar.year_end(3), -rng.randint(9, 30)),
                shifted(calendar.year_end(), 12 * years),
            )
            for bank, purpose, years in zip(
                country.lists["banks"][:loans],
                ("Investment loan", "Property loan", "Equipment loan"),
                (3, 6, 4),
                strict=False,
            )
        ),
        bank=country.lists["banks"][0],
        insurer=rng.choice(country.lists["insurers"]),
        lawyer=rng.choice(country.lists["lawyers"]),
        buyer=rng.choice(_BUYERS),
        subsidiary=f"{stem} {cities[sites - 1]} {country.words['legal']}",
        others=tuple(names),
        facts=ledger.facts,
        ratios=ledger.ratios,
    )


def _names(rng: Random, country: Country) -> list[str]:
    """Twenty and more names of people, none twice."""
    firsts, lasts = list(country.lists["first"]), list(country.lists["last"])
    rng.shuffle(firsts)
    rng.shuffle(lasts)
    return [f"{firsts[at % len(firsts)]} {lasts[(at + at // len(firsts)) % len(lasts)]}" for at in range(24)]


def _draw_customers(ledger: Ledger, trade: Trade, country: Country, calendar: Calendar) -> tuple[Customer, ...]:
    rng, facts = ledger.rng, ledger.facts
    count = rng.randint(8, 11)
    names = rng.sample(trade.lists["customers"], count)
    weights = sorted((rng.uniform(0.4, 2.2) for _ in range(count)), reverse=True)
    named = rng.uniform(0.5, 0.68)
    year, before = calendar.year(), calendar.year(1)
    total, total_before = facts[f"revenue|group|{year}"], facts[f"revenue|group|{before}"]
    values = [ledger.whole(total * named * weight / sum(weights)) for weight in weights]
    for at, value in enumerate(values):
        facts[f"customer|c{at}|{year}"] = value
        facts[f"customer|c{at}|{before}"] = ledger.whole(value * total_before / total * rng.uniform(0.82, 1.16))
    for period, all_ in ((year, total), (before, total_before)):
        got = sum(facts[f"customer|c{at}|{period}"] for at in range(count))
        facts[f"customer|other|{period}"] = all_ - got
        facts[f"customer|named|{period}"] = got
    for at in range(count):
        ledger.ratio(f"customer_share|c{at}|{year}", SHARE, f"customer|c{at}|{year}", f"revenue|group|{year}")
    ledger.ratio(f"customer_share|other|{year}", SHARE, f"customer|other|{year}", f"revenue|group|{year}")
    ledger.ratio(f"customer_share|named|{year}", SHARE, f"customer|named|{year}", f"revenue|group|{year}")
    facts[f"customer|top3|{year}"] = sum(values[:3])
    ledger.ratio(f"customer_share|top3|{year}", SHARE, f"customer|top3|{year}", f"revenue|group|{year}")
    return tuple(
        # Those with a contract in the room were customers before it.
        Customer(
            name,
            rng.choice(country.lists["cities"]),
            calendar.last_year - rng.randint(2, 6) - 6 * (at in (0, 2)),
            rng.choice("ABC"),
        )
        for at, name in enumerate(names)
    )


def _draw_holders(ledger: Ledger, names: list[str], country: Country, stem: str) -> tuple[str, ...]:
    """Shareholders whose stakes are whole tenths of a percent."""
    rng, facts = ledger.rng, ledger.facts
    count = rng.randint(4, 6)
    total = rng.choice([20_000, 100_000, 250_000, 1_000_000])
    cuts = sorted(rng.sample(range(40, 961, 5), count - 1))
    tenths = sorted((b - a for a, b in zip([0, *cuts], [*cuts, 1000], strict=False)), reverse=True)
    for at, part in enumerate(tenths):
        facts[f"shares|h{at}|now"] = total * part // 1000
    facts["shares|group|now"] = total
    for at in range(count):
        ledger.ratio(f"stake|h{at}|now", SHARE, f"shares|h{at}|now", "shares|group|now")
    options = total * rng.choice([30, 40, 50, 60]) // 1000
    facts["shares|options|now"], facts["shares|diluted|now"] = options, total + options
    return (f"{stem} {country.words['holding']}", *(names.pop() for _ in range(count - 1)))


def _draw_staff(ledger: Ledger, departments: int, country: Country) -> None:
    rng, facts = ledger.rng, ledger.facts
    year = ledger.calendar.year()
    cost = facts[f"overhead0|group|{year}"]
    heads = max(6 * departments, round(cost / (rng.uniform(36_000, 48_000) * country.factor)))
    weights = [rng.uniform(0.5, 1.6) for _ in range(departments)]
    left_cost = cost
    for at, weight in enumerate(weights):
        entity = f"dep{at}"
        now = max(3, round(heads * weight / sum(weights)))
        joined, left = rng.randint(1, 2 + now // 6), rng.randint(0, 1 + now // 9)
        facts |= {
            f"heads|{entity}|{year}": now,
            f"joined|{entity}|{year}": joined,
            f"left|{entity}|{year}": left,
            f"heads_open|{entity}|{year}": now - joined + left,
        }
        part = (
            left_cost if at == departments - 1 else ledger.whole(cost * weight / sum(weights) * rng.uniform(0.97, 1.0))
        )
        facts[f"staff_cost|{entity}|{year}"] = part
        left_cost -= part
    for metric in ("heads", "joined", "left", "heads_open", "staff_cost"):
        facts[f"{metric}|group|{year}"] = sum(facts[f"{metric}|dep{at}|{year}"] for at in range(departments))
    facts[f"fte|group|{year}"] = round(facts[f"heads|group|{year}"] * rng.uniform(0.8, 0.88))
