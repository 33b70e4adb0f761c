"""Companies named in a text by their legal form, and the one that a document is about."""

from __future__ import annotations

import re
from collections import Counter

from casewright.vocabulary.company_forms import written

_FORM = rf"(?:{written(but=('company', 'co', 'lp'))})"
_WORD = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'&.-]*|&|(?<=\s)of(?=\s[A-Z])|[IVX]+"
_COMPANY = re.compile(
    rf"(?:(?:{_WORD})[ \xa0]\n?){{1,5}}?,?[ ]?{_FORM}(?![\w])|(?:(?:{_WORD}),? ){{1,5}}?{_FORM}(?![\w])"
)
_NO_NAME = frozenset(
    {"The", "This", "That", "Between", "Of", "And", "For", "By", "In", "At", "From", "With", "Agreement"}
)
_TOP = 1_500


def companies(text: str) -> list[str]:
    """The companies that are named, in order and as often as they are."""
    found = []
    for match in _COMPANY.finditer(text):
        words = " ".join(match[0].split()).split(" ")
        while words and (words[0] in _NO_NAME or not words[0][0].isupper()):
            words.pop(0)
        if len(words) > 1:
            found.append(" ".join(words))
    return found


def company_of(text: str) -> str | None:
    """The company that a document is about: the first that is named near its top, unless others are named as often."""
    top = companies(text[:_TOP])
    if not top:
        return None
    counts = Counter(companies(text[:20_000]))
    first = top[0]
    return first if counts[first] >= max(counts.values()) or len(set(top)) == 1 else None


def parties(text: str) -> tuple[str, ...]:
    """The companies between which a contract is made, as its opening says; none where it does not."""
    opening = re.search(r"\b(?:between|by and between|încheiat între|între)\b", text[:3_000])
    if opening is None:
        return ()
    return tuple(dict.fromkeys(companies(text[opening.end() : opening.end() + 900])))[:2]
