"""Periods named in running text, in English and Romanian, with their places."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.period_names import read_period
from casewright.vocabulary.months import ENGLISH, ROMANIAN, short_names

if TYPE_CHECKING:
    from collections.abc import Iterator

_IN_ENGLISH = dict(zip(ROMANIAN, ENGLISH, strict=True))
_ENGLISH = "|".join((*ENGLISH, *short_names(ENGLISH)))
_MONTH = rf"(?:{'|'.join(ROMANIAN)}|{_ENGLISH})\.?"
_YEAR = r"(?:19|20)\d\d"
_DAY = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? {_YEAR}|{_MONTH} \d{{1,2}},? {_YEAR}|{_YEAR}-\d\d-\d\d"
    rf"|\d{{1,2}}\.\d{{1,2}}\.{_YEAR}|\d{{1,2}}[ -](?:{_ENGLISH})[ -]'?\d\d|\d{{1,2}}/\d{{1,2}}/{_YEAR})"
)
_KIND = r"(?:financial|fiscal|business|accounting|trading|reporting|operating)"
_ORDINAL = r"(?:first|second|third|fourth|1st|2nd|3rd|4th)"
_FISCAL = (
    rf"(?:(?:{_KIND} )?(?:year|yr)|twelve months|12 months|12m|exercitiului(?: financiar)?"
    r"|exercitiul(?: financiar)?)"
    r" (?:ended|ending|to|incheiat la)(?: on)?"
)
_BRIEF_MONTH = rf"(?:{_ENGLISH})\.?(?:-| ?')\d\d"
_LTM = r"(?:ltm|ttm|(?:last|trailing|past|latest|preceding|previous) (?:twelve|12) months)(?: to| ended)?"
_QUARTER = (
    rf"(?:[qt][1-4](?: |/|-)(?:of |din )?{_YEAR}|{_YEAR}(?: |/|-)?[qt][1-4]|[1-4]q ?{_YEAR}"
    rf"|{_ORDINAL} quarter (?:of )?{_YEAR}|trimestrul (?:iv|i{{1,3}}|[1-4])(?: din|,)? {_YEAR})"
)
_HALF = (
    rf"(?:[hs][12](?: |/|-)(?:of |din )?{_YEAR}|{_YEAR}(?: |/|-)?h[12]|[12]h (?:of )?{_YEAR}"
    rf"|(?:first|second|1st|2nd) half(?: year)? (?:of )?{_YEAR}"
    rf"|(?:six|6) months (?:to|ended|ending)(?: on)? {_DAY}|semestrul (?:ii?|[12])(?: din|,)? {_YEAR})"
)
_PART = (
    rf"(?:[qht][1-4] (?:of )?fy ?'?(?:\d\d|{_YEAR})|fy ?'?(?:\d\d|{_YEAR}) [qht][1-4]|(?:[qht][1-4]"
    rf"|[1-4][qh])[ '-]?\d\d"
    rf"|\d{{1,2}} ?m(?:onths)?[ -]?(?:to |ended |fy ?)?(?:{_DAY}|{_MONTH} {_YEAR}|{_YEAR}|'?\d\d)"
    rf"|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|\d{{1,2}}) (?:months|weeks) (?:to|ended|ending"
    rf"|of)(?: on)? (?:{_DAY}|{_MONTH} {_YEAR}|{_YEAR})"
    rf"|(?:ytd|year[ -]to[ -]date)(?: to)?(?: (?:{_DAY}|{_MONTH} {_YEAR}|{_YEAR}))?"
    rf"|(?:[qht][1-4]|{_ORDINAL} (?:quarter|half)(?: year)?) (?:of |in )?(?:the )?(?:fy|{_KIND} (?:year )?)"
    rf" ?'?(?:\d\d|{_YEAR})"
    rf"|{_KIND} (?:year )?{_YEAR},? (?:[qht][1-4]|{_ORDINAL} (?:quarter|half))|[mp](?:0?[1-9]|1[0-2])(?: |/|-){_YEAR})"
)
"""Parts of years whose ends only the company's own calendar tells, or that are no usual stretch: no period is read."""
_PATTERN = (
    rf"(?<![\w.,-])(?:(?P<fiscal>{_FISCAL} (?:{_DAY}|{_MONTH} {_YEAR}|{_BRIEF_MONTH}))"
    rf"|(?P<ltm>{_LTM} (?:{_DAY}|{_MONTH} {_YEAR})"
    rf"|twelve months to {_MONTH} {_YEAR})"
    rf"|(?P<span>{_MONTH}(?: (?:to|until|till|through|pana in) |\s?[-–]\s?){_MONTH},? (?:{_YEAR}|'?\d\d))"
    rf"|(?P<half>{_HALF})|(?P<three>(?:three|3) months (?:to|ended|ending) {_DAY})"
    rf"|(?P<part>{_PART})|(?P<brief>(?:{_ENGLISH})\.?(?:-| ?')\d\d)"
    rf"|(?P<quarter>{_QUARTER})|(?P<day>{_DAY})|(?P<month>{_MONTH} {_YEAR}|{_YEAR}-(?:0[1-9]|1[0-2])"
    rf"|(?<![/\d])(?:0[1-9]|1[0-2])/{_YEAR})"
    rf"|(?P<split>(?:fy ?)?(?:{_YEAR}|\d\d)/(?:{_YEAR}|\d\d))"
    rf"|(?P<year>(?:fye? ?|ye |(?:the )?(?:(?:financial|fiscal)|{_KIND} year)(?: year)? |anul "
    rf"|(?:end|sfarsitul)(?:ul)? (?:of|lui) )?{_YEAR}(?:[ae])?)"
    r"|(?P<short>fye? ?'?\d\d[ae]?))(?![\w-]|[.,/]\d)"
)
_PERIOD = re.compile(_PATTERN.replace(" ?", r"\s*").replace(" ", r"\s+"))  # a line may end anywhere
_YEARS_END = re.compile(
    rf"(?:financial|fiscal|accounting|business|reporting) years? (?:ends?|ending|closes?|closing|runs? to"
    rf"|to)(?: on)?(?: the)? (?P<day>\d{{1,2}} {_MONTH}|{_MONTH} \d{{1,2}})(?!,? {_YEAR})"
    rf"|(?:(?:financial|fiscal|accounting|business|reporting) years?|fy ?\d\d(?:\d\d)?"
    rf"|exercitiul financiar)[^.\n]{{0,30}}? \d{{1,2}} {_MONTH}(?: {_YEAR})?"
    rf" (?:to|-|–|pana la) (?P<last>\d{{1,2}} {_MONTH})"
)
_DIGIT = re.compile(r"\d")
"""Without one no period can be read."""
_MADE = re.compile(r"\b(?:on|dated|made|printed|prepared|from)\s+$")
_SHORTS = [name[:3] for name in ENGLISH]
_ORDER = {"first": 1, "second": 2, "third": 3, "fourth": 4, "i": 1, "ii": 2, "iii": 3, "iv": 4}


