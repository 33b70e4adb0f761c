"""Words of names as they are compared: case, accents, plurals, company forms and glued words aside."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.evidence.document_names import EXTENSION
from casewright.vocabulary.company_forms import CONTINENTAL, ENGLISH, ROMANIAN
from casewright.vocabulary.folding import compatible_letters

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECE: Final = re.compile(r"(?:[^\W\d_]\.){2,}(?:[^\W\d_]\b)?|[^\W_]+(?:['’][^\W_]+)*")
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[a-z]{2})(?=\d)")
_SAME: Final = {
    "contract": "agreement", "licence": "license", "licencing": "licensing", "contractul": "agreement",
    "contractului": "agreement", "contracte": "agreement", "contractele": "agreement", "contractelor": "agreement",
    "acord": "agreement", "acordul": "agreement", "acordului": "agreement", "actul": "act", "actului": "act",
    "conventia": "conventie", "labs": "laboratory", "lab": "laboratory", "intl": "international", "tech": "technology",
    "pharma": "pharmaceutical", "cooperative": "cooperation", "amended": "amendment", "franchisee": "franchise",
}  # fmt: skip
"""Words that name the same thing."""

FORMS: Final = frozenset(
    {*ENGLISH, *CONTINENTAL, *ROMANIAN, "aps", "se", "sro", "cv", "na", "sc", "ltda", "lc", "jsc", "ojsc", "pjsc", "kk"}
)
"""Company forms, folded and without stops: they tell nobody from another."""

SMALL: Final = frozenset({
    "a", "an", "and", "the", "of", "to", "for", "by", "in", "on", "at", "as", "or", "with", "from", "its", "und",
    "de", "la", "si", "cu", "al", "ale", "din", "s", "pe", "pentru",
})  # fmt: skip
"""Words between others, which names have and people leave out."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word: how it is compared, where it stands, and whether it is written with a capital."""

    key: str
    start: int
    end: int
    capital: bool


def words_in(text: str) -> list[Word]:
    """The words of a text with their places."""
    return [
        Word(normal(piece), start, end, capital=text[start].isupper())
        for piece, start, end in _pieces(text)
        if normal(piece)
    ]


def keys_of(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared, without company forms and small words."""
    keys = [normal(part) for piece, _, _ in _pieces(EXTENSION.sub(" ", name)) for part in _HUMP.split(piece)]
    kept = tuple(key for key in keys if key and key not in SMALL and key not in FORMS)
    return kept or tuple(key for key in keys if key and key not in SMALL)


def normal(piece: str) -> str:
    """One word as it is compared: folded, without a genitive's or plural's ending."""
    folded = compatible_letters(piece).lower().replace("’", "'").replace(".", "")
    if folded.endswith("'s"):
        folded = folded[:-2]
    folded = folded.replace("'", "")
    folded = _SAME.get(folded, folded)
    singular = _singular(folded)
    return _SAME.get(singular, singular)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and word[-2] not in "su'i" and word.isalpha():
        return word[:-1]
    return word


def _pieces(text: str) -> Iterator[tuple[str, int, int]]:
    for hit in _PIECE.finditer(text):
        yield hit[0], hit.start(), hit.end()
