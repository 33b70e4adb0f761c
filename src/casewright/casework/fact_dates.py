"""When the facts of a case began: what was in force is asked of that day."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def earliest_fact(details: Mapping[str, Any]) -> date | None:
    """The day of the earliest fact that has one; None where none has. A timestamp begins with its day."""
    days = [_day(fact.get("timestamp")) for fact in details.get("facts", [])]
    return min((day for day in days if day is not None), default=None)


def _day(timestamp: object) -> date | None:
    try:
        return date.fromisoformat(str(timestamp)[:10])
    except ValueError:
        return None
