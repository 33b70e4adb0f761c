"""The trades that rooms are made of and the countries of their companies, as the data files here give them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
FITTED = ("coffee", "dental", "laundry", "software", "haulage", "machining")
UNSEEN = ("fish", "nursery", "solar", "coldstore", "printing", "waste")
TRADES = FITTED + UNSEEN


@dataclass(frozen=True, slots=True)
class Measure:
    """An operating metric that a trade counts. ``parts`` names what makes it up, its range is that of one month."""

    name: str
    unit: str
    parts: tuple[str, ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Trade:
    """A trade's vocabulary. ``base`` rolls forward, ``flow`` adds up, ``rate`` is a share of two flows."""

    id: str
    name: str
    pool: str
    words: dict[str, str]
    lists: dict[str, tuple[str, ...]]
    revenue: tuple[float, float]
    base: Measure
    flow: Measure
    rate: Measure


@dataclass(frozen=True, slots=True)
class Country:
    """Where a company sits. ``factor`` is how many of its currency a euro buys, ``rate`` what one buys of ``other``."""

    id: str
    pool: str
    factor: float
    rate: float
    ends: tuple[int, ...]
    words: dict[str, str]
    lists: dict[str, tuple[str, ...]]


@cache
def load_trade(name: str) -> Trade:
    """The trade called ``name``. Raises ``FileNotFoundError`` where there is none."""
    told = tomllib.loads((DATA / "trades" / f"{name}.toml").read_text(encoding="utf-8"))
    low, high = told.pop("revenue")
    measures = [_measure(told.pop(one)) for one in ("base", "flow", "rate")]
    return Trade(name, told["name"], told["pool"], _words(told), _lists(told), (low, high), *measures)


@cache
def load_countries(pool: str) -> tuple[Country, ...]:
    """The countries whose companies belong to the pool."""
    told = tomllib.loads((DATA / "countries.toml").read_text(encoding="utf-8"))
    return tuple(
        Country(name, one["pool"], one["factor"], one["rate"], tuple(one["ends"]), _words(one), _lists(one))
        for name, one in told.items()
        if one["pool"] == pool
    )


def _measure(told: dict[str, Any]) -> Measure:
    low, high = told["range"]
    parts = tuple(told[one] for one in ("new", "lost", "used", "capacity") if one in told)
    return Measure(told["name"], told.get("unit", ""), parts, low, high)


def _words(told: dict[str, Any]) -> dict[str, str]:
    return {name: one for name, one in told.items() if isinstance(one, str)}


def _lists(told: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(one) for name, one in told.items() if isinstance(one, list) and name not in ("revenue", "ends")}
