"""The stretch of time that a figure is about."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum


class PeriodKind(StrEnum):
    """How long a period is; ``DAY`` is a state as of one day, such as a balance."""

    YEAR = "year"
    LTM = "ltm"
    HALF = "half"
    QUARTER = "quarter"
    MONTH = "month"
    DAY = "day"


_MONTHS = {PeriodKind.YEAR: 12, PeriodKind.LTM: 12, PeriodKind.HALF: 6, PeriodKind.QUARTER: 3, PeriodKind.MONTH: 1}


@dataclass(frozen=True, slots=True)
class Period:
    """A period by its kind and its last day. A fiscal year is named by the calendar year it ends in."""

    kind: PeriodKind
    end: date

    @property
    def start(self) -> date:
        """The first day."""
        if self.kind is PeriodKind.DAY:
            return self.end
        year, month = divmod(self.end.year * 12 + self.end.month - 1 - _MONTHS[self.kind], 12)
        last = calendar.monthrange(year, month + 1)[1]
        ends_a_month = self.end.day == calendar.monthrange(self.end.year, self.end.month)[1]
        return date(year, month + 1, last if ends_a_month else min(self.end.day, last)) + timedelta(days=1)

    def __str__(self) -> str:
        """The short form that reports and imports use: FY2025, FY2025-06, LTM 2025-09, 2025-Q3, 2025-09, 2025-09-30.

        Half a year is 2025-H1, of a fiscal year that ends elsewhere H 2025-03.
        """
        end = self.end
        match self.kind:
            case PeriodKind.YEAR:
                return f"FY{end.year}" if (end.month, end.day) == (12, 31) else f"FY{end:%Y-%m}"
            case PeriodKind.LTM:
                return f"LTM {end:%Y-%m}"
            case PeriodKind.HALF:
                return f"{end.year}-H{end.month // 6}" if end.month in (6, 12) else f"H {end:%Y-%m}"
            case PeriodKind.QUARTER:
                return f"{end.year}-Q{(end.month + 2) // 3}"
            case PeriodKind.MONTH:
                return f"{end:%Y-%m}"
            case PeriodKind.DAY:
                return end.isoformat()