@dataclass(frozen=True, slots=True)
class Time:
    """A period that is named at ``start`` to ``end``; ``bare`` is a year alone, without a word that says it is one."""

    start: int
    end: int
    period: Period
    bare: bool = False
    fiscal: bool = False


def times(text: str) -> tuple[Time, ...]:
    """The periods that a line names, in order."""
    return _times_of(plain(text))


def fiscal_end(text: str) -> date | None:
    """The end of the financial year that a document says in its first lines that it is about."""
    for time in times(text):
        if time.period.kind is PeriodKind.YEAR and time.fiscal and "month" not in plain(text[time.start : time.end]):
            return time.period.end
    said = _YEARS_END.search(plain(text))
    if said is None:
        return None
    day = _in_english(said["day"] or said["last"])
    return _day(f"{day} 2001") if day[0].isdigit() else _day(f"{day}, 2001")


@lru_cache(maxsize=4_096)
def period_of_title(text: str) -> Period | None:
    """The period that a title says its table is about; not the day on which it was made."""
    line = plain(text)
    found = {time.period for time in times(text) if not _MADE.search(line[: time.start])}
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=4_096)
def names_time(text: str) -> bool:
    """Whether a header or a label names a time, be it one that cannot be read."""
    return _PERIOD.search(plain(text)) is not None


@lru_cache(maxsize=4_096)
def find_period(text: str) -> Period | None:
    """The one period that a header or a label names; None where it names none, or two."""
    found = {time.period for time in times(text)}
    return found.pop() if len(found) == 1 else None


def with_year_end(period: Period, ends: date | None) -> Period:
    """A year by its number as the financial year that ends in it, where years end on another day than 31 December."""
    if ends is None or period.kind is not PeriodKind.YEAR or (period.end.month, period.end.day) != (12, 31):
        return period
    if (ends + timedelta(days=1)).day == 1:
        return Period(PeriodKind.YEAR, month_end(period.end.replace(day=1, month=ends.month)))
    return Period(PeriodKind.YEAR, period.end.replace(month=ends.month, day=ends.day))


def month_end(day: date) -> date:
    """The last day of the month that ``day`` is in."""
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


@lru_cache(maxsize=16_384)
def _times_of(line: str) -> tuple[Time, ...]:
    """Those of a line in plain letters. Checks ask for the same sentences and labels: the last ones are kept."""
    return tuple(_times(line)) if _DIGIT.search(line) else ()


def _times(line: str) -> Iterator[Time]:
    for match in _PERIOD.finditer(line):
        period = _read(match.lastgroup or "", match[0])
        if period is not None:
            yield Time(
                match.start(), match.end(), period, bare=match[0].isdecimal(), fiscal=match.lastgroup == "fiscal"
            )


