"""A value in plain English: "30 days", "successive terms of 1 year, by themselves", "USD 1,500,000"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.facts import (
    ClauseValue,
    DateValue,
    DurationValue,
    EndValue,
    LawValue,
    MoneyValue,
    PartyValue,
    PercentValue,
    RenewalValue,
    TextValue,
)
from casewright.vocabulary.months import ENGLISH_TITLES

if TYPE_CHECKING:
    from decimal import Decimal

    from casewright.domain.facts import FactValue


def shown(value: FactValue | PercentValue) -> str:
    """The value as a person reads it; empty for a clause that is there and states neither sums nor times."""
    match value:
        case TextValue(text):
            return text
        case PartyValue():
            return _party(value)
        case DateValue(day):
            return f"{day.day} {ENGLISH_TITLES[day.month - 1]} {day.year}"
        case DurationValue(count, unit):
            return f"{_number(count)} {unit}{'' if count == 1 else 's'}"
        case EndValue():
            return _end(value)
        case RenewalValue():
            return _renewal(value)
        case MoneyValue(amount, currency):
            exact = _number(amount)
            plain = f"{exact}0" if exact[-2:-1] == "." else exact
            return f"{currency} {plain}" if currency else plain
        case PercentValue(percent):
            return f"{_number(percent)} %"
        case LawValue(place, country):
            return f"{place} ({country})" if country else place
        case ClauseValue(amounts):
            return ", ".join(map(shown, amounts))


def _number(number: Decimal) -> str:
    return f"{number.normalize():,f}"


def _party(value: PartyValue) -> str:
    if not value.defined_as:
        return value.name
    return f"{value.name} ({', '.join(value.defined_as)})"


def _end(value: EndValue) -> str:
    if value.perpetual:
        return "no fixed end"
    if value.period is None:
        return f"upon {value.event}" if value.event else "not said"
    return f"{shown(value.period)} after {value.event or 'its start'}"


def _renewal(value: RenewalValue) -> str:
    if value.perpetual:
        words = "without end"
    elif value.period is None:
        words = "successive terms" if value.successive else "renewed"
    else:
        length = shown(value.period)
        many = f"{value.times} " if value.times else ""
        plural = value.successive or (value.times or 1) > 1
        words = f"{many}{'successive ' if value.successive else ''}{'terms' if plural else 'term'} of {length}".strip()
    if value.automatic is None:
        return words
    return (
        f"{words}, by {'themselves' if value.successive else 'itself'}"
        if value.automatic
        else f"{words}, by agreement or choice"
    )
