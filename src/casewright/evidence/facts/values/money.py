"""Sums and shares in words and figures: "US$1.5 million", "one million dollars ($1,000,000)", "10.000 lei", "5%".

Where words and figures disagree the words stand, as the rule of construction has it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.facts import MoneyValue, PercentValue
from casewright.evidence.units import SCALE_OF
from casewright.vocabulary.currencies import MINOR_DIGITS, SURE_NAMES, codes_of
from casewright.vocabulary.number_words import ENGLISH, ENGLISH_SCALES, ROMANIAN_SCALES, spelled

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAMES = dict(SURE_NAMES) | codes_of("$", "dollar", "dollars", "leu", "lei", "yen", "¥", "dolari", "usd$")
_NAMES |= {"u.s. dollars": "USD", "u.s. dollar": "USD", "united states dollars": "USD", "u.s.$": "USD", "rmb": "CNY"}
_NAMES |= {"canadian dollars": "CAD", "cdn$": "CAD", "cad$": "CAD", "british pounds": "GBP", "renminbi": "CNY"}
_NAMES |= {"australian dollars": "AUD", "hong kong dollars": "HKD"}
_CODES = "|".join(
    code.lower() for code in MINOR_DIGITS if code not in ("ALL", "TOP", "TRY", "MOP", "GEL", "BAM", "COP")
)
_LABEL = "|".join(re.escape(name) for name in sorted(_NAMES, key=len, reverse=True)) + "|" + _CODES
_BEFORE = rf"(?:(?<!\w)(?:{_LABEL}))"
_AFTER = rf"(?:(?:{_LABEL})(?!\w)(?: u\.?s\.?(?!\w))?)"
_NUMBER = r"(?P<number>\d{1,3}(?:[,.' ]\d{3}(?!\d))+(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d{1,4})?)"
_SCALE = r"(?P<scale>thousand|million|billion|trillion|mii|milioane|milion|miliarde|miliard|mm|mn|m|k|bn)"
_FIGURES = re.compile(
    rf"(?P<label>{_BEFORE}) ?{_NUMBER}(?:[ -]?{_SCALE}(?!\w))?"
    rf"|(?<![\w.,]){_NUMBER.replace('number', 'plain')}(?: ?{_SCALE.replace('scale', 'scaled')})?"
    rf" (?:de )?(?P<after>{_AFTER})"
)
_WORD = "|".join(sorted((*ENGLISH, "hundred", *ENGLISH_SCALES), key=len, reverse=True))
_WORDS = re.compile(
    rf"(?<!\w)(?:an? (?=hundred|thousand|million|billion))?(?P<words>(?:{_WORD})\b(?:(?:,? and "
    rf"|,? | ?- ?)(?:{_WORD})\b){{0,14}})"
    rf"(?: and (?:no|\d\d)/100)? ?(?P<label>{_AFTER})"
    rf"(?: ?\((?:{_BEFORE})? ?[\d][\d,.]{{0,20}}(?: ?{_LABEL})?\))?"
)
_PERCENT = re.compile(
    rf"(?<![\w.,])(?:(?P<number>\d{{1,3}}(?:[.,]\d{{1,4}})?)(?: ?\([a-z -]{{1,40}}\))? ?(?:%|percent|per ?cent|la suta)"
    rf"|(?P<words>(?:{_WORD})\b(?:[ -](?:and )?(?:{_WORD}|half)\b){{0,4}}(?: and one[ -]half)?)"
    r"(?: ?\((?P<figures>\d{1,3}(?:\.\d{1,4})?) ?%? ?\))? ?(?:percent|per ?cent|%)(?: ?\(\d{1,3}(?:\.\d{1,4})? ?(?:%"
    r"|percent) ?\))?)"
)
_SCALES = SCALE_OF | {word: Decimal(scale) for word, scale in ROMANIAN_SCALES.items()}


@dataclass(frozen=True, slots=True)
class SumFound:
    """A sum or a share and where it stands in the words."""

    start: int
    end: int
    value: MoneyValue | PercentValue


def find_sums(words: str) -> list[SumFound]:
    """The sums and shares in ``words``, in order; a sum in words takes its figures in brackets with it."""
    found: list[SumFound] = []
    for one in sorted((*_spelled(words), *_figures(words), *_shares(words)), key=lambda one: (one.start, -one.end)):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return found


def _spelled(words: str) -> Iterator[SumFound]:
    for found in _WORDS.finditer(words):
        amount = spelled(re.split(r"[, -]+", found["words"]))
        yield SumFound(found.start(), found.end(), MoneyValue(amount, currency_of(found["label"])))


def _figures(words: str) -> Iterator[SumFound]:
    for found in _FIGURES.finditer(words):
        amount = number_of(found["number"] or found["plain"]) * _SCALES.get(
            found["scale"] or found["scaled"], Decimal(1)
        )
        label = (found["label"] or found["after"]).strip()
        yield SumFound(found.start(), found.end(), MoneyValue(amount, currency_of(label)))


def _shares(words: str) -> Iterator[SumFound]:
    for found in _PERCENT.finditer(words):
        if found["number"]:
            share = Decimal(found["number"].replace(",", "."))
        else:
            share = spelled(re.split(r"[ -]+", found["words"]))
        yield SumFound(found.start(), found.end(), PercentValue(share))


def currency_of(label: str) -> str | None:
    """The ISO code of a label in small letters; a bare "$" is taken for the US dollar."""
    plain = label.strip()
    if plain.endswith((" u.s.", " us", " u.s")):
        return "USD"
    return _NAMES.get(plain) or (plain.upper() if plain.upper() in MINOR_DIGITS else None)


def number_of(digits: str) -> Decimal:
    """What the digits say: a group of three after a sign is thousands, one or two digits are parts."""
    plain = digits.replace("'", "").replace(" ", "")
    last = max(plain.rfind(","), plain.rfind("."))
    if last < 0:
        return Decimal(plain)
    head, tail = re.sub(r"[.,]", "", plain[:last]), plain[last + 1 :]
    thousands = len(tail) == 3 and not plain.startswith("0")
    return Decimal(head + tail) if thousands else Decimal(f"{head}.{tail}")
