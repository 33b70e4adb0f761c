"""The day on which a company's financial years end, from what the documents of its room say."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from casewright.domain.evidence import SourceType
from casewright.domain.periods import PeriodKind
from casewright.evidence.extraction.times import find_period, fiscal_end, times
from casewright.evidence.extraction.vocabulary import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from casewright.domain.documents import Table
    from casewright.evidence.extraction.source import Source

TOP = 3_000
"""Of a document, in signs: where it says what it is about."""
_MOST = 2
_HEAD_ROWS = 8
_FEWEST = 3
_MONTHS = 12
_AS_OF = re.compile(r"\b(?:at|on|as at|as of|per|la|of|end)\s+(?:the )?$")
_MONEY = re.compile(r"\b(?:eur|usd|gbp|chf|ron|lei|sek|nok|dkk|pln|czk|huf|cad|aud|inr)\b|[$€£₹]")
_LINE = re.compile(r"[^\n]+")


def year_end_of(sources: Iterable[Source]) -> date | None:
    """A day on which the financial years end, by most of the documents that say so; None where none does, or as many
    say otherwise.

    What documents say of it comes first, then balance sheets of two years, then the last of the twelve months that
    tables have side by side with the days of two years for which sentences tell balances.
    """
    told = list(sources)
    days = [day for source in told if (day := fiscal_end(source.text[:TOP])) is not None]
    days = days or [day for source in told for day in _balance_days(source)]
    if days:
        return _most(days, _MOST)
    months = [day for source in told for table in source.tables for day in _twelve_months(source, table)]
    said = [day for source in told for day in _days_of_balances(source)]
    found = _most([*months, *said], _MOST)
    if found is None:
        return None
    agreeing = [day for day in (*months, *said) if (day.month, day.day) == (found.month, found.day)]
    years = {day.year for day in said if (day.month, day.day) == (found.month, found.day)}
    return found if len(agreeing) >= _FEWEST and (len(years) > 1 or (months and years)) else None


def _most(days: Sequence[date], times_more: int) -> date | None:
    counts = Counter((day.month, day.day) for day in days).most_common(2)
    if not counts or (len(counts) == 2 and counts[0][1] < times_more * counts[1][1]):
        return None
    return next(day for day in days if (day.month, day.day) == counts[0][0])


def _balance_days(source: Source) -> Iterator[date]:
    """The days over the columns of a table that has one day of the year in two years running, as balance sheets do."""
    for table in source.tables:
        for row in table.rows[:_HEAD_ROWS]:
            shown = [find_period(source.text[cell.start : cell.end]) for cell in row]
            days = sorted({one.end for one in shown if one is not None and one.kind is PeriodKind.DAY})
            for one, other in pairwise(days):
                if (one.month, one.day) == (other.month, other.day) and other.year == one.year + 1:
                    yield other


def _twelve_months(source: Source, table: Table) -> Iterator[date]:
    """The end of the last of whole years of months that a row or the first column of a table names one by one."""
    lines = [list(row) for row in table.rows[:_HEAD_ROWS]]
    lines.append([row[0] for row in table.rows if row])
    for cells in lines:
        named = [find_period(source.text[cell.start : cell.end]) for cell in cells]
        ends = [one.end for one in named if one is not None and one.kind is PeriodKind.MONTH]
        follow = all((one + timedelta(days=1)).month == other.month for one, other in pairwise(ends))
        if len(ends) >= _MONTHS and len(ends) % _MONTHS == 0 and follow:
            yield ends[-1]


def _days_of_balances(source: Source) -> Iterator[date]:
    """The last days of months for which sentences with an amount of money tell something, each once a document."""
    if source.kind is SourceType.SIGNED_CONTRACT:
        return
    found: set[date] = set()
    for line in _LINE.finditer(source.text):
        said = plain(line[0])
        if not _MONEY.search(said):
            continue
        for one in times(line[0]):
            day = one.period.end
            is_end = (day + timedelta(days=1)).day == 1
            if one.period.kind is PeriodKind.DAY and is_end and _AS_OF.search(said[: one.start]):
                found.add(day)
    yield from sorted(found)
