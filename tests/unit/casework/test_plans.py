"""Tests of casewright.casework.plans."""

from __future__ import annotations

import copy
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.casework.plans import (
    Covered,
    PayForCase,
    Price,
    QuotaExceeded,
    billing_month,
    cover,
    read_plans,
    shipped_plans,
)
from casewright.casework.tier_definitions import TIERS
from casewright.errors import InvalidInput

BUCHAREST = ZoneInfo("Europe/Bucharest")
DATA: dict[str, Any] = {
    "timezone": "Europe/Bucharest",
    "currency": "EUR",
    "plan": [{"name": "one", "units": {"1": 2, "2": 0, "3": 1}, "extra_case_cents": {"1": 900}}],
}


@pytest.mark.requirement("case-plans")
def test_shipped_plans_are_the_contracts() -> None:
    """Three plans with their units, and the price of another case of each tier."""
    plans = shipped_plans().by_name
    assert {name: tuple(plan.units[tier] for tier in TIERS) for name, plan in plans.items()} == {
        "individual": (5, 2, 1),
        "organisation-basic": (20, 10, 5),
        "organisation-pro": (50, 25, 10),
    }
    prices = {1: Price(900, "EUR"), 2: Price(2900, "EUR"), 3: Price(9900, "EUR")}
    assert all(dict(plan.extra_case) == prices for plan in plans.values())
    assert shipped_plans().timezone.key == "Europe/Bucharest"


@pytest.mark.requirement("case-plans")
def test_cover_by_units_then_price_then_not_at_all() -> None:
    """A unit while there is one, then the price, and where none is given no more cases."""
    plan = read_plans(DATA).named("one")
    assert [cover(plan, 1, used) for used in (0, 1, 2, 9)] == [
        Covered(2),
        Covered(1),
        PayForCase(Price(900, "EUR")),
        PayForCase(Price(900, "EUR")),
    ]
    assert cover(plan, 2, 0) == cover(plan, 3, 1) == QuotaExceeded()
    with pytest.raises(ValueError, match="-1"):
        cover(plan, 1, -1)


@pytest.mark.requirement("case-billing-month")
@pytest.mark.parametrize(
    ("moment", "key"),
    [
        ("2026-11-30T21:59:59.999999+00:00", "2026-11"),
        ("2026-11-30T22:00:00+00:00", "2026-12"),  # winter: two hours ahead
        ("2026-06-30T20:59:59+00:00", "2026-06"),
        ("2026-06-30T21:00:00+00:00", "2026-07"),  # summer: three
        ("2026-12-31T22:00:00+00:00", "2027-01"),
        ("2027-01-01T00:00:00+14:00", "2026-12"),
        ("2024-02-29T21:59:59+00:00", "2024-02"),
        ("2024-03-31T21:00:00+00:00", "2024-04"),  # clocks went forward that night
    ],
)
def test_month_turns_at_midnight_in_bucharest(moment: str, key: str) -> None:
    """The quota's month is the one on the wall calendar of the people whose quota it is."""
    assert billing_month(datetime.fromisoformat(moment), BUCHAREST).key == key


@pytest.mark.requirement("case-billing-month")
@given(st.datetimes(datetime(2000, 1, 2), datetime(2090, 1, 1)), st.integers(-14, 14))  # noqa: DTZ001 (given one below)
def test_every_moment_lies_in_one_month_and_months_meet(moment: datetime, offset: int) -> None:
    """A moment lies from its month's beginning to its end, which is the beginning of the next; whatever its offset."""
    at = moment.replace(tzinfo=timezone(timedelta(hours=offset)))
    month = billing_month(at, BUCHAREST)
    assert month.begins <= at < month.ends
    assert month == billing_month(month.begins, BUCHAREST) == billing_month(at.astimezone(UTC), BUCHAREST)
    assert billing_month(month.ends, BUCHAREST).begins == month.ends


def test_moment_without_a_zone_is_refused() -> None:
    """A naive moment could be any of two months."""
    with pytest.raises(ValueError, match="time zone"):
        billing_month(datetime(2026, 1, 1), BUCHAREST)  # noqa: DTZ001 (what is refused)


@pytest.mark.requirement("case-plans")
@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("timezone", "Europe/Bukarest", "Europe/Bucharest"),
        ("timezone", "../etc", "Europe/Bucharest"),
        ("timezone", None, "Europe/Bucharest"),
        ("currency", "euro", "such as EUR"),
        ("plan", [], r"\[\[plan\]\]"),
        ("plan", [1], r"\[\[plan\]\]"),
        ("discount", 1, "'discount'"),
        ("plan.name", "", "name"),
        ("plan.seats", 1, "'seats'"),
        ("plan.units", {"1": 2, "2": 0}, "tier 3"),
        ("plan.units", {"1": 2, "2": 0, "3": 1, "4": 1}, "'4'"),
        ("plan.units", {"1": -2, "2": 0, "3": 1}, "-2 for tier 1"),
        ("plan.units", {"1": True, "2": 0, "3": 1}, "True for tier 1"),
        ("plan.units", {"1": 1.5, "2": 0, "3": 1}, "1.5 for tier 1"),
        ("plan.units", None, "a number a tier"),
        ("plan.extra_case_cents", {"1": 0}, "0 for tier 1"),
    ],
)
def test_wrong_plans_are_refused_by_name(path: str, value: object, said: str) -> None:
    """What is wrong in a file of plans is named with what belongs there."""
    data = copy.deepcopy(DATA)
    target = data["plan"][0] if path.startswith("plan.") else data
    target[path.removeprefix("plan.")] = value
    with pytest.raises(InvalidInput, match=said):
        read_plans(data)


@pytest.mark.requirement("case-plans")
def test_plan_named_twice_or_unknown_is_refused() -> None:
    """A name stands for one plan, and one that is none is answered with those there are."""
    twice = {**DATA, "plan": [*DATA["plan"], *DATA["plan"]]}
    with pytest.raises(InvalidInput, match="twice"):
        read_plans(twice)
    with pytest.raises(InvalidInput, match="individual, organisation-basic, organisation-pro"):
        shipped_plans().named("gold")
