"""What is known of a made-up company: its people, papers and facts. Documents tell parts of it and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from .calendar import Calendar
    from .trade import Country, Trade

GROWTH, SHARE = "growth", "share"
# Metrics that are counted and not money.
COUNTED = frozenset(
    {
        "new",
        "lost",
        "flow",
        "used",
        "capacity",
        "base",
        "opening",
        "heads",
        "heads_open",
        "joined",
        "left",
        "fte",
        "shares",
    }
)


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    role: str
    joined: date


@dataclass(frozen=True, slots=True)
class Customer:
    name: str
    city: str
    since: int
    segment: str


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract in force. ``kind`` is ``customer``, ``supply``, ``service`` or ``lease``; ``months`` its term."""

    id: str
    kind: str
    title: str
    counterparty: str
    effective: date
    signed: date
    months: int
    end: date
    renews: bool
    notice: int
    signatory: str


@dataclass(frozen=True, slots=True)
class Permit:
    name: str
    authority: str
    number: str
    issued: date
    until: date
    site: int


@dataclass(frozen=True, slots=True)
class Deal:
    name: str
    stage: str
    chance: int


@dataclass(frozen=True, slots=True)
class Loan:
    lender: str
    purpose: str
    drawn: date
    until: date


@dataclass(frozen=True, slots=True)
class Company:
    """One company on the deal's day. ``facts`` gives by key what is true; ``ratios`` what a fact is made of.

    A key is ``metric|entity|period``. Money is in whole units of the currency, a multiple of ``unit``.
    """

    trade: Trade
    country: Country
    name: str
    short: str
    code: str
    seat: str
    unit: int
    calendar: Calendar
    as_of: date
    told: date
    lines: tuple[str, ...]
    sites: tuple[str, ...]
    direct: tuple[str, ...]
    overhead: tuple[str, ...]
    departments: tuple[str, ...]
    people: tuple[Person, ...]
    customers: tuple[Customer, ...]
    holders: tuple[str, ...]
    contracts: tuple[Contract, ...]
    permits: tuple[Permit, ...]
    deals: tuple[Deal, ...]
    loans: tuple[Loan, ...]
    bank: str
    insurer: str
    lawyer: str
    buyer: str
    others: tuple[str, ...]
    subsidiary: str
    facts: dict[str, float]
    ratios: dict[str, tuple[str, str, str]]

    @property
    def currency(self) -> str:
        return self.country.words["currency"]

    @property
    def last(self) -> str:
        """The last closed fiscal year."""
        return self.calendar.year(0)

    @property
    def prior(self) -> str:
        return self.calendar.year(1)

    @property
    def budget_year(self) -> str:
        return self.calendar.year(-1)

    def contract(self, kind: str) -> Contract:
        """The first contract of the kind."""
        return next(one for one in self.contracts if one.kind == kind)
