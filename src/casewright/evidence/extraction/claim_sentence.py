"""A claim in a sentence, made from its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.claims import Basis
from casewright.domain.periods import PeriodKind
from casewright.evidence.display import show_day, show_value

if TYPE_CHECKING:
    from casewright.domain.periods import Period
    from casewright.domain.values import Value
    from casewright.evidence.extraction.vocabulary import Metric

_CAPITALS = {"arr", "mrr", "nrr", "grr", "cac", "ltv", "arpa", "arpu", "tam", "sam", "som", "ebitda", "cogs"}


def write_claim(metric: Metric, value: Value, period: Period | None, basis: Basis, entity: str | None) -> str:
    """Such as ``ARR of Acme Ltd: EUR 7,400,000 at 31 December 2025 (forecast).``"""
    name = " ".join(word.upper() if word in _CAPITALS else word for word in metric.name.split())
    whose = f" of {entity}" if entity else ""
    said_when = "" if period is None else f" {when(period)}"
    expected = " (forecast)" if basis is Basis.FORECAST else ""
    return f"{name[0].upper()}{name[1:]}{whose}: {show_value(value)}{said_when}{expected}."


def when(period: Period) -> str:
    """``at 31 December 2025``, ``for FY2025``."""
    if period.kind is PeriodKind.DAY:
        return f"at {show_day(period.end)}"
    return f"for {period}"
