"""Dates as people write them in Romanian and English, and one date as a Romanian act writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from casewright.vocabulary.months import NUMBERS, ROMANIAN, alternatives, month_number, short_names

if TYPE_CHECKING:
    from collections.abc import Iterator

_DOTTED_NAMES = r"(?:june|july)\."
_MONTH = rf"(?P<month>{_DOTTED_NAMES}|{alternatives(NUMBERS)}|(?:{alternatives(short_names(NUMBERS))})\.?)"
_IN_WORDS = {
    "intai": 1,
    "doi": 2,
    "trei": 3,
    "patru": 4,
    "cinci": 5,
    "sase": 6,
    "sapte": 7,
    "opt": 8,
    "noua": 9,
    "zece": 10,
}
_IN_WORDS |= {"unsprezece": 11, "doisprezece": 12, "treisprezece": 13, "paisprezece": 14, "cincisprezece": 15}
_IN_WORDS |= {"saisprezece": 16, "saptesprezece": 17, "optsprezece": 18, "nouasprezece": 19, "douazeci": 20}
_IN_WORDS |= {f"douazeci si {word}": 20 + _IN_WORDS.get(word, 1) for word in ("unu", *list(_IN_WORDS)[1:9])}
_IN_WORDS |= {"treizeci": 30, "treizeci si unu": 31}
_DAY_WORDS = "|".join(sorted(_IN_WORDS, key=len, reverse=True))
_ISO = re.compile(r"(?<!\d)(?P<year>\d{4})-(?P<number>\d{1,2})-(?P<day>\d{1,2})(?!\d)")
_DOTTED = re.compile(
    r"(?<![\d/.])(?P<day>\d{1,2})\s?[./-]\s?(?P<number>\d{1,2})\s?[./-]\s?(?P<year>\d{4}|\d{2}(?!\d))(?![\d/])"
)
_NAMED = re.compile(
    rf"(?<![\d\w])(?P<day>\d{{1,2}}|{_DAY_WORDS})(?:st|nd|rd|th)?[\s-]+(?:of\s+)?{_MONTH}(?!\w)(?:[\s,]+(?P<year>(?:19|20)\d{{2}})(?!\d))?"
)
_AMERICAN = re.compile(
    rf"(?<!\w){_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?(?:\s+(?P<year>(?:19|20)\d{{2}}))?(?![\d.])"
)
_NUMBERS = {"o": 1, "un": 1, "a": 1, "one": 1, "doua": 2, "two": 2, "trei": 3, "three": 3, "patru": 4, "four": 4}
_NUMBERS |= {"cinci": 5, "five": 5, "sase": 6, "sapte": 7, "opt": 8, "noua": 9, "zece": 10}
_AGO = re.compile(
    r"\b(?:acum|in urma cu)\s+(?P<many>\d{1,3}|[a-z]+)\s+(?:de\s+)?(?P<unit>zi|zile|saptaman[ai])\b"
    r"|\b(?P<some>\d{1,3}|[a-z]+)\s+(?P<word>days?|weeks?)\s+ago\b"
)
_SHORT = re.compile(
    r"(?:\b(?:pe|din|in|de|la|data|on|from|since)\s+|^\W*)(?P<at>(?P<day>\d{1,2})\s?[./]\s?(?P<number>\d{1,2}))(?![\d/]|[.,]\d)"
)
"""„pe 03.10”: day and month without a year."""
_LONG_MONTHS = tuple(name for name in NUMBERS if len(name) >= 6)
_AFTER_A_DAY = re.compile(r"(?<=\d )(?P<word>[a-z]{6,10})\b")
_OF_MONTH = re.compile(
    r"(?:\b(?:pe|data de|pana pe)\s+|^\W*pe\s+)(?P<at>(?P<day>\d{1,2}))"
    r"(?=\W*(?:$|[,;!?)]|\.(?!\d)|(?:ale|a) (?:lunii|luna)\b|(?:si|dar|iar|cand|nu|l-am|am|a|au|mi|luna asta)\b))"
)
"""„pe 3”: a day of this month or the last."""
_MONTH_BEFORE = re.compile(rf"\b(?:lui|in|din|luna|of)\s+{_MONTH}(?!\w)[^.!?;]{{0,20}}$")
"""A month without a day, a few words before."""
_MONTH_THEN_DAY = re.compile(rf"\b(?:lui|in|din|luna)\s+{_MONTH},\s*(?P<day>\d{{1,2}})(?=\W*(?:$|[.;!]))")
"""„la sfârșitul lui iulie, 31”."""
_WEEKDAYS = {"luni": 0, "lunea": 0, "marti": 1, "martea": 1, "miercuri": 2, "miercurea": 2, "joi": 3, "joia": 3}
_WEEKDAYS |= {"vineri": 4, "vinerea": 4, "sambata": 5, "duminica": 6}
_WEEKDAYS |= {"monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6}
_WEEKDAY_NAME = r"(?P<name>luni|lunea|marti|martea|miercuri|miercurea|joi|joia|vineri|vinerea|sambata|duminica)"
_NAMED_BEFORE = re.compile(rf"\b{_WEEKDAY_NAME}\W{{0,3}}$")
_NAMED_AFTER = re.compile(rf"\W{{1,3}}{_WEEKDAY_NAME}\b")
_DAY_BEFORE = re.compile(rf"(?:\d[./-]\d{{1,4}}|\d{{1,2}} {_MONTH}(?: \d{{4}})?|\b(?:pe|data de) \d{{1,2}}),?\s*\(?$")
_NO_MONTHS = r"(?<!\d )(?<!de )(?<!cateva )(?<!doua )(?<!trei )(?<!patru )(?<!cinci )(?<!sase )"
"""Before „luni” that is a day: of numbers „luni” are months."""
_WEEKDAY = re.compile(
    r"\b(?P<at>(?:(?P<name>lunea|martea|miercurea|joia|vinerea|sambata|duminica|marti|miercuri|joi|vineri)"
    r"(?:\s+(?:trecut[ae]?|asta|aceasta))?"
    rf"|{_NO_MONTHS}(?P<bare>luni)(?=\s+(?:trecut|am|a|mi|dimineata|seara|la)|\W*$)"
    r"|last\s+(?P<english>monday|tuesday|wednesday|thursday|friday|saturday|sunday)))"
    r"(?!\w)(?!\s+(?:viitoare|urmatoare))(?![\s,]+(?:pe |in |din )?\d)"
)
_WORDS = re.compile(r"\b(?P<word>azi|astazi|today|alaltaieri|ieri|yesterday)\b")
_BACK = {"azi": 0, "astazi": 0, "today": 0, "ieri": 1, "yesterday": 1, "alaltaieri": 2}
_FIRST_YEAR = 1900


@dataclass(frozen=True, slots=True)
class DateFound:
    """A date and where it stands in the folded text."""

    start: int
    end: int
    day: date


def find_dates(folded: str, today: date) -> list[DateFound]:
    """Every date in the order of place; one without a year is the latest such day that is not after ``today``."""
    found: list[DateFound] = []
    for one in _all(_months_mended(folded), today):
        if all(one.end <= other.start or other.end <= one.start for other in found):
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def _months_mended(folded: str) -> str:
    """The text, as long as it was, with the months put right of which a letter or the order of two is wrong."""

    def right(match: re.Match[str]) -> str:
        return next((month for month in _LONG_MONTHS if _slipped(match["word"], month)), match["word"])

    return _AFTER_A_DAY.sub(right, folded)


def _slipped(word: str, month: str) -> bool:
    """Whether the words are as long, and one letter, or two neighbours, are otherwise."""
    if len(word) != len(month):
        return False
    wrong = [at for at, (a, b) in enumerate(zip(word, month, strict=True)) if a != b]
    if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
        return word[wrong[0]] == month[wrong[1]] and word[wrong[1]] == month[wrong[0]]
    return len(wrong) <= 1


def nearest(found: DateFound, folded: str, today: date) -> date:
    """The day, where its year was written; else the one of its name that is nearest to ``today``, before or after."""
    if str(found.day.year) in folded[found.start : found.end]:
        return found.day
    if re.search(r"\d[./-]\d{1,2}[./-]\d{2}", folded[found.start : found.end]):
        return found.day
    try:
        after = found.day.replace(year=found.day.year + 1)
    except ValueError:
        return found.day
    return after if abs((after - today).days) < abs((today - found.day).days) else found.day


def write_date(day: date) -> str:
    """The date as a Romanian act writes it: 3 noiembrie 2026."""
    return f"{day.day} {ROMANIAN[day.month - 1]} {day.year}"


def read_date(said: str) -> date | None:
    """The date that ``write_date`` wrote, at the beginning of the text; None where none stands there."""
    match = _NAMED.match(said.lower())
    if match is None or match["year"] is None:
        return None
    return _day(match, date(int(match["year"]), 12, 31))


def _all(folded: str, today: date) -> Iterator[DateFound]:
    for pattern in (_ISO, _DOTTED, _NAMED, _AMERICAN):
        for match in pattern.finditer(folded):
            day = _day(match, today)
            if day is not None:
                yield DateFound(match.start(), match.end(), day)
    for match in _AGO.finditer(folded):
        many = match["many"] or match["some"]
        count = int(many) if many.isdigit() else _NUMBERS.get(many)
        if count is not None:
            unit = 7 if (match["unit"] or match["word"]).startswith(("sapt", "week")) else 1
            day = today - timedelta(days=count * unit)
            start, end = match.span()
            named = _NAMED_BEFORE.search(folded[:start]) or (_NAMED_AFTER.match(folded, end) if unit > 1 else None)
            if unit > 1 and named is not None:  # „joi, acum două săptămâni”: that day of that week
                day += timedelta(days=_WEEKDAYS[named["name"]] - day.weekday())
                start, end = min(start, named.start("name")), max(end, named.end())
            yield DateFound(start, end, day)
    for match in _SHORT.finditer(folded):
        day = _day(match, today)
        if day is not None:
            yield DateFound(match.start("at"), match.end("at"), day)
    for match in _OF_MONTH.finditer(folded):
        told = _MONTH_BEFORE.search(folded[: match.start()])
        if told is not None:
            day = _of_month_told(int(match["day"]), month_number(told["month"]), today)
            if day is not None:
                yield DateFound(match.start("at"), match.end("at"), day)
            continue
        day = latest_of_month(int(match["day"]), today)
        if day is not None:
            yield DateFound(match.start("at"), match.end("at"), day)
    for match in _MONTH_THEN_DAY.finditer(folded):
        day = _of_month_told(int(match["day"]), month_number(match["month"]), today)
        if day is not None:
            yield DateFound(match.start("day"), match.end("day"), day)
    for match in _WEEKDAY.finditer(folded):
        if _DAY_BEFORE.search(folded[: match.start()]):
            continue  # „23 septembrie, miercuri”
        back = (today.weekday() - _WEEKDAYS[match["name"] or match["bare"] or match["english"]]) % 7 or 7
        yield DateFound(match.start("at"), match.end("at"), today - timedelta(days=back))
    for match in _WORDS.finditer(folded):
        yield DateFound(match.start(), match.end(), today - timedelta(days=_BACK[match["word"]]))


def _of_month_told(number: int, month: int, today: date) -> date | None:
    """The latest such day of the month that was told before it: „la începutul lui octombrie, pe 2”."""
    try:
        day = date(today.year, month, number)
        return day if day <= today else date(today.year - 1, month, number)
    except ValueError:
        return None


def latest_of_month(number: int, today: date) -> date | None:
    """The latest day of that number that is not after ``today``, in this month or the one before."""
    if number > today.day:
        today = today.replace(day=1) - timedelta(days=1)
    try:
        return today.replace(day=number)
    except ValueError:
        return None


def _day(match: re.Match[str], today: date) -> date | None:
    parts = match.groupdict()
    number = int(parts["number"]) if parts.get("number") else month_number(parts["month"])
    day = _IN_WORDS[parts["day"]] if parts["day"] in _IN_WORDS else int(parts["day"])
    written = parts.get("year")
    try:
        if written is None:
            this = date(today.year, number, day)
            return this if this <= today else date(today.year - 1, number, day)
        year = int(written) if len(written) == 4 else 2000 + int(written)
        return date(year, number, day) if year >= _FIRST_YEAR else None
    except ValueError:
        return None
