"""Days from days: so many days, weeks, months or years later or earlier."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.facts import DurationValue

_DAYS: Final[Mapping[str, int]] = {"day": 1, "week": 7}
_MONTHS: Final[Mapping[str, int]] = {"month": 1, "quarter": 3, "year": 12}


def moved(day: date, by: DurationValue, *, back: bool = False) -> date | None:
    """The day so much later, or earlier with ``back``; the month's last day where it has no such day.

    None where no day follows: business days need a calendar of holidays, half a day or half a month has no day of its
    own, and a calendar has years 1 to 9999 only.
    """
    sign = -1 if back else 1
    days, months = by.count * _DAYS.get(by.unit, 0), by.count * _MONTHS.get(by.unit, 0)
    if by.unit not in (*_DAYS, *_MONTHS) or days % 1 or months % 1 or by.count <= 0:
        return None
    try:
        if days:
            return day + timedelta(days=sign * int(days))
        year, month = divmod(day.year * 12 + day.month - 1 + sign * int(months), 12)
        return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
    except (OverflowError, ValueError):
        return None
