"""Lengths of time as contracts write them: "thirty (30) days", "a period of five (5) years", "18-month", "30 de zile".

Where words and figures disagree ("fifteen (14) days") the words stand, as the rule of construction has it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from casewright.domain.facts import DurationValue
from casewright.vocabulary.number_words import ENGLISH, ORDINALS, ROMANIAN, spelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.facts import DurationUnit

_WORD = "|".join(sorted(ENGLISH, key=len, reverse=True))
_WORDS = rf"(?:(?:{_WORD}|an? hundred|hundred)\b(?:(?: ?- ?| and | )(?:{_WORD}|hundred|half)\b){{0,5}})"
_ROMANIAN_WORD = "|".join(sorted(ROMANIAN, key=len, reverse=True))
_BRACKET = r"(?: ?[(\[] ?(?:\d{1,4}|[li|])(?:st|nd|rd|th)? ?[)\]])"
_COUNT = (
    rf"(?:(?P<words>{_WORDS}){_BRACKET}?|(?P<digits>\d{{1,4}}(?:[.,]\d{{1,2}})?)(?: ?\((?:{_WORDS}|\d{{1,4}})\))?"
    rf"|(?P<romanian>(?:{_ROMANIAN_WORD})(?: si (?:{_ROMANIAN_WORD}))?)(?: ?\(\d{{1,4}}\))?)"
)
_KIND = (
    r"(?:full|calendar|consecutive|successive|additional|further|working|business|banking|contract|contractual|license"
    r"|continuous|renewal|extra|more|entire|complete|fiscal|trading|subsequent|other|automatic|written)"
)
_UNIT = r"(?P<unit>days?|weeks?|months?|quarters?|years?|yrs?|zile|zi|saptamani|luni|luna|trimestre|trimestru|ani|an)"
_COUNTED = re.compile(
    rf"(?<![\w.,$/-]){_COUNT} ?[- ]? ?(?:de )?(?P<kinds>(?:{_KIND},?[ -]){{0,3}}){_UNIT}(?!\w)(?:'s?(?!\w))?"
    r"(?P<working> lucratoare)?"
)
_SINGLE = re.compile(
    r"(?<!\w)(?:(?P<basis>year|month|week)[ -](?:to|by)[ -](?P=basis)|(?:an?|another|one)"
    rf" (?P<kinds>(?:{_KIND}[ -]){{0,2}})(?P<unit>day|week|month|quarter|year)(?![\w]|[ -](?:to|by)[ -])"
    rf"|additional (?P<bare>year|month)(?!\w)|(?P<half>half|six)[ -](?:a[ -])?year(?:ly)?(?!\w))"
)
_ANNUAL = re.compile(
    r"(?<!\w)(?:(?P<year>annually|(?:annual|yearly) (?:\w+ )?(?:terms?|periods?|basis|renewals?"
    r"|extensions?|increments?)"
    r"|(?:each|every) (?:subsequent |successive )?year(?: thereafter)?|anual)"
    r"|(?P<month>monthly(?: (?:\w+ )?(?:basis|terms?|periods?))?|lunar)|(?P<quarter>quarterly))(?!\w)"
)
_NTH = "|".join(sorted((word.replace("-", "[ -]") for word in ORDINALS), key=len, reverse=True))
_ANNIVERSARY = re.compile(
    rf"(?<!\w)(?:(?P<nth>{_NTH})(?: ?\(\d{{1,3}} ?(?:st|nd|rd|th)?\))?|(?P<digits>\d{{1,3}})(?:st|nd|rd|th)"
    rf"|(?P<words>{_WORD})[ -]years?) (?:annual |yearly )?(?P<of>anniversar(?:y|ies)|(?:contract|license) years?)"
)
_YEAR_NUMBER = re.compile(r"(?<!\w)end of (?:the )?(?:contract |license )?year (?P<number>[1-9]\d?)(?!\d)")
_UNITS: Final[dict[str, DurationUnit]] = {
    "day": "day", "week": "week", "month": "month", "quarter": "quarter", "year": "year", "yr": "year",
    "zi": "day", "zile": "day", "saptamani": "week", "luni": "month", "luna": "month", "trimestru": "quarter",
    "trimestre": "quarter", "ani": "year", "an": "year",
}  # fmt: skip
_WORKING = re.compile(r"business|working|banking|trading")


@dataclass(frozen=True, slots=True)
class DurationFound:
    """A length of time and where it stands in the words; ``kinds`` are words such as "additional " within it."""

    start: int
    end: int
    value: DurationValue
    kinds: str = ""


def find_durations(words: str) -> list[DurationFound]:
    """The lengths of time in ``words``, in order; none overlaps another."""
    found: list[DurationFound] = []
    for one in sorted(_all(words), key=lambda one: (one.start, -one.end)):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return found


def find_anniversaries(words: str) -> list[DurationFound]:
    """Such as "the fifth (5th) anniversary" or "the end of the tenth contract year", as five and ten years."""
    return list(_anniversaries(words))


def find_rhythms(words: str) -> list[DurationFound]:
    """How long "annual", "yearly", "monthly" and "quarterly" renewals last."""
    return [
        DurationFound(
            found.start(), found.end(), DurationValue(Decimal(1), _UNITS[str(found.lastgroup)]), "successive "
        )
        for found in _ANNUAL.finditer(words)
    ]


def _all(words: str) -> Iterator[DurationFound]:
    for found in _COUNTED.finditer(words):
        unit = _unit(found["unit"])
        if unit == "day" and (_WORKING.search(found["kinds"]) or found["working"]):
            unit = "business day"
        count = _count(found)
        if count:
            yield DurationFound(found.start(), found.end(), DurationValue(count, unit), found["kinds"])
    for found in _SINGLE.finditer(words):
        if found["half"]:
            if found["half"] == "half":
                yield DurationFound(found.start(), found.end(), DurationValue(Decimal(6), "month"))
            continue
        unit = _unit(found["basis"] or found["unit"] or found["bare"])
        kinds = found["kinds"] or ("successive " if found["basis"] else "additional " if found["bare"] else "")
        yield DurationFound(found.start(), found.end(), DurationValue(Decimal(1), unit), kinds)


def _anniversaries(words: str) -> Iterator[DurationFound]:
    for found in _YEAR_NUMBER.finditer(words):
        yield DurationFound(found.start(), found.end(), DurationValue(Decimal(found["number"]), "year"))
    for found in _ANNIVERSARY.finditer(words):
        if found["digits"]:
            count = Decimal(found["digits"])
        else:
            count = Decimal(ENGLISH[found["words"]] if found["words"] else ORDINALS[found["nth"].replace(" ", "-")])
        if count:
            yield DurationFound(found.start(), found.end(), DurationValue(count, "year"), found["of"])


def _unit(word: str) -> DurationUnit:
    return _UNITS.get(word) or _UNITS[word.rstrip("s")]


def _count(found: re.Match[str]) -> Decimal:
    if found["words"]:
        return spelled(re.split(r"[ -]+", found["words"]))
    if found["romanian"]:
        return spelled(found["romanian"].split(), ROMANIAN, {})
    return Decimal(found["digits"].replace(",", "."))
