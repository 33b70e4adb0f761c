"""Which of the labelled pieces name a party that the case knows, told by spelling and not by the firewall's rules.

Letters are compared without diacritics, â, î, a and i as one; an ending may follow, so that "Floarei" is Floarea's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.vocabulary.company_forms import ROMANIAN
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAMES = frozenset(("name", "organisation", "organization", "firm", "company"))
"""The kinds that writers of sets call names by; any other kind is an identifier's."""
_WORD = re.compile(r"[^\W\d_]+")
_ONE_LETTER = str.maketrans("i", "a")
_VOWELS = "aeou"
_ENDING = re.compile(r"[aeou]*(?:lau|ule|l|la|lor|lua|asca|asta|aasca|ne|nca)?[aeou]*")
"""What follows a stem, i written as a: Popescu-lui, Doin-ei, Marcul-esti."""
_FORMS = frozenset(form.translate(_ONE_LETTER) for form in (*ROMANIAN, "sc", "s", "c", "r", "l", "a"))


def is_declared(piece: str, declared: Sequence[Mapping[str, str]]) -> bool:
    """Whether every word of the piece is, but for its ending, a word of one party's names."""
    words = [word for word in _words(piece) if word not in _FORMS]
    if not words:
        return False
    return any(all(any(_is_form(word, name) for name in _names(party)) for word in words) for party in declared)


def _names(party: Mapping[str, str]) -> list[str]:
    return _words(" ".join(party.get(field, "") for field in ("firstName", "lastName", "organizationName")))


def _words(text: str) -> list[str]:
    return [word.translate(_ONE_LETTER) for word in _WORD.findall(fold(text)) if len(word) > 1]


def _is_form(word: str, name: str) -> bool:
    stem = name.rstrip(_VOWELS) if len(name) > 3 else name[:2]
    bent = stem.replace("oa", "o")
    return any(
        word.startswith(one) and _ENDING.fullmatch(word, len(one)) is not None for one in (name, stem, bent) if one
    )
