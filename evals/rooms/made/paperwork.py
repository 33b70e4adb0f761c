"""Draws what a company has on paper: offers, budgets, contracts and permits."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from .calendar import shifted
from .company import SHARE, Contract, Deal, Permit

if TYPE_CHECKING:
    from random import Random

    from .company import Customer
    from .ledger import Ledger
    from .trade import Country, Trade


def draw_deals(ledger: Ledger, trade: Trade) -> tuple[Deal, ...]:
    """The offers that are open, the further along the likelier."""
    rng, facts = ledger.rng, ledger.facts
    names = rng.sample(trade.lists["projects"], min(len(trade.lists["projects"]), rng.randint(6, 8)))
    revenue = facts[f"revenue|group|{ledger.calendar.year()}"]
    deals = []
    for at, name in enumerate(names):
        step = rng.randrange(4)
        chance = (10, 30, 50, 80)[step]
        value = ledger.whole(revenue * rng.uniform(0.008, 0.04) / 10) * 10
        facts[f"deal|p{at}|now"], facts[f"weighted|p{at}|now"] = value, value * chance // 100
        facts[f"chance|p{at}|now"] = chance / 100
        deals.append(Deal(name, trade.lists["stages"][step], chance))
    for metric in ("deal", "weighted"):
        facts[f"{metric}|group|now"] = sum(facts[f"{metric}|p{at}|now"] for at in range(len(names)))
    return tuple(deals)


def draw_plans(ledger: Ledger, lines: int, direct: int, overhead: int) -> None:
    """The budgets, the one-off cost, and the price."""
    rng, facts, calendar = ledger.rng, ledger.facts, ledger.calendar
    for period, base, span in (
        (calendar.year(), calendar.year(), (0.93, 1.08)),
        (calendar.year(-1), calendar.year(), (1.03, 1.2)),
    ):
        for name in [
            *(f"revenue|line{at}" for at in range(lines)),
            *(f"direct{at}|group" for at in range(direct)),
            *(f"overhead{at}|group" for at in range(overhead)),
        ]:
            metric, entity = name.split("|")
            target = f"{metric}|plan-{entity}|{period}"
            facts[target] = ledger.whole(facts[f"{name}|{base}"] * rng.uniform(*span))
        revenue = sum(facts[f"revenue|plan-line{at}|{period}"] for at in range(lines))
        directs = sum(facts[f"direct{at}|plan-group|{period}"] for at in range(direct))
        overheads = sum(facts[f"overhead{at}|plan-group|{period}"] for at in range(overhead))
        facts |= {
            f"revenue|plan-group|{period}": revenue,
            f"direct|plan-group|{period}": directs,
            f"overhead|plan-group|{period}": overheads,
            f"costs|plan-group|{period}": directs + overheads,
            f"gross|plan-group|{period}": revenue - directs,
            f"ebitda|plan-group|{period}": revenue - directs - overheads,
        }
    year = calendar.year()
    ebitda = facts[f"ebitda|group|{year}"]
    oneoff = ledger.whole(ebitda * rng.uniform(0.07, 0.14))
    facts[f"oneoff|group|{year}"], facts[f"ebitda|adjusted|{year}"] = oneoff, ebitda + oneoff
    facts[f"revenue|before-{calendar.year(1)}|{calendar.year(1)}"] = ledger.whole(
        facts[f"revenue|group|{calendar.year(1)}"] * rng.choice([1.07, 1.08, 0.92, 0.93])
    )
    value = ledger.whole(ebitda * rng.randint(52, 88) / 10)
    facts["price|group|now"] = value
    ledger.ratio("multiple|group|now", SHARE, "price|group|now", f"ebitda|group|{year}")
    facts["equity_price|group|now"] = value - facts[f"net_debt|group|{year}"]
    facts["fee|customer|now"] = facts[f"customer|c0|{year}"]


def draw_contracts(
    ledger: Ledger, trade: Trade, customers: tuple[Customer, ...], names: list[str], told: date, landlord: str
) -> tuple[Contract, ...]:
    """Two contracts with customers, and one each of supply, service and lease; all in force on the day told."""
    rng, words, facts = ledger.rng, trade.words, ledger.facts
    parties = [customers[0].name, customers[2].name, *trade.lists["partners"], landlord]
    kinds = ("customer", "customer", "supply", "service", "lease")
    titles = (
        words["customer_contract"],
        words["customer_contract"],
        words["supply_contract"],
        words["service_contract"],
        "Lease Agreement",
    )
    found = []
    for at, (kind, title, party) in enumerate(zip(kinds, titles, parties, strict=True)):
        months = rng.choice([36, 48, 60, 84])
        effective = date(told.year, told.month, 1)
        effective = shifted(effective, -rng.randint(8, months - 14))
        signed = effective - timedelta(days=rng.randint(4, 40))
        end = shifted(effective, months) - timedelta(days=1)
        found.append(
            Contract(
                f"C{at}",
                kind,
                title,
                party,
                effective,
                signed,
                months,
                end,
                rng.random() < 0.5,
                rng.choice([3, 6, 9]),
                names.pop(),
            )
        )
        revenue = facts[f"revenue|group|{ledger.calendar.year()}"]
        facts[f"fee|C{at}|now"] = max(1, round(revenue * rng.uniform(0.004, 0.02) / 1000)) * 1000
        facts[f"cap|C{at}|now"] = facts[f"fee|C{at}|now"] * rng.choice([1, 2])
    return tuple(found)


def draw_permits(rng: Random, trade: Trade, country: Country, told: date, sites: int) -> tuple[Permit, ...]:
    """A permit of each name, good for more than two years."""
    found = []
    for at, name in enumerate(trade.lists["permits"]):
        issued = told - timedelta(days=rng.randint(200, 1500))
        until = told + timedelta(days=rng.randint(800, 2600))
        number = f"{''.join(word[0] for word in name.split()).upper()[:3]}-{rng.randint(1000, 9899)}/{issued.year}"
        found.append(Permit(name, rng.choice(country.lists["authorities"]), number, issued, until, at % sites))
    return tuple(found)
