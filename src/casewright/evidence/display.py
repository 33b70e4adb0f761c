"""Values as people read them: amounts with their currency, percentages × 100, days in words."""

from __future__ import annotations

from decimal import Context, Decimal
from typing import TYPE_CHECKING, assert_never

from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Text
from casewright.vocabulary.currencies import MINOR_DIGITS
from casewright.vocabulary.months import ENGLISH_TITLES

if TYPE_CHECKING:
    from datetime import date

    from casewright.domain.values import Value

_EXACT = Context(prec=60)


def show_value(value: Value) -> str:
    """``value`` in words, with every digit it has: ``EUR 12,500,000``, ``25 %``, ``42 customers``, ``3.2x``."""
    match value:
        case Monetary(amount, currency):
            return f"{currency} {show_number(amount, MINOR_DIGITS.get(currency, 0))}"
        case Percentage(fraction):
            return f"{show_number(_EXACT.multiply(fraction, Decimal(100)))} %"
        case Count(number, "x"):
            return f"{show_number(number)}x"
        case Count(number, unit):
            return f"{show_number(number)} {unit}"
        case Date(day):
            return show_day(day)
        case Range(low, high):
            return f"{show_value(low)} to {show_value(high)}"
        case Text(text):
            return text
        case _:
            assert_never(value)


def show_number(number: Decimal, minor: int = 0) -> str:
    """``number`` with thousands apart and no zeros that say nothing; what stands after the point has ``minor`` digits
    or more.
    """
    whole, _, places = f"{number:,f}".partition(".")
    places = places.rstrip("0")
    if not places:
        return "0" if whole == "-0" else whole
    return f"{whole}.{places:0<{minor}}"


def show_day(day: date) -> str:
    """``day`` as ``31 December 2025``."""
    return f"{day.day} {ENGLISH_TITLES[day.month - 1]} {day.year}"
