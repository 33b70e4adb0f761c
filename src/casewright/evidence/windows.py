"""Which stretches of time a sentence names, and whether a claim's period is among them.

Conservative: a year in digits alone, a month or a day says nothing here, and what a figure is only compared with
("up 40 % on FY2024") is no window of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from casewright.domain.periods import PeriodKind
from casewright.vocabulary.months import ENGLISH, alternatives, numbered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.periods import Period


class Span(StrEnum):
    """How long a named window is."""

    YEAR = "year"
    LTM = "ltm"
    TWELVE = "twelve months"
    HALF = "half"
    QUARTER = "quarter"
    SO_FAR = "year to date"


@dataclass(frozen=True, slots=True)
class Named:
    """A window as it is named: with what is known of its ``year``, ``quarter`` and last ``month``."""

    span: Span
    words: str
    year: int | None = None
    quarter: int | None = None
    month: int | None = None


_MONTHS = numbered(ENGLISH)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_MONTH = rf"(?P<month>{alternatives(_MONTHS)})\b\.?"
_LONG = r"(?P<year>(?:19|20)\d\d)\b"
_SHORT = r"'?(?P<year>(?:19|20)\d\d|\d\d)\b"
_DATE = (
    rf"(?:(?:\d{{1,2}}(?:st|nd|rd|th)?[ -])?{_MONTH}(?: \d{{1,2}})?,?[ '-]{_SHORT}"
    r"|(?P<isoyear>(?:19|20)\d\d)-(?P<isomonth>0[1-9]|1[0-2])(?:-\d\d)?\b"
    r"|\d{1,2}\.(?P<dotmonth>0?[1-9]|1[0-2])\.(?P<dotyear>(?:19|20)\d\d)\b)"
)
_LAST_TWELVE = r"\b(?:ltm|ttm|l12m|(?:last|trailing|past|previous)[ -](?:twelve|12)[ -]months?)\b"
_TO = r"(?: ?[,(]? ?(?:to|ended|ending|as of|as at|through|until)?(?: the)? ?)"
_COMPARED = re.compile(
    r"\b(?:on|over|from|versus|vs\.?|against|compared (?:to|with)|than|since|until|before|after)(?: the)? ?$"
)
_FISCAL = r"(?:fye?|fiscal(?: year)?|financial year)"
_PATTERNS: tuple[tuple[Span, tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (span, hints, re.compile(pattern))
    for span, hints, pattern in (
        (
            Span.LTM,
            ("ltm", "ttm", "l12m", "month"),
            rf"{_LAST_TWELVE}(?:{_TO}(?:{_DATE}|q(?P<quarter>[1-4])[ /-]?'?(?P<qyear>(?:20)?\d\d)\b))?",
        ),
        (Span.TWELVE, ("month",), rf"\b(?:twelve|12)[ -]months?{_TO}{_DATE}"),
        (
            Span.YEAR,
            ("year", "fy"),
            rf"\b(?:(?:fiscal |financial )?year|fye?) (?:ended|ending|to)(?: on)?(?: the)? {_DATE}",
        ),
        (Span.QUARTER, ("q",), rf"\bq(?P<quarter>[1-4])[ ,/-]*(?:(?:of )?(?P<fiscal>fy|fiscal)\s?)?{_LONG}"),
        (Span.QUARTER, ("q",), r"\bq(?P<quarter>[1-4]),? (?P<fiscal>fy) ?'?\d\d\b"),
        (Span.QUARTER, ("q",), r"\bq(?P<quarter>[1-4])(?:[/-]| ?')(?P<year>\d\d)\b"),
        (Span.QUARTER, ("q",), r"\b(?P<year>(?:19|20)\d\d)[ /-]?q(?P<quarter>[1-4])\b"),
        (Span.QUARTER, ("q",), rf"\b(?P<quarter>[1-4])q[ /-]?{_SHORT}"),
        (
            Span.QUARTER,
            ("quarter",),
            rf"\b(?P<ordinal>first|second|third|fourth)[ -]quarter(?:(?: of)?(?P<fiscal> fiscal| fy)?,? ?{_LONG})?",
        ),
        (Span.QUARTER, ("month",), rf"\b(?:three|3)[ -]months?{_TO}{_DATE}"),
        (Span.QUARTER, ("q",), r"\bq(?P<quarter>[1-4])\b"),
        (Span.HALF, ("h1", "h2", "half"), rf"\b(?:h[12]|(?:first|second)[ -]half(?: of)?)[ /-]?{_SHORT}"),
        (Span.SO_FAR, ("ytd", "date"), r"\b(?:ytd|year[ -]to[ -]date)\b"),
        (Span.YEAR, ("fy",), r"\bfye?[ -]?(?P<isoyear>(?:19|20)\d\d)-(?P<isomonth>0[1-9]|1[0-2])\b"),
        (Span.YEAR, ("f",), rf"\b{_FISCAL}[ -]?'?(?:19|20)?\d\d[/-](?P<year>(?:20)?\d\d)\b"),
        (Span.YEAR, ("f",), rf"\b{_FISCAL}[ -]?{_SHORT}"),
    )
)
"""What each window is called; a text without any of the short hints cannot name it so."""
_HINT = re.compile(r"fy|fiscal|financial year|year|ltm|ttm|l12m|month|q[1-4]|[1-4]q|quarter|half|h[12]|ytd")


def named_windows(text: str) -> Sequence[Named]:
    """The windows that ``text`` names, other than those it only compares with."""
    plain = " ".join(text.casefold().replace("’", "'").replace("–", "-").replace("‑", "-").split())
    if not _HINT.search(plain):
        return ()
    found: list[Named] = []
    for span, hints, pattern in _PATTERNS:
        if not any(map(plain.__contains__, hints)):
            continue
        for match in tuple(pattern.finditer(plain)):
            if not _COMPARED.search(plain[: match.start()]):
                found.append(_named(span, match))
            plain = plain[: match.start()] + "#" * len(match[0]) + plain[match.end() :]
    return found


def other_window(period: Period, level: bool, named: Sequence[Named]) -> Named | None:
    """The first of ``named`` where none of them can be ``period``; None where one can, or where nothing is named.

    ``level`` is for figures that state how things were at the end of the period.
    """
    if period.kind not in (PeriodKind.YEAR, PeriodKind.LTM, PeriodKind.QUARTER) or not named:
        return None
    if sum(window.span is Span.QUARTER for window in named) > 1 and period.kind is not PeriodKind.QUARTER:
        return None  # quarters that add up, or a comparison of them
    return None if any(_can_be(window, period, level) for window in named) else named[0]


def _can_be(window: Named, period: Period, level: bool) -> bool:
    ends_alike = window.year in (None, period.end.year) and window.month in (None, period.end.month)
    match window.span:
        case Span.TWELVE:
            return ends_alike and (level or period.kind is not PeriodKind.QUARTER)
        case Span.LTM:
            if period.kind is PeriodKind.LTM:
                return ends_alike
            return window.month is not None and ends_alike and (level or period.kind is PeriodKind.YEAR)
        case Span.YEAR:
            if period.kind is PeriodKind.YEAR:
                return ends_alike
            december = window.month or 12  # where a year names no month
            same_end = (window.year, december) == (period.end.year, period.end.month)
            return same_end and (level or period.kind is PeriodKind.LTM)
        case Span.QUARTER:
            if period.kind is PeriodKind.QUARTER or level:
                return window.quarter in (None, (period.end.month + 2) // 3) and ends_alike
            return window.quarter is None
        case Span.HALF | Span.SO_FAR:
            return level


def _named(span: Span, match: re.Match[str]) -> Named:
    given = {name: value for name, value in match.groupdict().items() if value}
    quarter = _number(given, "quarter") or _ORDINALS.get(given.get("ordinal", ""))
    year = _number(given, "year", "isoyear", "dotyear", "qyear")
    if year is not None and year < 100:
        year += 2000
    month = _MONTHS.get(given.get("month", "")) or _number(given, "isomonth", "dotmonth")
    words = match[0].strip(" ,(")
    if "fiscal" in given and span is Span.QUARTER:
        return Named(span, words)  # which months these are, only the company's own calendar tells
    if span is Span.LTM and quarter:
        return Named(span, words, year, None, quarter * 3)
    return Named(span, words, year, quarter, month)


def _number(given: Mapping[str, str], *names: str) -> int | None:
    return next((int(given[name]) for name in names if name in given), None)
