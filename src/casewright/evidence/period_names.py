"""Reading periods as people write them: ``FY2025``, ``Q3 2025``, ``LTM Sep-25``, ``year ended 30 June 2025``.

``read_period`` reads back every ``str(Period)`` whose period ends a month (a quarter: a quarter of the calendar).
"""

from __future__ import annotations

import calendar
import re
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.domain.periods import Period, PeriodKind
from casewright.vocabulary.months import ENGLISH, alternatives, numbered

if TYPE_CHECKING:
    from collections.abc import Callable

_MONTHS = numbered(ENGLISH)

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_SHORT = r"(?P<year>(?:19|20)\d\d|\d\d)"
_MONTH = rf"(?P<month>{alternatives(_MONTHS)})\.?"
_NUMBER = r"(?P<number>0[1-9]|1[0-2])"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_DATES = (
    rf"{_YEAR}-{_NUMBER}-(?P<day>0[1-9]|[12]\d|3[01])",
    rf"{_DAY}[ -]{_MONTH},?[ -]{_YEAR}",
    rf"{_MONTH} {_DAY},? {_YEAR}",
    rf"(?P<day>0?[1-9]|[12]\d|3[01])\.(?P<number>0?[1-9]|1[0-2])\.{_YEAR}",
)
_LTM = r"(?:ltm|ttm|last twelve months|trailing twelve months|last 12 months|trailing 12 months)"
_TO = r"(?:(?:to|ended|ending|as of|as at|at)? ?(?:the )?)"
_FISCAL = r"(?:(?:fiscal |financial )?year|12 months|twelve months|fy)"


@lru_cache(maxsize=4_096)
def read_period(text: str) -> Period | None:
    """The period that ``text`` names; None where it names none or could name two (``03/04/2025``, ``May 25``).

    A deal names a few periods over and over: the last are kept.
    """
    plain = " ".join(text.casefold().replace("’", "'").replace("‑", "-").replace("–", "-").split()).strip(".,;()")
    for pattern, made in _SPELLINGS:
        found = pattern.fullmatch(plain)
        if found:
            try:
                return made(found)
            except ValueError:  # 31 April
                return None
    return None


def read_day(text: str) -> date:
    """The day that ages are counted from. Raises ``ValueError`` saying how to write one that can be meant."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise ValueError("write the day as 2026-05-29") from error
    if not 1900 <= day.year < 2100:
        raise ValueError("write a day of the years 1900 to 2099")
    return day


def _year(found: re.Match[str]) -> int:
    year = int(found["year"])
    return year if year >= 100 else 2000 + year


def _month(found: re.Match[str]) -> int:
    named = found.groupdict()
    return _MONTHS[named["month"]] if named.get("month") else int(named["number"])


def _month_end(year: int, month: int) -> date:
    return date(year, month, calendar.monthrange(year, month)[1])


def _calendar_year(found: re.Match[str]) -> Period:
    return Period(PeriodKind.YEAR, date(_year(found), 12, 31))


def _quarter(found: re.Match[str]) -> Period:
    return Period(PeriodKind.QUARTER, _month_end(_year(found), int(found["quarter"]) * 3))


def _half(found: re.Match[str]) -> Period:
    named = found.groupdict()
    return Period(PeriodKind.HALF, _month_end(_year(found), int(named.get("half") or named["nth"]) * 6))


def _ending(kind: PeriodKind) -> Callable[[re.Match[str]], Period]:
    return lambda found: Period(kind, _month_end(_year(found), _month(found)))


def _dated(kind: PeriodKind) -> Callable[[re.Match[str]], Period]:
    return lambda found: Period(kind, date(_year(found), _month(found), int(found["day"])))


_SPELLINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Period]], ...] = tuple(
    (re.compile(pattern), made)
    for pattern, made in (
        (rf"(?:(?:fy|cy|(?:fiscal|financial|calendar) year|year) ?)?{_YEAR}", _calendar_year),
        (r"(?:fy|cy) ?'?(?P<year>\d\d)", _calendar_year),
        (rf"fy ?{_YEAR}-{_NUMBER}", _ending(PeriodKind.YEAR)),
        (rf"{_FISCAL} {_TO}{_MONTH},? {_YEAR}", _ending(PeriodKind.YEAR)),
        *((rf"{_FISCAL} {_TO}{day}", _dated(PeriodKind.YEAR)) for day in _DATES),
        (rf"{_YEAR}[ -]?h(?P<half>[12])", _half),
        (rf"(?:h(?P<half>[12])|(?P<nth>[12])h)[ /-]?'?{_SHORT}", _half),
        (rf"h {_YEAR}-{_NUMBER}", _ending(PeriodKind.HALF)),
        (rf"{_YEAR}[ -]?q(?P<quarter>[1-4])", _quarter),
        (rf"(?:q(?P<quarter>[1-4])|(?P<nth>[1-4])q)[ /-]?'?{_SHORT}", lambda found: _either_quarter(found)),
        (rf"{_LTM} {_TO}{_YEAR}-{_NUMBER}", _ending(PeriodKind.LTM)),
        (rf"{_LTM} {_TO}{_MONTH},? ?{_YEAR}", _ending(PeriodKind.LTM)),
        (rf"{_LTM} {_TO}{_MONTH}(?:-| ?')(?P<year>\d\d)", _ending(PeriodKind.LTM)),
        *((rf"{_LTM} {_TO}{day}", _dated(PeriodKind.LTM)) for day in _DATES),
        (rf"{_YEAR}-{_NUMBER}", _ending(PeriodKind.MONTH)),
        (rf"{_MONTH},? {_YEAR}", _ending(PeriodKind.MONTH)),
        (rf"{_MONTH}(?:-| ?')(?P<year>\d\d)", _ending(PeriodKind.MONTH)),
        *((rf"(?:as (?:of|at) |at )?{day}", _dated(PeriodKind.DAY)) for day in _DATES),
    )
)


def _either_quarter(found: re.Match[str]) -> Period:
    return Period(PeriodKind.QUARTER, _month_end(_year(found), int(found["quarter"] or found["nth"]) * 3))
