"""Amounts as people write them in a sentence: ``EUR 12.1 m`` for EUR 12,100,000; and whether one is rightly rounded."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import TYPE_CHECKING

from casewright.domain.values import Count, Monetary, Percentage, Range
from casewright.evidence.display import show_number, show_value
from casewright.evidence.units import RATIO, measure_value
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from casewright.domain.values import Value

_EXACT = Context(prec=60)
_SCALES = (("tn", Decimal(10**12)), ("bn", Decimal(10**9)), ("m", Decimal(10**6)))
_SCALE_OF = dict(_SCALES)
_NUMBER = re.compile(r"(-?)(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d+))?(?: (tn|bn|m))?")
_DIGITS = 3
"""How many digits an amount has in a sentence; a rounded one is at most half a per cent off."""
_WHOLE_BELOW = Decimal(1000)
_MANY_TIMES = Decimal(10)
"""From here on a difference is told as how many times as much or as little."""


def show_short(value: Value) -> str:
    """``value`` rounded to three digits: ``EUR 12.1 m``, ``EUR 812,000``, ``101.1 %``, ``8.94 bn passengers``."""
    match value:
        case Monetary(amount, currency) if amount.is_finite():
            return show_text(f"{currency} {_short(amount)}")
        case Percentage(fraction) if fraction.is_finite():
            return f"{_short(_EXACT.multiply(fraction, Decimal(100)), tenths=True)} %"
        case Count(number, "x") if number.is_finite():
            return f"{_short(number, tenths=True)}x"
        case Count(number, unit) if number.is_finite():
            return show_text(f"{_short(number, tenths=True)} {unit}")
        case Range(low, high):
            return f"{show_short(low)} to {show_short(high)}"
        case _:
            return show_text(show_value(value))


def is_rounding(text: str, value: Value) -> bool:
    """Whether ``text`` is ``value`` rightly rounded to three digits or more, or as it is. What is counted may go
    without saying.
    """
    if text == show_text(show_value(value)):
        return True
    match value:
        case Monetary(amount, currency):
            return _is_near(text, f"{show_text(currency)} ", "", amount)
        case Percentage(fraction):
            return _is_near(text, "", " %", _EXACT.multiply(fraction, Decimal(100)))
        case Count(number, "x"):
            return _is_near(text, "", "x", number)
        case Count(number, unit):
            return _is_near(text, "", f" {show_text(unit)}", number) or _is_near(text, "", "", number)
        case Range(low, high):
            first, _, second = text.partition(" to ")
            return is_rounding(first, low) and is_rounding(second, high)
        case _:
            return False


def show_gap(one: Value, other: Value) -> str | None:
    """How far ``one`` is from ``other``: ``31 %`` of the other, ``8 points`` between rates, ``12 times`` as much (or
    as little).

    None where they cannot be compared, hardly differ, or have different signs.
    """
    mine, theirs = measure_value(one), measure_value(other)
    if mine is None or theirs is None or mine.measure != theirs.measure or mine.low == theirs.low:
        return None
    if mine.measure == RATIO and isinstance(one, Percentage) and isinstance(other, Percentage):
        return f"{_short(abs(mine.low - theirs.low) * 100, tenths=True)} points"
    if mine.low * theirs.low <= 0:
        return None
    share = abs(mine.low - theirs.low) / abs(theirs.low)
    times = max(abs(mine.low), abs(theirs.low)) / min(abs(mine.low), abs(theirs.low))
    if times >= _MANY_TIMES:
        return f"{_short(times)} times"
    rounded = (share * 100).quantize(Decimal(1) if share >= Decimal("0.1") else Decimal("0.1"), ROUND_HALF_UP)
    return f"{show_number(rounded)} %" if rounded else None


def _short(number: Decimal, *, tenths: bool = False) -> str:
    """``number`` to three digits; of one below a thousand with ``tenths`` no less than its tenths."""
    for name, scale in _SCALES:
        if abs(number) >= scale - scale / 2000:  # 999,500 is 1 m already
            return f"{show_number(_to_digits(number / scale))} {name}"
    if tenths and _WHOLE_BELOW > abs(number) >= 100:
        return show_number(number.quantize(Decimal("0.1"), ROUND_HALF_UP))
    if abs(number) < _WHOLE_BELOW * 10 and abs(number) >= 100:
        return show_number(number.quantize(Decimal(1), ROUND_HALF_UP))
    return show_number(_to_digits(number))


def _to_digits(number: Decimal) -> Decimal:
    if not number:
        return number
    last = Decimal(1).scaleb(number.adjusted() - _DIGITS + 1)
    return number.quantize(last, ROUND_HALF_UP, _EXACT) if number.as_tuple().exponent != 0 or last > 1 else number


def _is_near(text: str, before: str, after: str, number: Decimal) -> bool:
    if not (text.startswith(before) and text.endswith(after) and number.is_finite()):
        return False
    found = _NUMBER.fullmatch(text[len(before) : len(text) - len(after)])
    if found is None:
        return False
    sign, whole, places, scale = found.groups()
    by = _SCALE_OF.get(scale, Decimal(1))
    shown = Decimal(f"{sign}{whole.replace(',', '')}.{places or 0}") * by
    if not number:
        return not shown
    digits = whole.replace(",", "")
    shown_to = -len(places) if places else len(digits) - len(digits.rstrip("0"))
    last = min(by.scaleb(shown_to), Decimal(1).scaleb(number.adjusted() - _DIGITS + 1))
    return (number / last).quantize(Decimal(1), ROUND_HALF_UP, _EXACT) * last == shown
