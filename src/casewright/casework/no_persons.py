"""What has a capital and is no person: towns after "din", firms with their legal form, abbreviations beside a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.casework.word_lists import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.casework.names import Word

_FIRM = re.compile(
    r"[ \t]?,?[ \t](?:S\.?\s?R\.?\s?L\.?|S\.\s?A\.|SA|S\.?N\.?C\.?|Ltd|LLC|GmbH|Inc|B\.?V\.?|S\.?p\.?A|AG"
    r"|I\.?F\.?N)(?![\w])"
)
_FORMS = frozenset(("srl", "ltd", "llc", "gmbh", "inc", "ifn", "snc", "bank"))
_FIRM_BEFORE = re.compile(r"\b(?:S\.?\s?C\.?|[ÎI]\.?I)[ \t]$")
_LETTERS_BEFORE = re.compile(r"(?<=[A-Z]\.)[A-Z]\.[ \t]{1,2}")
_LETTERS_AFTER = re.compile(r"[ \t][A-Z]\.[A-Z]\.$")


def is_place(words: Sequence[Word], first: int, end: int) -> bool:
    """Whether the words there are all of a town's name, after a word that a town follows."""
    towns = word_list("towns")
    if first == 0 or any(word.folded not in towns for word in words[first:end]):
        return False
    return words[first - 1].folded in word_list("to_places")


def is_firm(text: str, words: Sequence[Word], first: int, end: int) -> bool:
    """Whether a legal form stands beside the words there, or is the last of them."""
    return (
        (end - first > 1 and words[end - 1].folded in _FORMS)
        or _FIRM.match(text, words[end - 1].end) is not None
        or _FIRM_BEFORE.search(text, max(0, words[first].start - 6), words[first].start) is not None
    )


def without_abbreviations(text: str, start: int, end: int) -> tuple[int, int]:
    """The name there without letters of an abbreviation beside it: the J of "B.E.J. Pop", the L of "Pop L.S."."""
    before, after = _LETTERS_BEFORE.match(text, start, end), _LETTERS_AFTER.search(text, start, end + 3)
    if before is not None:
        start = before.end()
    if after is not None and after.start() < end <= after.start() + 2:
        end = after.start()
    return start, end
