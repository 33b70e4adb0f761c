"""The values of facts in plain English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.facts import (
    ClauseValue,
    DateValue,
    DurationValue,
    EndValue,
    FactValue,
    LawValue,
    MoneyValue,
    PartyValue,
    PercentValue,
    RenewalValue,
)

if TYPE_CHECKING:
    from decimal import Decimal

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)


def shown(value: FactValue) -> str:
    """What the value is, such as "30 days", "12 March 2021", "3 years after the effective date"."""
    if isinstance(value, DateValue):
        return f"{value.date.day} {_MONTHS[value.date.month - 1]} {value.date.year}"
    if isinstance(value, DurationValue):
        return f"{_number(value.count)} {value.unit}{'' if value.count == 1 else 's'}"
    if isinstance(value, PartyValue):
        return _party(value)
    if isinstance(value, EndValue):
        return _end(value)
    if isinstance(value, RenewalValue):
        return _renewal(value)
    if isinstance(value, MoneyValue):
        return f"{value.currency} {_number(value.amount)}" if value.currency else _number(value.amount)
    if isinstance(value, PercentValue):
        return f"{_number(value.percent)}%"
    if isinstance(value, LawValue):
        return value.place
    if isinstance(value, ClauseValue):
        amounts = ", ".join(map(shown, value.amounts))
        return f"yes: {amounts}" if amounts else "yes"
    return value.text


def _number(number: Decimal) -> str:
    return format(number.normalize(), ",f")


def _party(value: PartyValue) -> str:
    called = " or ".join(f'"{one}"' for one in value.defined_as)
    name = f"{value.name} ({called})" if called else value.name
    return f"{name}, {value.role}" if value.role else name


def _end(value: EndValue) -> str:
    if value.perpetual:
        return "no end"
    if value.period is None:
        return f"upon {value.event}" if value.event else "an end that is not said"
    return f"{shown(value.period)} after {value.event}" if value.event else f"after {shown(value.period)}"


def _renewal(value: RenewalValue) -> str:
    if value.perpetual:
        return "renewed without end"
    said = [{True: "renewed automatically", False: "renewed when agreed", None: "renewed"}[value.automatic]]
    if value.period is not None:
        said.append(
            f"for successive periods of {shown(value.period)}" if value.successive else f"for {shown(value.period)}"
        )
    elif value.successive:
        said.append("again and again")
    if value.times is not None:
        said.append("once" if value.times == 1 else f"at most {value.times} times")
    return " ".join(said)
