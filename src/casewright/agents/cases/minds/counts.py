"""Counts and spans of days as they are told in digits or in words."""

from __future__ import annotations

import re

from casewright.agents.cases.minds.amounts import NUMBER_WORDS, number_in_words
from casewright.vocabulary.folding import fold

_COUNTS = {"niciun": 0, "nici un": 0, "nu": 0, "fara": 0, "none": 0, "no": 0, "zero": 0, "un": 1, "unul": 1, "o": 1}
_FEW = 3
"""Words of a reply that may be a number and nothing else."""
_COUNTS |= {"una": 1, "one": 1, "doi": 2, "doua": 2, "two": 2, "trei": 3, "three": 3, "patru": 4, "four": 4, "cinci": 5}


def days_told(text: str) -> str | None:
    """So many days, weeks or months as days; a month is thirty."""
    folded = fold(text)
    exact = re.findall(r"\b(\d{1,3}|[a-z]+)\s+(?:de\s+)?(?:zile|days)\b", folded)
    if exact and (exact[-1].isdigit() or exact[-1] in NUMBER_WORDS):
        return exact[-1] if exact[-1].isdigit() else str(number_in_words(exact[-1]))
    said = number_in_words(" ".join(word for word in re.findall(r"[a-z]+", folded) if word in NUMBER_WORDS))
    unit = next(
        (
            days
            for word, days in (("sapt", 7), ("week", 7), ("luna", 30), ("luni", 30), ("month", 30))
            if word in folded
        ),
        1,
    )
    digits = re.search(r"\d", folded)
    if digits is None and unit == 1 and not re.search(r"\b(?:zile?|days?)\b", folded) and len(folded.split()) > _FEW:
        return None  # „mi-a zis un prieten”
    many = str(int(said)) if said is not None and digits is None else count_told(text)
    return None if many is None or many == "0" else str(int(many) * unit)


def count_told(text: str) -> str | None:
    """The number that is told in digits or as a word, nought where there is said to be none."""
    folded = fold(text).strip(" .,!")
    if re.match(r"(?:nu|n-?)\s?a(?:m|vem|u)\b|fara\b", folded):
        return "0"
    for word in re.findall(r"(?<!\d)\d{1,2}(?!\d)|nici un\b|[a-z]+", folded):
        if word.isdigit():
            return str(int(word))
        if word in _COUNTS:
            return str(_COUNTS[word])
    return None
