"""Figures as documents put them: an amount in full, in thousands or in millions, a share, a count; and periods."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from random import Random

    from casewright.domain.values import Value

MILLION = Decimal(1_000_000)
THOUSAND = Decimal(1_000)
_MONEY_STYLES = ("full", "thousand", "million", "k", "m")


def rounded(number: Decimal, places: int) -> Decimal:
    """To this many places after the point (negative: before it), half up."""
    return number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def stated(value: Value, random: Random, style: str | None = None) -> tuple[str, Value]:
    """A figure in the words of a document, and the value that those words say: rounded by less than 0.5 %."""
    match value:
        case Monetary(amount, currency):
            return _money(amount, currency, style or random.choice(_MONEY_STYLES))
        case Percentage(fraction):
            percent = rounded(fraction * 100, 1)
            return f"{percent} %", Percentage(percent / 100)
        case Count(number, "x"):
            return f"{rounded(number, 1)}x", Count(rounded(number, 1), "x")
        case Count(number, unit):
            return f"{_plain(number)} {unit}", value
        case Date(day):
            return day_words(day), value
        case Range(low, high):
            first, low_said = stated(low, random, "million")
            last, high_said = stated(high, random, "million")
            assert not isinstance(low_said, Range | Text)
            assert not isinstance(high_said, Range | Text)
            return f"between {first} and {last}", Range(low_said, high_said)
        case Text(text):
            return text, value


def _money(amount: Decimal, currency: str, style: str) -> tuple[str, Monetary]:
    if style in ("million", "m") and amount >= MILLION:
        said = rounded(amount / MILLION, 2)
        words = f"{currency} {said} million" if style == "million" else f"{currency} {said}m"
        return words, Monetary(said * MILLION, currency)
    if style in ("thousand", "k") and amount >= 200 * THOUSAND:
        said = rounded(amount / THOUSAND, 0)
        words = f"{currency} {_plain(said)} thousand" if style == "thousand" else f"{currency} {_plain(said)}k"
        return words, Monetary(said * THOUSAND, currency)
    whole = rounded(amount, 0)
    return f"{currency} {_plain(whole)}", Monetary(whole, currency)


def _plain(number: Decimal) -> str:
    return f"{number:,f}"


def day_words(day: date) -> str:
    """31 December 2025."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


_MONTHS: Sequence[str] = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def period_words(period: Period, random: Random) -> str:
    """How a document names the period; always one that says its kind and its end."""
    end = period.end
    month = _MONTHS[end.month - 1]
    match period.kind:
        case PeriodKind.YEAR if (end.month, end.day) == (12, 31):
            return random.choice([f"FY{end.year}", f"the financial year {end.year}", f"FY {end.year}"])
        case PeriodKind.YEAR:
            return f"the financial year ended {day_words(end)}"
        case PeriodKind.LTM:
            return random.choice([f"LTM {month[:3]} {end.year}", f"the twelve months to {day_words(end)}"])
        case PeriodKind.HALF:
            return f"H{end.month // 6} {end.year}"
        case PeriodKind.QUARTER:
            return random.choice([f"Q{(end.month + 2) // 3} {end.year}", f"{end.year} Q{(end.month + 2) // 3}"])
        case PeriodKind.MONTH:
            return f"{month} {end.year}"
        case PeriodKind.DAY:
            return f"as of {day_words(end)}"
