"""The value of a field, from the words that state it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.facts import FIELD, ClauseValue, DateValue, DurationValue, EndValue, RenewalValue, TextValue
from casewright.evidence.facts.values.dates import find_dates
from casewright.evidence.facts.values.durations import find_durations
from casewright.evidence.facts.values.ends import end_of
from casewright.evidence.facts.values.laws import law_of
from casewright.evidence.facts.values.money import find_sums
from casewright.evidence.facts.values.parties import party_of
from casewright.evidence.facts.values.plain import one_line, words_of
from casewright.evidence.facts.values.renewals import renewal_of
from casewright.evidence.facts.values.roles import meant
from casewright.evidence.facts.values.titles import title_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.facts import FactValue, MoneyValue, PercentValue

    Places = Sequence[tuple[int, int]]

VERSION = "values 2"
"""Counts the ways in which values were read of words: what was kept by another one is read again."""

NOWHERE: Mapping[str, Places] = {}

_DATED_ABOVE = re.compile(
    r"\bdate (?:first )?(?:above )?(?:written|set forth|stated|mentioned|referenced|appearing"
    r"|shown|indicated)?\b[^.;]{0,40}\babove\b"
    r"|\b(?:day|date) (?:and year )?first (?:above|written|herein|set forth)|\bdate hereof\b|\bdate of this agreement\b"
    r"|\bdate of the agreement\b|\bagreement date\b"
)
_ENDING = re.compile(r"\b(?:until|till|through|expir\w+|ends?|ending|earlier of|terminat\w+|conclud\w+)\b[^.;]{0,40}$")
_EFFECTIVE = re.compile(r"(?:effective|commenc\w+|begin\w*|start\w*|force|vigoare)\b[^.;]{0,80}$")


def value_of(
    field: str, text: str, start: int, end: int, *, around: Mapping[str, Places] = NOWHERE
) -> FactValue | None:
    """What ``text[start:end]`` says of the field; None where the words do not say it. Never a guess.

    ``around`` are the places of facts in the same document by field, this one's among them: other parties end where
    the next begins, and "the date first written above" is the agreement's date. Raises ``KeyError`` for no such field.
    """
    kind = FIELD[field].kind
    said = text[start:end]
    if kind == "title":
        return title_of(said)
    if kind == "parties":
        return party_of(text, start, end, around.get(field, ()))
    if kind == "place":
        plain = one_line(said)
        return TextValue(plain) if plain else None
    if kind == "clause":
        return ClauseValue()
    words = words_of(said)
    if kind == "date":
        return _date(field, words, text, around)
    if kind == "end":
        return end_of(words, text)
    if kind == "renewal":
        return renewal_of(words)
    if kind == "law":
        return law_of(words)
    if kind == "duration":
        found = meant(field, words, find_durations(words))
        return None if found is None else found.value
    return ClauseValue(_amounts(words))


def value_of_all(field: str, text: str, places: Places, *, around: Mapping[str, Places] = NOWHERE) -> FactValue | None:
    """What several places of one field say together: the most exact of their values, the first of equals."""
    values = [value_of(field, text, start, end, around=around) for start, end in sorted(places)]
    known = [value for value in values if value is not None]
    return max(known, key=_exact) if known else None


def _exact(value: FactValue) -> int:
    match value:
        case DateValue() | DurationValue():
            return 3
        case EndValue(period=period, perpetual=perpetual):
            return 2 if period else 0 if perpetual else 1
        case RenewalValue(period=period, successive=successive):
            return 2 * (period is not None) + successive
        case _:
            return 0


def _date(field: str, words: str, text: str, around: Mapping[str, Places]) -> DateValue | None:
    dates = find_dates(words, text)
    if field != "effective_date":
        return DateValue(dates[0].day) if dates else None
    starts = [one for one in dates if not _ENDING.search(words[max(0, one.start - 60) : one.start])]
    said = [one for one in starts if _EFFECTIVE.search(words[max(0, one.start - 120) : one.start])]
    if said or (starts and not _DATED_ABOVE.search(words)):
        return DateValue((said or starts)[0].day)
    return _agreed(text, around) if _DATED_ABOVE.search(words) else None


def _agreed(text: str, around: Mapping[str, Places]) -> DateValue | None:
    """The day of the agreement, to which "the date first written above" points."""
    for start, end in sorted(around.get("agreement_date", ())):
        dates = find_dates(words_of(text[start:end]), text)
        if dates:
            return DateValue(dates[0].day)
    return None


def _amounts(words: str) -> tuple[MoneyValue | PercentValue | DurationValue, ...]:
    """The sums, shares and times in their order."""
    sums = find_sums(words)
    found: list[tuple[int, MoneyValue | PercentValue | DurationValue]] = [(one.start, one.value) for one in sums]
    found += [
        (one.start, one.value)
        for one in find_durations(words)
        if all(one.end <= other.start or one.start >= other.end for other in sums)
    ]
    return tuple(value for _, value in sorted(found, key=lambda one: one[0]))
