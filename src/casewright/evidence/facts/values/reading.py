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

    from casewright.domain.facts import FactValue

    Places = Sequence[tuple[int, int]]

NOWHERE: Mapping[str, Places] = {}

_DATED_ABOVE = re.compile(
    r"\bdate (?:first )?(?:above )?(?:written|set forth|stated|mentioned|referenced|appearing|shown|indicated)?\b[^.;]{0,40}\babove\b"
    r"|\b(?:day|date) (?:and year )?first (?:above|written|herein|set forth)|\bdate hereof\b|\bdate of this agreement\b"
    r"|\bagreement date\b"
)
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
    if dates:
        chosen = dates[0]
        if field == "effective_date":
            said = [one for one in dates if _EFFECTIVE.search(words[: one.start])]
            chosen = said[0] if said else chosen
        return DateValue(chosen.day)
    if field == "effective_date" and _DATED_ABOVE.search(words):
        for start, end in around.get("agreement_date", ()):
            value = _date("agreement_date", words_of(text[start:end]), text, NOWHERE)
            if value is not None:
                return value
    return None


def _amounts(words: str) -> tuple[object, ...]:
    sums = find_sums(words)
    taken = [(one.start, one.end) for one in sums]
    times = [one for one in find_durations(words) if all(one.end <= low or one.start >= high for low, high in taken)]
    return tuple(one.value for one in sorted((*sums, *times), key=lambda one: one.start))
