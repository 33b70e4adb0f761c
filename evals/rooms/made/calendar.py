"""The months of a company's books, and its fiscal years, quarters and other periods as ranges of them."""

from __future__ import annotations

import calendar as days
from dataclasses import dataclass
from datetime import date

YEARS = 3
LONG = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


@dataclass(frozen=True, slots=True)
class Calendar:
    """``YEARS`` closed fiscal years, each named after the year it ends in, and ``open_months`` of the one that runs."""

    end_month: int
    last_year: int
    open_months: int

    @property
    def count(self) -> int:
        return 12 * YEARS + self.open_months

    def month(self, index: int) -> tuple[int, int]:
        """Year and month of the month at ``index``, 0 being the first of the first year."""
        ordinal = (self.last_year - YEARS) * 12 + self.end_month + index
        return ordinal // 12, ordinal % 12 + 1

    def year(self, back: int = 0) -> str:
        """The label of the last closed year, or of one ``back`` years before it (-1: the year that runs)."""
        return f"FY{(self.last_year - back) % 100:02d}"

    @property
    def years(self) -> list[str]:
        return [self.year(back) for back in range(YEARS - 1, -1, -1)]

    def month_key(self, index: int) -> str:
        year, month = self.month(index)
        return f"{year}-{month:02d}"

    def periods(self) -> dict[str, range]:
        """The months of each period by its name."""
        found = {label: range(12 * at, 12 * at + 12) for at, label in enumerate(self.years)}
        for at, label in enumerate(self.years):
            found |= {f"Q{q + 1} {label}": range(12 * at + 3 * q, 12 * at + 3 * q + 3) for q in range(4)}
        found["YTD"] = range(12 * YEARS, self.count)
        found["PYTD"] = range(12 * (YEARS - 1), 12 * (YEARS - 1) + self.open_months)
        found["LTM"] = range(self.count - 12, self.count)
        if self.end_month != 12:
            first = 12 * (YEARS - 1) - self.end_month
            found["CY"] = range(first, first + 12)
        found |= {self.month_key(index): range(index, index + 1) for index in range(self.count)}
        return found

    def months_of(self, period: str) -> list[str]:
        return [self.month_key(index) for index in self.periods()[period]]

    @property
    def calendar_year(self) -> int:
        """The calendar year that the period ``CY`` is."""
        return self.last_year - 1

    def year_end(self, back: int = 0) -> date:
        return month_end(self.last_year - back, self.end_month)

    @property
    def open_end(self) -> date:
        """The last day of the last month in the books."""
        return month_end(*self.month(self.count - 1))


def month_end(year: int, month: int) -> date:
    return date(year, month, days.monthrange(year, month)[1])


def shifted(day: date, months: int) -> date:
    """The day so many months later, or the last of that month."""
    ordinal = day.year * 12 + day.month - 1 + months
    year, month = ordinal // 12, ordinal % 12 + 1
    return date(year, month, min(day.day, days.monthrange(year, month)[1]))