@lru_cache(maxsize=4_096)
def _read(kind: str, words: str) -> Period | None:
    """The period that words of this group of the pattern name; papers name the same few again and again."""
    said = _in_english(words)
    if kind == "part":
        return None
    if kind == "half":
        return _read_half(said)
    if kind == "span":
        return _read_span(said)
    if kind == "fiscal":
        day = _day(said) or _last_of_month(said)
        return None if day is None else Period(PeriodKind.YEAR, day)
    if kind == "ltm":
        tail = re.search(rf"(?:{_DAY}|{_MONTH} {_YEAR})$", said)
        return read_period(f"ltm {tail[0]}") if tail else None
    if kind == "three":
        day = _day(said)
        return (
            None
            if day is None or day.month % 3 or (day + timedelta(days=1)).day > 1
            else Period(PeriodKind.QUARTER, day)
        )
    if kind == "quarter":
        year = re.search(_YEAR, said)
        rest = said.replace(year[0], "") if year else said
        number = next((int(sign) for sign in rest if sign in "1234"), 0)
        number = number or next((_ORDER[word] for word in rest.replace(",", " ").split() if word in _ORDER), 0)
        return read_period(f"{year[0]}-q{number}") if year and number else None
    if kind == "day":
        day = _day(said)
        return None if day is None else Period(PeriodKind.DAY, day)
    if kind == "year":
        year = re.search(_YEAR, said)
        if year and re.match(r"(?:end|sfarsit)", said):
            return Period(PeriodKind.DAY, date(int(year[0]), 12, 31))
        return read_period(year[0]) if year else None
    if kind == "split":
        return _read_split(said)
    if kind == "month" and "/" in said:
        return read_period("-".join(reversed(said.split("/"))))
    if kind == "short":
        return read_period("fy" + re.sub(r"\D", "", said))
    return read_period(said)


def _last_of_month(said: str) -> date | None:
    """The last day of the month that the end of the words names."""
    found = re.search(rf"(?:{_MONTH} {_YEAR}|{_BRIEF_MONTH})$", said)
    month = read_period(found[0].replace(".", "")) if found else None
    return None if month is None else month.end


def _read_split(said: str) -> Period | None:
    """A year over the turn of two calendar years, such as 2023/24: that in which it ends."""
    first, last = (int(part) for part in re.findall(r"\d+", said))
    if last % 100 != (first + 1) % 100 or (last < 100 and first < 100 and not 5 <= last <= 60):
        return None
    return read_period(f"fy{last if last > 100 else 2000 + last}")


_LASTING = {3: PeriodKind.QUARTER, 6: PeriodKind.HALF, 12: PeriodKind.YEAR}


def _read_span(said: str) -> Period | None:
    """From one month to another: a quarter, a half or a whole year; nothing where it is no such stretch."""
    months = [_SHORTS.index(one[:3]) + 1 for one in re.findall(r"[a-z]{3,}", said) if one[:3] in _SHORTS]
    year = re.search(rf"{_YEAR}|\d\d$", said)
    if len(months) != 2 or year is None:
        return None
    kind = _LASTING.get((months[1] - months[0]) % 12 + 1)
    last = int(year[0]) % 100 + 2000 if len(year[0]) == 2 else int(year[0])
    return None if kind is None else Period(kind, month_end(date(last, months[1], 1)))


def _read_half(said: str) -> Period | None:
    day = _day(said)
    if day is not None:
        return Period(PeriodKind.HALF, day) if (day + timedelta(days=1)).day == 1 else None
    year = re.search(_YEAR, said)
    if year is None:
        return None
    rest = said.replace(year[0], "")
    second = re.search(r"2|second|\bii\b", rest) is not None
    return Period(PeriodKind.HALF, date(int(year[0]), 12, 31) if second else date(int(year[0]), 6, 30))


def _day(said: str) -> date | None:
    found = re.search(_DAY, said)
    read = read_period(_in_full(found[0])) if found else None
    return None if read is None else read.end


def _in_full(day: str) -> str:
    """A day with slashes, where only one of its numbers can be a month, or with a year of two digits, in full."""
    slashes = re.fullmatch(rf"(\d{{1,2}})/(\d{{1,2}})/({_YEAR})", day)
    if slashes is not None:
        first, second = int(slashes[1]), int(slashes[2])
        if first == second or (first > 12) != (second > 12):
            number, month = (first, second) if first > 12 or first == second else (second, first)
            return f"{slashes[3]}-{month:02}-{number:02}"
        return ""
    brief = re.fullmatch(rf"(\d{{1,2}})[ -]({_ENGLISH})[ -]'?(\d\d)", day)
    return day if brief is None else f"{brief[1]} {brief[2]} 20{brief[3]}"


def _in_english(said: str) -> str:
    return re.sub(r"[a-z]+", lambda word: _IN_ENGLISH.get(word[0], word[0]), " ".join(said.split()))
