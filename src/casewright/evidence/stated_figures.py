"""Figures as a sentence states them, held against a claim's value: is one of them the value in another unit?

Only what is certain counts. A figure speaks against the value where a scale word or a currency stands beside it, and
only if no figure of the sentence is the value itself.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from casewright.domain.values import Count, Monetary
from casewright.evidence.units import SCALE_OF, SCALES, measure_value
from casewright.vocabulary.currencies import MINOR_DIGITS, SURE_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.values import Value

_CODES = "|".join(sorted(MINOR_DIGITS))
_SCALE = "|".join(re.escape(word) for word in sorted(SCALE_OF, key=len, reverse=True) if word.isalpha())
_FIGURE = re.compile(
    rf"(?=[A-Zk€£$\d])(?:(?P<before>\b[kT]?(?:{_CODES})|\b[kT]€|\b(?:US|R|A|AU|C|CA|S|NZ|HK|MX)\$|[€£$])\s?)?"
    r"(?<![\w.,])(?P<number>\d[\d.,’']*\d|\d)"
    rf"(?:\s?(?P<scale>(?i:{_SCALE}))\b(?!²))?"
    rf"(?:\s?(?P<after>[kT]?(?:{_CODES})\b|[kT]?€|[£$]|euros?\b|pounds?\b))?"
)
_NEAR = Decimal("0.01")
_SLIPS = tuple(Decimal(10) ** power for power in (3, 6, 9))
_SAME = Decimal("0.001")


class _Figure(NamedTuple):
    words: str
    readings: tuple[Decimal, ...]
    scaled: bool
    currencies: frozenset[str]


def find_misreading(value: Value, words: str) -> str | None:
    """The figure in ``words`` that is ``value`` by another scale or in another currency; None where there is none."""
    if not isinstance(value, Monetary | Count) or not any(letter.isdigit() for letter in words):
        return None
    mine = measure_value(value)
    if mine is None or not mine.low:
        return None
    currency = value.currency if isinstance(value, Monetary) else None
    figures = [figure for figure in _figures(words) if bool(figure.currencies) <= (currency is not None)]
    if any(
        _is(mine.low, reading, _NEAR) and _fits(figure, currency) for figure in figures for reading in figure.readings
    ):
        return None
    for figure in figures:
        if len(figure.readings) != 1:
            continue
        reading = figure.readings[0]
        if (
            figure.scaled
            and _fits(figure, currency)
            and any(_is(mine.low, reading * slip, _NEAR) or _is(mine.low, reading / slip, _NEAR) for slip in _SLIPS)
        ):
            return figure.words
        if not _fits(figure, currency) and _is(mine.low, reading, _SAME):
            return figure.words
    return None


def _figures(words: str) -> Iterator[_Figure]:
    for found in _FIGURE.finditer(words):
        word = (found["scale"] or "").casefold()
        scale = SCALE_OF.get(word, Decimal(1))
        label = found["before"] or found["after"] or ""
        if label[:1] in ("k", "T") and label not in MINOR_DIGITS:  # kEUR, TEUR
            scale *= SCALES["thousand"]
            label = label[1:]
        readings = tuple(dict.fromkeys(number * scale for number in _readings(found["number"])))
        yield _Figure(found[0].strip(), readings, scale != 1, _currencies(label))


def _readings(digits: str) -> Iterator[Decimal]:
    """What the digits may mean: ``12.500`` is 12½ or twelve thousand five hundred, ``12,500`` only the latter."""
    plain = digits.replace("’", "'").replace("'", "")
    separators = [sign for sign in plain if sign in ".,"]
    last = separators[-1] if separators else ""
    groups = re.split(r"[.,]", plain)
    thousands = len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:])
    if not separators or (thousands and len(set(separators)) == 1):
        yield Decimal("".join(groups))
    if separators.count(last) == 1 and not (thousands and last == "," and len(separators) == 1):
        whole, _, places = plain.rpartition(last)
        yield Decimal(re.sub(r"[.,]", "", whole) + "." + places)


def _currencies(label: str) -> frozenset[str]:
    if not label:
        return frozenset()
    if label == "$":
        return frozenset(code for code in MINOR_DIGITS if code.endswith("D") or code in ("MXN", "CLP", "ARS", "COP"))
    code = SURE_NAMES.get(label.casefold(), label.upper())
    return frozenset({code})


def _fits(figure: _Figure, currency: str | None) -> bool:
    return not figure.currencies or currency in figure.currencies


def _is(value: Decimal, reading: Decimal, tolerance: Decimal) -> bool:
    return abs(abs(value) - reading) <= tolerance * abs(value)
