"""What a claim says in figures: values that can be compared, in exact decimals.

Percentages are unbounded decimal fractions everywhere (0.25 is 25 %); × 100 happens only where they are shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date
    from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Monetary:
    """An amount of money in whole units of its currency (not thousands); ``currency`` is an ISO 4217 code."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Percentage:
    """A share or a rate as a fraction: 0.25 is 25 %."""

    fraction: Decimal


@dataclass(frozen=True, slots=True)
class Count:
    """A number of something, such as 42 customers; ``unit`` may be ``x`` for a multiple."""

    number: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class Date:
    """A calendar day."""

    day: date


@dataclass(frozen=True, slots=True)
class Range:
    """From ``low`` to ``high``, both included and both of one kind."""

    low: Monetary | Percentage | Count | Date
    high: Monetary | Percentage | Count | Date


@dataclass(frozen=True, slots=True)
class Text:
    """A value in words."""

    text: str


Value = Monetary | Percentage | Count | Date | Range | Text
