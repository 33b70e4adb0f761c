"""Tests of casewright.evidence.reporting.amounts: sums as people write them, held to the value that they round."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.values import Count, Monetary, Percentage, Range, Text, Value
from casewright.evidence.reporting.amounts import is_rounding, show_gap, show_short

pytestmark = pytest.mark.requirement("report-for-people")
NUMBERS = st.decimals(min_value=-(10**14), max_value=10**14, allow_nan=False, allow_infinity=False, places=4)
VALUES = st.one_of(
    NUMBERS.map(lambda number: Monetary(number, "EUR")),
    NUMBERS.map(lambda number: Count(number, "passengers")),
    NUMBERS.map(lambda number: Count(number, "x")),
    NUMBERS.map(lambda number: Percentage(number / 1000)),
)


def euros(amount: str) -> Monetary:
    return Monetary(Decimal(amount), "EUR")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (euros("12100000"), "EUR 12.1 m"),
        (euros("3402615.48"), "EUR 3.4 m"),
        (euros("-1820000"), "EUR -1.82 m"),
        (euros("999600"), "EUR 1 m"),
        (euros("812000"), "EUR 812,000"),
        (euros("198666.6667"), "EUR 199,000"),
        (euros("4318"), "EUR 4,318"),
        (euros("0.55"), "EUR 0.55"),
        (euros("2400000000"), "EUR 2.4 bn"),
        (Percentage(Decimal("1.011")), "101.1 %"),
        (Percentage(Decimal("0.006")), "0.6 %"),
        (Count(Decimal("16.9101"), "months"), "16.9 months"),
        (Count(Decimal(8_940_000_000), "passengers"), "8.94 bn passengers"),
        (Count(Decimal("6.2"), "x"), "6.2x"),
        (Range(euros("1000000"), euros("2500000")), "EUR 1 m to EUR 2.5 m"),
        (Text("not limited"), "not limited"),
    ],
)
def test_sums_are_written_as_people_write_them(value: Value, shown: str) -> None:
    """Three digits, with the word for the scale."""
    assert show_short(value) == shown
    assert is_rounding(shown, value)


@given(VALUES)
def test_every_short_amount_is_a_right_rounding(value: Value) -> None:
    """What is shown passes the check that a report is held to."""
    assert is_rounding(show_short(value), value)


@given(VALUES, st.data())
def test_a_changed_digit_is_no_rounding(value: Value, data: st.DataObject) -> None:
    """Any one of its first three digits that says something else makes it another amount."""
    shown = show_short(value)
    before = len(shown) - len(shown.lstrip("EUR -0.,"))
    digits = [found.start() for found in re.finditer(r"\d", shown) if found.start() >= before]
    place = data.draw(st.sampled_from(digits[:3] or [shown.index("0")]))
    digit = data.draw(st.sampled_from([one for one in "0123456789" if one != shown[place]]))
    assert not is_rounding(shown[:place] + digit + shown[place + 1 :], value)


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("EUR 12 m", euros("12400000")),  # rightly rounded, but by more than half a per cent
        ("USD 12.1 m", euros("12100000")),
        ("EUR 12.1 bn", euros("12100000")),
        ("12.1 m", euros("12100000")),
        ("EUR 12.15 m", euros("12100000")),
        ("42 customers", Count(Decimal(42), "employees")),
        ("12 %", Percentage(Decimal("0.125"))),
    ],
)
def test_what_says_another_amount_is_no_rounding(shown: str, value: Value) -> None:
    """Another currency, scale, unit or digit, and one that is cut too short."""
    assert not is_rounding(shown, value)


@pytest.mark.parametrize(
    ("one", "other", "gap"),
    [
        (euros("4200000"), euros("3210000"), "31 %"),
        (euros("1000000"), euros("1026000"), "2.5 %"),
        (Percentage(Decimal("0.81")), Percentage(Decimal("0.73")), "8 points"),
        (euros("4318000000"), euros("4318000"), "1,000 times"),
        (euros("4318000"), euros("4318000000"), "1,000 times"),
        (euros("5"), euros("5"), None),
        (euros("5"), euros("-5"), None),
        (euros("5"), Count(Decimal(4), "customers"), None),
        (Text("five"), euros("4"), None),
    ],
)
def test_differences_are_told_in_words(one: Value, other: Value, gap: str | None) -> None:
    """By the other's amount, in points between rates, as a multiple where it is large."""
    assert show_gap(one, other) == gap
