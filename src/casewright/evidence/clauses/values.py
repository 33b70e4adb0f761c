"""What a clause states, as the value of a claim."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.facts import (
    ClauseValue,
    DateValue,
    DurationValue,
    EndValue,
    MoneyValue,
    PercentValue,
    RenewalValue,
)
from casewright.domain.values import Count, Date, Monetary, Percentage, Text
from casewright.evidence.facts.values.showing import shown
from casewright.vocabulary.currencies import MINOR_DIGITS

if TYPE_CHECKING:
    from casewright.domain.facts import FactValue
    from casewright.domain.values import Value

_LONGEST = 200


def claim_value(value: FactValue | PercentValue | None) -> Value:
    """Days, sums and shares where the clause states one of them; "yes" where it is there and states nothing more."""
    match value:
        case DateValue(day):
            return Date(day)
        case DurationValue(count, unit):
            return Count(count, unit if count == 1 else f"{unit}s")
        case MoneyValue(amount, str() as currency) if currency in MINOR_DIGITS:
            return Monetary(amount, currency)
        case PercentValue(percent):
            return Percentage(percent / Decimal(100))
        case EndValue(period=DurationValue() as period) | RenewalValue(period=DurationValue() as period):
            return claim_value(period)
        case ClauseValue(amounts) if len(amounts) == 1:
            return claim_value(amounts[0])
        case None:
            return Text("yes")
        case _:
            return Text(shown(value)[:_LONGEST] or "yes")
