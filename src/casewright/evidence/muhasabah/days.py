"""Dates and periods in a sentence."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from casewright.domain.periods import Period, PeriodKind
from casewright.vocabulary.folding import plain_letters
from casewright.vocabulary.months import ENGLISH, ROMANIAN, alternatives, numbered


class Span(StrEnum):
    """How long a stretch of time is named."""

    DAY = "day"
    MONTH = "month"
    QUARTER = "quarter"
    HALF = "half"
    YEAR = "year"
    LTM = "ltm"


@dataclass(frozen=True, slots=True)
class Day:
    """A date or period at ``text[start:end]``: its kind and its last day, None where there is no such day.

    ``perhaps_a_number`` says that it may be a count as well: "2025".
    """

    start: int
    end: int
    span: Span
    last: date | None
    perhaps_a_number: bool = False

    def tells(self, day: date) -> bool:
        """Whether ``day`` is in it."""
        if self.last is None:
            return False
        return self._first() <= day <= self.last

    def is_period(self, period: Period) -> bool:
        """Whether it names this period, or one in which the period's only day lies.

        A period's last day names it too: what is so for FY2025 is so at its end.
        """
        if self.last is None:
            return False
        if self.span is Span.DAY:
            return self.last == period.end
        if period.kind is PeriodKind.DAY:
            return self.tells(period.end)
        return _KINDS.get(self.span) is period.kind and _same_month(self.last, period.end)

    def _first(self) -> date:
        last = self.last or date.max
        months = {Span.MONTH: 1, Span.QUARTER: 3, Span.HALF: 6, Span.YEAR: 12, Span.LTM: 12}.get(self.span)
        if months is None:
            return last
        year, month = divmod(last.year * 12 + last.month - months, 12)
        return date(year, month + 1, 1)


_KINDS = {
    Span.MONTH: PeriodKind.MONTH,
    Span.QUARTER: PeriodKind.QUARTER,
    Span.YEAR: PeriodKind.YEAR,
    Span.LTM: PeriodKind.LTM,
}
_MONTHS = numbered((*ENGLISH, *ROMANIAN))
_MONTH = rf"(?P<month>{alternatives(_MONTHS)})\b\.?"
_YEAR4 = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_ANY_YEAR = r"(?P<year>(?:19|20)\d\d|['’]?\d\d)(?![\d.,]\d|\d|%)"
_NTH = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_FORMS: tuple[tuple[Span, re.Pattern[str]], ...] = tuple(
    (span, re.compile(form, re.IGNORECASE))
    for span, form in (
        (Span.DAY, r"(?<!\d)(?P<year>(?:19|20)\d\d)-(?P<number>\d{1,2})-(?P<day>\d{1,2})(?!\d)"),
        (Span.DAY, r"(?<![\d.])(?P<day>\d{1,2})[./](?P<number>\d{1,2})[./](?P<year>(?:19|20)\d\d)(?!\d)"),
        (Span.DAY, rf"(?<!\d){_NTH}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR4}"),
        (Span.DAY, rf"\b{_MONTH}\s+{_NTH},?\s+{_YEAR4}"),
        (Span.LTM, r"\b(?:LTM|TTM)\s*(?:to\s+)?(?P<year>(?:19|20)\d\d)-(?P<number>\d\d)(?!\d)"),
        (Span.LTM, rf"\b(?:LTM|TTM)\s*(?:to\s+)?{_MONTH}\s+{_YEAR4}"),
        (Span.QUARTER, rf"\bQ(?P<part>[1-4])[\s/-]*(?:FY|of\s+)?\s*{_ANY_YEAR}"),
        (Span.QUARTER, rf"(?<!\d){_YEAR4}[\s/-]*Q(?P<part>[1-4])\b"),
        (Span.HALF, rf"\bH(?P<part>[12])[\s/-]*(?:FY|of\s+)?\s*{_ANY_YEAR}"),
        (Span.HALF, rf"(?<!\d){_YEAR4}[\s/-]*H(?P<part>[12])\b"),
        (Span.YEAR, r"\b(?:FY|CY)[\s-]*(?P<year>(?:19|20)\d\d)-(?P<number>\d\d)(?!\d)"),
        (Span.YEAR, rf"\b(?:FY|CY)[\s-]*{_ANY_YEAR}"),
        (Span.MONTH, rf"\b{_MONTH},?\s+(?:of\s+)?{_YEAR4}"),
        (Span.MONTH, r"(?<![\d.,-])(?P<year>(?:19|20)\d\d)-(?P<number>0[1-9]|1[0-2])(?![\d-])"),
        (Span.DAY, rf"(?<!\d){_NTH}\s+(?:of\s+)?{_MONTH}(?!\s*\d)"),
        (Span.YEAR, rf"(?<![\d.,€$£-]){_YEAR4}(?![.,'’]\d|\s?%|-\d)"),
    )
)


def days(text: str) -> list[Day]:
    """The dates and periods of ``text``, which holds no references, in the order in which they stand."""
    plain = plain_letters(text)
    found: list[Day] = []
    for span, form in _FORMS:
        for match in form.finditer(plain):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(_day(span, match))
    return sorted(found, key=lambda one: one.start)


def _day(span: Span, match: re.Match[str]) -> Day:
    part = {name: text for name, text in match.groupdict().items() if text is not None}
    return Day(match.start(), match.end(), span, _last(span, part), perhaps_a_number=match[0].isdigit())


def _last(span: Span, part: dict[str, str]) -> date | None:
    """The last day of what was named. A year of two digits is of this century; a day without a year is no day."""
    if "year" not in part:
        return None
    year = int(part["year"].lstrip("'’"))
    year += 2000 if year < 100 else 0
    month = _MONTHS[part["month"].lower()] if "month" in part else int(part.get("number", 12))
    if "part" in part:
        month = int(part["part"]) * (3 if span is Span.QUARTER else 6)
    if not 1 <= month <= 12:
        return None
    length = calendar.monthrange(year, month)[1]
    day = int(part["day"]) if span is Span.DAY else length
    return date(year, month, day) if 1 <= day <= length else None


def _same_month(one: date, other: date) -> bool:
    return (one.year, one.month) == (other.year, other.month)


def without(text: str, found: list[Day]) -> str:
    """``text`` with spaces where these stand."""
    signs = list(text)
    for one in found:
        signs[one.start : one.end] = " " * (one.end - one.start)
    return "".join(signs)
