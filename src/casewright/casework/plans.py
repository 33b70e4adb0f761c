"""Plans: how many cases of each tier a month they hold, what one more costs, and when a month begins.

A billing month is a calendar month in Bucharest, not in UTC: the people whose quota it is read "this month" on their
own clock, and an invoice of the first of a month belongs to it. Clocks never change at the midnight between months.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from casewright.casework.tier_definitions import TIERS
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.casework.tier_definitions import Tier


@dataclass(frozen=True, slots=True)
class Price:
    """An amount in the hundredth part of its currency, more than none."""

    cents: int
    currency: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Units a tier and month, and the price of a case beyond them; a tier without a price is not for sale."""

    name: str
    units: Mapping[Tier, int]
    extra_case: Mapping[Tier, Price]


@dataclass(frozen=True, slots=True)
class Plans:
    """Every plan by its name, and the clock their months are read on."""

    by_name: Mapping[str, Plan]
    timezone: ZoneInfo

    def named(self, name: str) -> Plan:
        """The plan of that name. Raises InvalidInput naming those there are."""
        if name not in self.by_name:
            raise InvalidInput(f"There is no plan {name!r}: use one of {', '.join(self.by_name)}")
        return self.by_name[name]


@dataclass(frozen=True, slots=True)
class BillingMonth:
    """A calendar month: ``begins`` belongs to it, ``ends`` is the next one's; both in UTC."""

    year: int
    month: int
    begins: datetime
    ends: datetime

    @property
    def key(self) -> str:
        """The month as ``2026-11``."""
        return f"{self.year:04}-{self.month:02}"


@dataclass(frozen=True, slots=True)
class Covered:
    """The plan has a unit for the case; ``left`` counts it."""

    left: int


@dataclass(frozen=True, slots=True)
class PayForCase:
    """No unit is left; the case can be paid for by itself."""

    price: Price


@dataclass(frozen=True, slots=True)
class QuotaExceeded:
    """No unit is left, and the plan does not sell another case of this tier."""


Cover = Covered | PayForCase | QuotaExceeded


def cover(plan: Plan, tier: Tier, used: int) -> Cover:
    """Whether the plan covers one more case of the tier when so many were taken this month."""
    if used < 0:
        raise ValueError(f"Fewer than no units were used: {used}")
    if used < plan.units[tier]:
        return Covered(plan.units[tier] - used)
    price = plan.extra_case.get(tier)
    return QuotaExceeded() if price is None else PayForCase(price)


def billing_month(at: datetime, timezone: ZoneInfo) -> BillingMonth:
    """The month that a moment lies in. Raises ValueError for a moment without its offset from UTC."""
    if at.tzinfo is None:
        raise ValueError(f"{at!r} has no time zone: give a moment with one")
    local = at.astimezone(timezone)
    year, month = local.year, local.month
    after = (year + 1, 1) if month == 12 else (year, month + 1)
    begins, ends = (datetime(*first, 1, tzinfo=timezone).astimezone(UTC) for first in ((year, month), after))
    return BillingMonth(year, month, begins, ends)


@cache
def shipped_plans() -> Plans:
    """The plans that come with the package."""
    return read_plans(tomllib.loads(files("casewright.casework").joinpath("plans.toml").read_text(encoding="utf-8")))


def read_plans(data: Mapping[str, Any]) -> Plans:
    """The plans of parsed TOML. Raises InvalidInput naming the plan, the key and what belongs there."""
    unknown = sorted(set(data) - {"timezone", "currency", "plan"})
    if unknown:
        raise InvalidInput(f"Plans have no {unknown[0]!r}: use timezone, currency and [[plan]]")
    currency = data.get("currency")
    if not (isinstance(currency, str) and len(currency) == 3 and currency.isascii() and currency.isupper()):
        raise InvalidInput(f"The plans' currency is {currency!r}: give three capital letters, such as EUR")
    rows = data.get("plan")
    if not (isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows)):
        raise InvalidInput("There is no plan: give at least one [[plan]]")
    plans: dict[str, Plan] = {}
    for row in rows:
        plan = _plan(row, currency)
        if plan.name in plans:
            raise InvalidInput(f"The plan {plan.name!r} stands there twice: remove one")
        plans[plan.name] = plan
    return Plans(plans, _timezone(data.get("timezone")))


def _plan(row: Mapping[str, Any], currency: str) -> Plan:
    name = row.get("name")
    if not (isinstance(name, str) and name.strip()):
        raise InvalidInput(f"A plan has the name {name!r}: give it a name of letters")
    unknown = sorted(set(row) - {"name", "units", "extra_case_cents"})
    if unknown:
        raise InvalidInput(f"Plan {name!r} has no {unknown[0]!r}: use name, units and extra_case_cents")
    units = _numbers(name, "units", row.get("units"), at_least=0)
    missing = [tier for tier in TIERS if tier not in units]
    if missing:
        raise InvalidInput(f"Plan {name!r} says nothing of tier {missing[0]} in units: give a number, 0 for none")
    prices = _numbers(name, "extra_case_cents", row.get("extra_case_cents", {}), at_least=1)
    return Plan(name, units, {tier: Price(cents, currency) for tier, cents in prices.items()})


def _numbers(plan: str, key: str, given: object, *, at_least: int) -> dict[Tier, int]:
    if not isinstance(given, dict):
        raise InvalidInput(f"Plan {plan!r} has {key} = {given!r}: give a number a tier, such as {{ 1 = 5 }}")
    unknown = [tier for tier in given if tier not in map(str, TIERS)]
    if unknown:
        raise InvalidInput(f"Plan {plan!r} has a tier {unknown[0]!r} in {key}: use 1, 2 and 3")
    for tier, number in given.items():
        if type(number) is not int or number < at_least:
            raise InvalidInput(f"Plan {plan!r} has {number!r} for tier {tier} in {key}: give a whole number")
    return {tier: given[str(tier)] for tier in TIERS if str(tier) in given}


def _timezone(name: object) -> ZoneInfo:
    try:
        return ZoneInfo(str(name))
    except (KeyError, ValueError, OSError) as error:
        raise InvalidInput(f"The plans' timezone is {name!r}: give one such as Europe/Bucharest") from error
