"""Units as headers, titles and cells say them: ``EUR thousands``, ``in lei``, ``€m``, ``%``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.vocabulary.currencies import MINOR_DIGITS, USUAL, codes_of

_WORDS = codes_of(
    *("€", "euro", "euros", "£", "pound", "pounds", "pounds sterling", "sterling", "us$", "us dollars", "lei"),
    "swiss francs",
)
_SIGNS = {"c$": "CAD", "ca$": "CAD", "can$": "CAD", "a$": "AUD", "au$": "AUD", "nz$": "NZD", "s$": "SGD", "hk$": "HKD"}
"""Signs of dollars that name their country."""
_THOUSAND, _MILLION, _BILLION = Decimal(1_000), Decimal(1_000_000), Decimal(1_000_000_000)
_SCALES = {
    _THOUSAND: ("thousands", "thousand", "'000s", "'000", "000s", "k", "tsd", "tsd.", "thou", "mii"),
    _MILLION: (
        "millions",
        "million",
        "mn",
        "mm",
        "mio",
        "mio.",
        "mln",
        "mln.",
        "m",
        "milioane",
        "milion",
        "mil.",
        "millones",
        "millon",
        "millionen",
        "miljoner",
        "miljoen",
        "milioni",
        "milhoes",
    ),
    _BILLION: ("billions", "billion", "bn", "bln", "mrd", "mrd.", "miliarde", "miliard", "mld", "mld."),
}
SCALE_OF = {word: scale for scale, words in _SCALES.items() for word in words}
"""What a scale word multiplies by."""

_CODES = "|".join(code.lower() for code in MINOR_DIGITS)
_SIGNED = "|".join(re.escape(sign) for sign in _SIGNS)
MONEY = rf"(?:us\$|(?<![a-z])(?:{_SIGNED})|€|£|\$"
MONEY += rf"|\b(?:{_CODES}|euros?|pounds sterling|pounds?|us dollars|lei|swiss francs)\b)"
"""A currency, in plain letters, as a pattern."""
SCALE = "(?:" + "|".join(re.escape(word) for word in sorted(SCALE_OF, key=len, reverse=True)) + r")(?![\w'])"
"""A scale word, in plain letters, as a pattern."""

_ALSO = ("SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "CAD", "AUD", "BGN", "TRY", "ISK")
"""Currencies that a letter for a scale may stand before, beside the usual ones."""
SHORT_SCALE = {"k": _THOUSAND, "t": _THOUSAND, "m": _MILLION}
"""What a letter before a currency multiplies by: ``T€``, ``kCHF``, ``MSEK``."""
SHORT_MONEY = rf"(?:\b[tkm](?:(?:{'|'.join((*USUAL, *_ALSO)).lower()})\b|€))"
"""A currency with such a letter, in plain letters, as a pattern."""
_HEADED = (
    r"(?:\(?'?000'?s?\)?|[x×*]\s?1[,.' ]?000|in\s1[,.' ]?000|miles|tausend|migliaia|milhares|milliers|duizend|tusen)"
)
"""What heads of tables write for thousands, beside a currency; in sentences they may mean something else."""
_THOUSANDS = re.compile(_HEADED)
_NO_NUMBER = r"(?!\s?(?!(?:19|20)\d\d(?![\d.,])|\d\d?[./]\d\d?[./](?:19|20)?\d\d(?![\d.,]))\d)"  # but a year or a day
_SAID = re.compile(
    rf"(?<![\d.,])(?:\b(?P<short>[ktm])(?P<shorted>(?:{'|'.join((*USUAL, *_ALSO)).lower()})\b|€){_NO_NUMBER}"
    rf"|(?P<scale>{SCALE}|{_HEADED}),?\s+(?:of |de )?(?P<scaled>{MONEY}){_NO_NUMBER}"
    rf"|(?P<money>{MONEY}),?\s?\(?(?:in )?"
    rf"(?:(?P<headed>(?:de )?{_HEADED})(?!\w|[.,]\d)|(?P<after>{SCALE})|{_NO_NUMBER}))"
)
_WORDS_TOO = frozenset(
    {"all", "top", "try", "cup", "pen", "mop", "sos", "mad", "cop", "gel", "bam", "ern", "lak", "mga", "ves"}
)
"""Codes that are words as well, and are meant where they stand in capitals."""
_PERCENT = re.compile(r"%|\bper ?cent\b|\bprocente?\b")


@dataclass(frozen=True, slots=True)
class Unit:
    """What figures are in: money with its currency and scale, or percent."""

    kind: Kind
    currency: str | None = None
    scale: Decimal = Decimal(1)


def _scale(word: str | None) -> Decimal:
    if word is None:
        return Decimal(1)
    return _THOUSAND if _THOUSANDS.fullmatch(word) else SCALE_OF[word]


def currency_of(word: str, dollars: str | None = None) -> str | None:
    """The currency that a word or sign in plain letters means; ``$`` only where the document says which dollars."""
    if word == "$":
        return dollars
    return (
        _SIGNS.get(word)
        or _WORDS.get(" ".join(word.split()))
        or (word.upper() if word.upper() in MINOR_DIGITS else None)
    )


@lru_cache(maxsize=16_384)
def find_unit(text: str, dollars: str | None = None) -> Unit | None:
    """The one unit that a header, a title or a cell of units names; None where it names none, or two."""
    line = plain(text)
    found: dict[tuple[str | None, Decimal], Unit] = {}
    for match in _SAID.finditer(line):
        code = match["shorted"] or match["scaled"] or match["money"]
        currency = currency_of(code, dollars)
        if currency is None or (code in _WORDS_TOO and code.upper() not in text):
            continue
        word = match["scale"] or (match["headed"] or "").removeprefix("de ") or match["after"]
        scale = SHORT_SCALE[match["short"]] if match["short"] else _scale(word)
        found[currency, scale] = Unit(Kind.MONEY, currency, scale)
    if len(found) == 1:
        return next(iter(found.values()))
    if not found and _PERCENT.search(line):
        return Unit(Kind.PERCENT)
    return None


def without_units(text: str) -> str:
    """``text`` in its plain form without the units that it names."""
    return _PERCENT.sub(" ", _SAID.sub(" ", plain(text)))


def defines(text: str, code: str) -> bool:
    """Whether the text names the dollars apart from an amount: beside one they tell it from the others."""
    return re.search(rf"(?<!\d)(?<!\d )\b{code}\b(?!\s?\d)", text) is not None


def dollars_of(text: str) -> str | None:
    """The currency of a bare ``$`` in a document, where it names the currency of exactly one country's dollars."""
    named = {"USD" if found.upper().startswith("US") else found for found in re.findall(r"US\$|\b[A-Z]{2}D\b", text)}
    has_bare = re.search(r"(?<![A-Z])\$\s?\d", text) is not None
    dollars = {
        code
        for code in named
        if code in MINOR_DIGITS
        and code not in ("SDD", "JOD", "KWD", "BHD", "IQD", "LYD", "TND", "RSD")
        and not (has_bare and code != "USD" and not defines(text, code))
    }
    return dollars.pop() if len(dollars) == 1 else None
