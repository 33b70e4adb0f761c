"""Values brought to whole units, so that amounts in thousands, rates in percent and terms in years can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from casewright.domain.values import Count, Monetary, Percentage, Range
from casewright.evidence.metrics import unit_name
from casewright.vocabulary.currencies import MINOR_DIGITS, sure_code

if TYPE_CHECKING:
    from casewright.domain.values import Value

RATIO = "ratio"
"""What rates, shares and multiples are measured in: 25 %, 0.25 and 0.25x are one."""
MONTHS = "months"
"""What terms are measured in."""

_ONE = Decimal(1)
SCALES = {
    "thousand": Decimal(1_000),
    "million": Decimal(1_000_000),
    "billion": Decimal(1_000_000_000),
    "trillion": Decimal(1_000_000_000_000),
}
_SCALE_WORDS = {
    "thousand": ("thousands", "k", "'000", "000", "000s", "'000s", "tsd", "ths"),
    "million": ("millions", "m", "mn", "mm", "mio", "mln"),
    "billion": ("billions", "bn", "bln", "b", "mrd"),
    "trillion": ("trillions", "tn", "trn"),
}
SCALE_OF = {word: SCALES[name] for name, words in _SCALE_WORDS.items() for word in (name, *words)}
"""What a scale word multiplies by."""

_TIMES = {"x", "×", "times", "multiple", "ratio", "fold"}
_PARTS = {"%": Decimal("0.01"), "percent": Decimal("0.01"), "per cent": Decimal("0.01"), "pct": Decimal("0.01")}
_PARTS |= {word: Decimal("0.0001") for word in ("bps", "bp", "basis points", "basis point")}
_TERMS = {"month": _ONE, "mo": _ONE, "mth": _ONE, "year": Decimal(12), "yr": Decimal(12), "quarter": Decimal(3)}
_WORDS = re.compile(r"[^\s/]+")


@dataclass(frozen=True, slots=True)
class Measured:
    """A value from ``low`` to ``high`` in ``measure``: a currency's code, ``RATIO``, ``MONTHS`` or what is counted.

    ``scale`` is what its number was multiplied by to get there.
    """

    measure: str
    low: Decimal
    high: Decimal
    scale: Decimal = _ONE


def measure_value(value: Value) -> Measured | None:
    """``value`` in whole units; None for words and days, which have no measure, and for what is no finite number."""
    match value:
        case Range(low, high):
            below, above = measure_value(low), measure_value(high)
            if below is None or above is None or below.measure != above.measure:
                return None
            return Measured(below.measure, min(below.low, above.low), max(below.high, above.high), below.scale)
        case Monetary(amount, currency):
            return _single(_currency(currency) or currency, amount, _ONE)
        case Percentage(fraction):
            return _single(RATIO, fraction, _ONE)
        case Count(number, unit):
            measure, scale = _unit(unit)
            return _single(measure, number, scale)
        case _:
            return None


def is_currency(measure: str) -> bool:
    """Whether ``measure`` is an amount of money."""
    return measure in MINOR_DIGITS


def _single(measure: str, number: Decimal, scale: Decimal) -> Measured | None:
    return Measured(measure, number * scale, number * scale, scale) if number.is_finite() else None


@cache
def _currency(label: str) -> str | None:
    plain = " ".join(label.casefold().split())
    return sure_code(plain)


@cache
def _unit(unit: str) -> tuple[str, Decimal]:
    """Measure and scale of a count's unit: ``thousand customers`` is customers by 1,000, ``EUR m`` is EUR by 10^6."""
    plain = " ".join(unit.casefold().replace("’", "'").split())
    if plain in _PARTS:
        return RATIO, _PARTS[plain]
    words = [word.strip("().,") for word in _WORDS.findall(plain)]
    if words and words[0] in _TIMES:
        return RATIO, _ONE  # x ARR
    scale = _ONE
    rest: list[str] = []
    for word in words:
        if word in SCALE_OF and len(words) > 1:
            scale *= SCALE_OF[word]
        elif word not in ("of", "in"):
            rest.append(word)
    named = " ".join(rest)
    if (len(words) == 1 and named in SCALE_OF) or not rest:
        return "", SCALE_OF.get(named, scale)
    glued = re.fullmatch(r"([kmt])(€|[a-z]{3})|(€)([km])", named)  # kEUR, TEUR, €m
    if glued and scale == _ONE:
        short, label = (glued[1], glued[2]) if glued[1] else (glued[4], glued[3])
        code = _currency(label)
        if code:
            return code, SCALES["million" if short == "m" else "thousand"]
    code = _currency(named)
    if code:
        return code, scale
    single = unit_name(named)
    return (MONTHS, scale * _TERMS[single]) if single in _TERMS else (single, scale)
