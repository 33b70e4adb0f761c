"""Numbers in words, English and Romanian, written as digits so that they are read like any other number."""

from __future__ import annotations

import re

from casewright.vocabulary.folding import plain_letters

_UNITS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ROMANIAN = {
    "unu": 1, "un": 1, "doi": 2, "doua": 2, "trei": 3, "patru": 4, "cinci": 5, "sase": 6, "sapte": 7, "opt": 8,
    "noua": 9, "zece": 10, "unsprezece": 11, "doisprezece": 12, "douasprezece": 12, "treisprezece": 13,
    "paisprezece": 14, "cincisprezece": 15, "saisprezece": 16, "saptesprezece": 17, "optsprezece": 18,
    "nouasprezece": 19, "douazeci": 20, "treizeci": 30, "patruzeci": 40, "cincizeci": 50, "saizeci": 60,
    "saptezeci": 70, "optzeci": 80, "nouazeci": 90, "o": 1,
}  # fmt: skip
_SMALL = {word: number for number, word in enumerate(_UNITS.split())}
_SMALL |= {word: 10 * number for number, word in enumerate(_TENS.split(), 2)}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_ROMANIAN_SCALES = {"mie": 10**3, "mii": 10**3, "milion": 10**6, "milioane": 10**6, "miliard": 10**9, "miliarde": 10**9}
_HUNDREDS = ("hundred", "suta", "sute")
_ALONE = ("one", "un", "o", "unu", "noua")
"""Words that are numbers only beside another one: "one of them", "o companie nouă"."""

_ENGLISH_WORD = "|".join(sorted((*_SMALL, "hundred", "dozen", *_SCALES), key=len, reverse=True))
_ROMANIAN_WORD = "|".join(sorted((*_ROMANIAN, "suta", "sute", *_ROMANIAN_SCALES), key=len, reverse=True))
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
_FOLD = re.compile(rf"\b({'|'.join(sorted(_SMALL, key=len, reverse=True))}|hundred)[\s-]?fold\b", re.IGNORECASE)
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
_ROMANIAN_SIGNS = re.compile(
    r"[ăâîșțşţ]|\b(?:de|la|este|sunt|a fost|au|cu|din|pentru|are|mii|milioane|miliarde|si)\b", re.IGNORECASE
)


def is_romanian(sentence: str) -> bool:
    """Whether the sentence reads like Romanian: it decides what a point and a comma mean in a number."""
    return _ROMANIAN_SIGNS.search(sentence) is not None


def with_digits(sentence: str) -> str:
    """``sentence`` with numbers in words as digits: "twelve and a half million euros" is "12500000 euros"."""
    sentence = _FOLD.sub(lambda match: f"{_SMALL.get(match[1].lower(), 100)}x", sentence)
    for pattern, digits in _PARTS:
        sentence = pattern.sub(digits, sentence)
    sentence = _ENGLISH.sub(lambda match: _english(match, sentence), sentence)
    if not is_romanian(sentence):
        return sentence
    return _replaced(sentence, _IN_ROMANIAN, plain_letters(sentence))


def _replaced(sentence: str, pattern: re.Pattern[str], plain: str) -> str:
    parts, at = [], 0
    for match in pattern.finditer(plain):
        words = match[0].lower().split()
        if len(words) == 1 and (words[0] in _ALONE or words[0] in _ROMANIAN_SCALES or words[0] in _HUNDREDS):
            continue
        # "12,5 milioane": the scale belongs to the digits before it.
        if words[0] in _ROMANIAN_SCALES or words[0] in _HUNDREDS:
            continue
        parts += [sentence[at : match.start()], str(_value(words, _ROMANIAN, _ROMANIAN_SCALES))]
        at = match.end()
    return "".join((*parts, sentence[at:]))


def _english(match: re.Match[str], sentence: str) -> str:
    words = re.split(r"[\s-]+", match[0].lower())
    alone = words[0] in _SCALES or words[0] in ("hundred", "dozen")
    if alone or (len(words) == 1 and words[0] == "one" and not _COUNTED.match(sentence[match.end() :])):
        return match[0]
    return str(_value(words, _SMALL, _SCALES))


def _value(words: list[str], small: dict[str, int], scales: dict[str, int]) -> str:
    """The number that the words say, in units of a half."""
    total, current, half = 0, 0, False
    for place, word in enumerate(words):
        if word == "half":
            half = True
        elif word in small:
            current += small[word]
        elif word == "dozen":
            current = (current or 1) * 12
        elif word in _HUNDREDS:
            current = (current or 1) * 100
        elif word in scales:
            doubled = (2 * (current or (0 if half and place else 1)) + half) * scales[word]
            half, current = False, 0
            total += doubled
    total += 2 * current + half
    return str(total // 2) if total % 2 == 0 else f"{total // 2}.5"
