"""Days as contracts write them, in English and Romanian. A day with a part left open ("the ___ day of May") is none."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.vocabulary.months import NUMBERS, alternatives, month_number, short_names
from casewright.vocabulary.number_words import ENGLISH, ENGLISH_SCALES, ORDINALS, spelled

if TYPE_CHECKING:
    from collections.abc import Iterator

_MONTH = rf"(?P<month>(?:{alternatives(NUMBERS)})\b\.?|(?:{alternatives(short_names(NUMBERS))})\b\.?)"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_NTH = "|".join(sorted((word.replace("-", "[ -]") for word in ORDINALS), key=len, reverse=True))
_DAY = rf"(?:the )?(?P<day>\d{{1,2}}|{_NTH}|intai)(?: ?(?:st|nd|rd|th)\b)?(?: ?\(\d{{1,2}}(?:st|nd|rd|th)?\))?"
_NUMBER_WORD = "|".join(sorted((*ENGLISH, "hundred", *ENGLISH_SCALES), key=len, reverse=True))
_YEAR = (
    r"(?P<year>(?:19|20)\d\d(?!\d)|(?:two thousand|nineteen hundred)"
    rf"(?:(?: and)?[ -](?:{_NUMBER_WORD})(?:[ -](?:{_NUMBER_WORD}))?)?)"
)
_BEFORE_YEAR = r",? ?,?(?: ?\(?(?:of |in )?(?:the )?(?:calendar )?(?:year )?(?:of our lord )?,?)? ?"
_NAMED = (
    re.compile(rf"(?<![\w.]){_MONTH}[ -]?{_DAY}[.-]?{_BEFORE_YEAR}{_YEAR}"),
    re.compile(
        rf"(?<![\w./]){_DAY},?[ -]?(?:day )?,?(?:of )?(?:-+ ?)?(?:{_WEEKDAY},? )?"
        rf"(?:the month of )?{_MONTH}-?{_BEFORE_YEAR}{_YEAR}"
    ),
    re.compile(
        rf"(?<!\w)(?P<day>\d{{1,2}})[-/](?P<month>(?:{alternatives(short_names(NUMBERS))}))[-/](?P<brief>\d\d)(?!\d)"
    ),
)
_LAST_DAY = re.compile(
    rf"(?<!\w)(?:last day|end) (?:of|in) (?:the month of )?{_MONTH},? ?(?P<year>(?:19|20)\d\d)(?!\d)"
)
_ISO = re.compile(
    r"(?<![\d/.-])(?P<year>(?:19|20)\d\d)(?P<sign>[-/.])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})(?![\d/-])"
)
_NUMERIC = re.compile(
    r"(?<![\d/.-])(?P<first>\d{1,2}) ?(?P<sign>[/.-]) ?(?P<second>\d{1,2}) ?(?P=sign) ?(?P<year>(?:19|20)\d\d|\d\d)"
    r"(?![\d/-]|\.\d)"
)
_TURN = 70
"""Years written with two digits are of this century below it, of the last from it on."""


@dataclass(frozen=True, slots=True)
class DateFound:
    """A day and where it stands in the words."""

    start: int
    end: int
    day: date


def find_dates(words: str, text: str) -> list[DateFound]:
    """The days in ``words``, in order; ``text``, the whole document, decides what 5/8/14 means."""
    return sorted({one.start: one for one in _all(words, text)}.values(), key=lambda one: one.start)


def _all(words: str, text: str) -> Iterator[DateFound]:
    for pattern in (*_NAMED[:2], _ISO):
        for found in pattern.finditer(words):
            yield from _found(found, _year(found["year"]), _month(found["month"]), _day_number(found["day"]))
    for found in _LAST_DAY.finditer(words):
        year, month = int(found["year"]), month_number(found["month"])
        yield DateFound(found.start(), found.end(), date(year, month, calendar.monthrange(year, month)[1]))
    for found in _NAMED[2].finditer(words):
        yield from _found(found, _year(found["brief"]), _month(found["month"]), int(found["day"]))
    for found in _NUMERIC.finditer(words):
        order = _order(found, text)
        if order:
            first, second = int(found["first"]), int(found["second"])
            day, month = (second, first) if order == "month first" else (first, second)
            yield from _found(found, _year(found["year"]), month, day)


def _found(found: re.Match[str], year: int, month: int, day: int) -> Iterator[DateFound]:
    try:
        yield DateFound(found.start(), found.end(), date(year, month, day))
    except ValueError:  # 31 April
        return


def _month(said: str) -> int:
    return int(said) if said.isdecimal() else month_number(said)


def _day_number(said: str) -> int:
    if said.isdecimal():
        return int(said)
    return 1 if said == "intai" else ORDINALS[said.replace(" ", "-")]


def _year(said: str) -> int:
    if said.isdecimal():
        number = int(said)
        return number if number >= 100 else number + (2000 if number < _TURN else 1900)
    return int(spelled(re.split(r"[ -]", said)))


def _order(found: re.Match[str], text: str) -> str | None:
    """Which of month and day is first; None where nothing says it."""
    first, second = int(found["first"]), int(found["second"])
    if first > 12 or first == second:
        return "day first"
    if second > 12:
        return "month first"
    return "day first" if found["sign"] == "." else _order_of(text)


_UNAMBIGUOUS = re.compile(r"(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(?:(?:19|20)\d\d|\d\d)(?![\d/-])")
_AMERICAN = re.compile(
    r"\bUnited States\b|\bU\.S\.|\bUSA?\b|\bState of [A-Z]|\b(?:California|New York|Delaware|Texas|Florida|Nevada)\b"
)
_DAY_FIRST = re.compile(
    r"\b(?:England|United Kingdom|Ireland|India|Australia|Singapore|Hong Kong|Germany|France|Italy|Spain|Israel|Romania"
    r"|Netherlands|Rom[aâ]ni[ae]i?|articolul|contractul)\b"
)


@lru_cache(maxsize=4)
def _order_of(text: str) -> str | None:
    """The order of numbers in the document's dates: by those that can be read one way only, else by its places."""
    pairs = [(int(found[1]), int(found[3])) for found in _UNAMBIGUOUS.finditer(text)]
    days_first = sum(12 < first <= 31 and second <= 12 for first, second in pairs)
    months_first = sum(12 < second <= 31 and first <= 12 for first, second in pairs)
    if days_first != months_first:
        return "day first" if days_first > months_first else "month first"
    american, others = (sum(1 for _ in pattern.finditer(text)) for pattern in (_AMERICAN, _DAY_FIRST))
    if american == others:
        return None
    return "month first" if american > others else "day first"
