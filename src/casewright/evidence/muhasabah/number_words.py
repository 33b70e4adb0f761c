"""Numbers in words, English and Romanian, written as digits so that they are read like any other number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.vocabulary.folding import plain_letters
from casewright.vocabulary.number_words import (
    ENGLISH,
    ENGLISH_SCALES,
    HUNDREDS,
    ROMANIAN,
    ROMANIAN_SCALES,
    spelled,
)

if TYPE_CHECKING:
    from decimal import Decimal

_ALONE = ("one", "un", "o", "unu", "noua")
"""Words that are numbers only beside another one: "one of them", "o companie nouă"."""

_ENGLISH_WORD = "|".join(sorted((*ENGLISH, "hundred", "dozen", *ENGLISH_SCALES), key=len, reverse=True))
_ROMANIAN_WORD = "|".join(sorted((*ROMANIAN, "suta", "sute", *ROMANIAN_SCALES), key=len, reverse=True))
_ENGLISH = re.compile(
    rf"\b(?:(?:an?|half\s+an?)\s+(?=hundred|thousand|million|billion|trillion|dozen))?(?:{_ENGLISH_WORD})\b"
    rf"(?:(?:\s+and\s+a\s+half\b)|(?:[\s-]+(?:and[\s-]+)?(?:{_ENGLISH_WORD})\b))*",
    re.IGNORECASE,
)
_IN_ROMANIAN = re.compile(rf"\b(?:{_ROMANIAN_WORD})\b(?:\s+(?:si\s+|de\s+)?(?:{_ROMANIAN_WORD})\b)*", re.IGNORECASE)
_COUNTED = re.compile(
    r"\s+(?:[a-z-]+\s+)?(?:customers?|clients?|employees?|founders?|engineers?|months?|years?|weeks?|days?|contracts?|"
    r"countr(?:y|ies)|users?|products?|shares?|patents?|offices?|stores?|million|percent|per\s+cent|%)\b",
    re.IGNORECASE,
)
_FOLD = re.compile(rf"\b({'|'.join(sorted(ENGLISH, key=len, reverse=True))}|hundred)[\s-]?fold\b", re.IGNORECASE)
_PARTS = (
    (
        re.compile(r"(?<!and )\b(?:one|a)[\s-]half\b|\bhalf\s+(?=of\b|the\b|its\b|their\b|all\b)", re.IGNORECASE),
        "50 % ",
    ),
    (re.compile(r"\b(?:one|a)[\s-]third\b", re.IGNORECASE), "33.3333 % "),
    (re.compile(r"\btwo[\s-]thirds\b", re.IGNORECASE), "66.6667 % "),
    (re.compile(r"\b(?:one|a)\s+quarter\s+(?=of\b)", re.IGNORECASE), "25 % "),
    (re.compile(r"\bthree[\s-]quarters\b", re.IGNORECASE), "75 % "),
    (re.compile(r"\btwice\s+(?=as\b|the\b|its\b|that\b|what\b)", re.IGNORECASE), "2x "),
)
_PART = re.compile(r"half|third|quarter|twice", re.IGNORECASE)
_ROMANIAN_SIGNS = re.compile(
    r"[ăâîșțşţ]|\b(?:de|la|este|sunt|a fost|au|cu|din|pentru|are|mii|milioane|miliarde|si)\b", re.IGNORECASE
)


def is_romanian(sentence: str) -> bool:
    """Whether the sentence reads like Romanian: it decides what a point and a comma mean in a number."""
    return _ROMANIAN_SIGNS.search(sentence) is not None


def with_digits(sentence: str) -> str:
    """``sentence`` with numbers in words as digits: "twelve and a half million euros" is "12500000 euros"."""
    sentence = _FOLD.sub(lambda match: f"{ENGLISH.get(match[1].lower(), 100)}x", sentence)
    for pattern, digits in _PARTS if _PART.search(sentence) else ():
        sentence = pattern.sub(digits, sentence)
    sentence = _ENGLISH.sub(lambda match: _english(match, sentence), sentence)
    if not is_romanian(sentence):
        return sentence
    return _replaced(sentence, _IN_ROMANIAN, plain_letters(sentence))


def _replaced(sentence: str, pattern: re.Pattern[str], plain: str) -> str:
    parts, at = [], 0
    for match in pattern.finditer(plain):
        words = match[0].lower().split()
        if len(words) == 1 and (words[0] in _ALONE or words[0] in ROMANIAN_SCALES or words[0] in HUNDREDS):
            continue
        # "12,5 milioane": the scale belongs to the digits before it.
        if words[0] in ROMANIAN_SCALES or words[0] in HUNDREDS:
            continue
        parts += [sentence[at : match.start()], _digits(spelled(words, ROMANIAN, ROMANIAN_SCALES))]
        at = match.end()
    return "".join((*parts, sentence[at:]))


def _english(match: re.Match[str], sentence: str) -> str:
    words = re.split(r"[\s-]+", match[0].lower())
    alone = words[0] in ENGLISH_SCALES or words[0] in ("hundred", "dozen")
    if alone or (len(words) == 1 and words[0] == "one" and not _COUNTED.match(sentence[match.end() :])):
        return match[0]
    return _digits(spelled(words))


def _digits(number: Decimal) -> str:
    """Written without a point where it is whole."""
    return str(int(number)) if number == int(number) else str(number)
