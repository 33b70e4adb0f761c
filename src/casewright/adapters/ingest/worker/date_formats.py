"""Dates, times and durations of a workbook as their formats show them, month and day names in English."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.worker.format_tokens import Token, tokens_of
from casewright.vocabulary.months import ENGLISH_TITLES

if TYPE_CHECKING:
    from collections.abc import Sequence

Moment = datetime | date | time | timedelta

_OF_THE_SYSTEM: Final = frozenset({"mm-dd-yy", "m/d/yy h:mm"})
"""Built-in formats that each computer shows in its own country's way."""
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def date_shown(value: Moment, section: str) -> str:
    """The value by the format's section; as ISO 8601 where the format leaves the order to the computer's country."""
    is_local = section in _OF_THE_SYSTEM or section.startswith("*") or re.match(r"\[\$-[xX]?[fF]?[48]00\]", section)
    tokens = tokens_of(section)
    if is_local or not any(token.kind in ("date", "elapsed") for token in tokens):
        return _plainly(value)
    if isinstance(value, timedelta) or any(token.kind == "elapsed" for token in tokens):
        return _duration_shown(_span(value), tokens) or _plainly(value)
    moment = _moment(value, tokens)
    return ("".join(_shown(moment, tokens)).strip() if moment is not None else "") or _plainly(value)


def _plainly(value: Moment) -> str:
    if isinstance(value, datetime):
        if value.time() == time():
            return value.date().isoformat()
        return value.isoformat(" ", "minutes" if not value.second and not value.microsecond else "seconds")
    if isinstance(value, timedelta):
        return _duration_shown(value, tokens_of("[h]:mm:ss"))
    return value.isoformat()


def _moment(value: Moment, tokens: Sequence[Token]) -> datetime | None:
    """The value as a point in time; None where the format asks a time of day for its date."""
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day)  # noqa: DTZ001  a workbook's dates have no zone
    is_dated = any(token.kind == "date" and token.text[0] in "yYdD" for token in tokens)
    if is_dated or not isinstance(value, time):
        return None
    return datetime(1900, 1, 1, value.hour, value.minute, value.second, value.microsecond)  # noqa: DTZ001


def _span(value: Moment) -> timedelta:
    """How long it is since the beginning of the day, or of the workbook's calendar."""
    if isinstance(value, timedelta):
        return value
    if isinstance(value, time):
        return timedelta(hours=value.hour, minutes=value.minute, seconds=value.second)
    start = datetime(1899, 12, 30)  # noqa: DTZ001
    return (value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)) - start  # noqa: DTZ001


def _shown(moment: datetime, tokens: Sequence[Token]) -> list[str]:
    is_halved = any(token.kind == "date" and "/" in token.text for token in tokens)
    parts = []
    for place, token in enumerate(tokens):
        if token.kind == "date":
            parts.append(_part(moment, tokens, place, is_halved=is_halved))
        elif token.kind == "digit":
            # Digits in a time are fractions of its seconds.
            parts.append(_fraction(moment, tokens, place))
        else:
            parts.append(token.text)
    return parts


def _part(moment: datetime, tokens: Sequence[Token], place: int, *, is_halved: bool) -> str:
    letters = tokens[place].text
    letter, count = letters[0].lower(), len(letters)
    if "/" in letters:
        half = "AM" if moment.hour < 12 else "PM"
        return half if len(letters) > 3 else half[0]
    if letter == "y":
        return f"{moment.year:04d}" if count > 2 else f"{moment.year % 100:02d}"
    if letter == "h":
        hour = (moment.hour % 12 or 12) if is_halved else moment.hour
        return f"{hour:0{min(count, 2)}d}"
    if letter == "s":
        return f"{moment.second:0{min(count, 2)}d}"
    if letter == "m" and count < 3 and _is_minute(tokens, place):
        return f"{moment.minute:0{count}d}"
    if letter == "m":
        return _named(moment.month, count, ENGLISH_TITLES[moment.month - 1])
    return _named(moment.day, count, _DAYS[moment.weekday()])


def _named(number: int, count: int, name: str) -> str:
    """A month or day by the number of its letters: 1, 01, its name's beginning, its name, its first letter."""
    if count < 3:
        return f"{number:0{count}d}"
    return {3: name[:3], 5: name[0]}.get(count, name)


def _is_minute(tokens: Sequence[Token], place: int) -> bool:
    """Whether an m stands for minutes: next after hours, or next before seconds."""
    around = [token for token in tokens if token.kind in ("date", "elapsed") and "/" not in token.text]
    index = next(at for at, token in enumerate(around) if token is tokens[place])
    before = around[index - 1].text[0].lower() if index else ""
    after = around[index + 1].text[0].lower() if index + 1 < len(around) else ""
    return before == "h" or after == "s"


def _fraction(moment: datetime, tokens: Sequence[Token], place: int) -> str:
    digits = 0
    while place - digits - 1 >= 0 and tokens[place - digits - 1].kind == "digit":
        digits += 1
    return f"{moment.microsecond:06d}"[digits : digits + 1]


def _duration_shown(span: timedelta, tokens: Sequence[Token]) -> str:
    """Hours, minutes or seconds that count on beyond a day; the largest in brackets, the others within it."""
    seconds = abs(span) // timedelta(seconds=1)
    parts = []
    is_largest = True
    for token in tokens:
        if token.kind not in ("date", "elapsed"):
            parts.append(token.text if token.kind != "digit" else "")
            continue
        unit = {"h": 3600, "m": 60, "s": 1}.get(token.text[0].lower())
        if unit is None:
            continue
        amount = seconds // unit if is_largest else seconds // unit % 60
        is_largest = False
        parts.append(f"{amount:0{len(token.text)}d}")
    text = "".join(parts).strip()
    return f"-{text}" if span < timedelta() else text
