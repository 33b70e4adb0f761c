"""Numbers in words, English and Romanian, in small letters and without diacritics; and what a run of them says."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_UNITS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_UNIT_ORDINALS = """
zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth
"""

ENGLISH: Final[Mapping[str, int]] = {word: number for number, word in enumerate(_UNITS.split())} | {
    word: 10 * number for number, word in enumerate(_TENS.split(), 2)
}
ENGLISH_SCALES: Final[Mapping[str, int]] = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
ROMANIAN: Final[Mapping[str, int]] = {
    "unu": 1, "un": 1, "doi": 2, "doua": 2, "trei": 3, "patru": 4, "cinci": 5, "sase": 6, "sapte": 7, "opt": 8,
    "noua": 9, "zece": 10, "unsprezece": 11, "doisprezece": 12, "douasprezece": 12, "treisprezece": 13,
    "paisprezece": 14, "cincisprezece": 15, "saisprezece": 16, "saptesprezece": 17, "optsprezece": 18,
    "nouasprezece": 19, "douazeci": 20, "treizeci": 30, "patruzeci": 40, "cincizeci": 50, "saizeci": 60,
    "saptezeci": 70, "optzeci": 80, "nouazeci": 90, "o": 1,
}  # fmt: skip
ROMANIAN_SCALES: Final[Mapping[str, int]] = {
    "mie": 10**3, "mii": 10**3, "milion": 10**6, "milioane": 10**6, "miliard": 10**9, "miliarde": 10**9,
}  # fmt: skip
HUNDREDS: Final = ("hundred", "suta", "sute")

ORDINALS: Final[Mapping[str, int]] = (
    {word: number for number, word in enumerate(_UNIT_ORDINALS.split())}
    | {word[:-1] + "ieth": number for word, number in ENGLISH.items() if number >= 20}
    | {
        f"{tens}-{unit}": 10 * many + number
        for many, tens in enumerate(_TENS.split(), 2)
        for number, unit in enumerate(_UNIT_ORDINALS.split()[:10])
        if number
    }
)
"""``third``, ``thirtieth``, ``twenty-first``; those after a ten with a hyphen."""


def spelled(
    words: Sequence[str],
    small: Mapping[str, int] = ENGLISH,
    scales: Mapping[str, int] = ENGLISH_SCALES,
) -> Decimal:
    """The number that the words say, in units of a half; words that say none, such as "and", count nothing."""
    total, current, half = 0, 0, False
    for place, word in enumerate(words):
        if word == "half":
            half = True
        elif word in small:
            current += small[word]
        elif word == "dozen":
            current = (current or 1) * 12
        elif word in HUNDREDS:
            current = (current or 1) * 100
        elif word in scales:
            doubled = (2 * (current or (0 if half and place else 1)) + half) * scales[word]
            half, current = False, 0
            total += doubled
    total += 2 * current + half
    return Decimal(total) / 2
