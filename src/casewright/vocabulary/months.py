"""The months by their English and Romanian names, in small letters and without diacritics, from January to December.

Each use says which of these names it reads: a capital, a full stop or the other language may mean something else there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

ENGLISH: Final = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
ROMANIAN: Final = (
    "ianuarie", "februarie", "martie", "aprilie", "mai", "iunie",
    "iulie", "august", "septembrie", "octombrie", "noiembrie", "decembrie",
)  # fmt: skip
ENGLISH_TITLES: Final = tuple(name.capitalize() for name in ENGLISH)
"""As a sentence has them."""
_STEM = 3
_LONGER_SHORT = {"sept": 9}

NUMBERS: Final = {name: number for names in (ENGLISH, ROMANIAN) for number, name in enumerate(names, start=1)}
"""What each name counts, in both languages."""
STEM_NUMBERS: Final = {name[:_STEM]: number for name, number in NUMBERS.items()}
"""The same for the three letters with which no two months begin."""


def short_names(names: Iterable[str]) -> tuple[str, ...]:
    """How the names are written short: ``sept``, ``sep``; none of a name that is no longer than that."""
    found = []
    for name in names:
        found += [short for short in _LONGER_SHORT if name.startswith(short)]
        found += [name[:_STEM]] if len(name) > _STEM else []
    return tuple(found)


def numbered(names: Iterable[str]) -> dict[str, int]:
    """Each of the names and its short forms, with the number of its month."""
    names = tuple(names)
    return {name: STEM_NUMBERS[name[:_STEM]] for name in (*names, *short_names(names))}


def month_number(word: str) -> int:
    """The number of the month whose name the word begins like. Raises ``KeyError`` for a word that is none."""
    return STEM_NUMBERS[word[:_STEM]]


def alternatives(words: Iterable[str]) -> str:
    """The words as alternatives of a pattern, the longest first, so that none hides one that it begins."""
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))
