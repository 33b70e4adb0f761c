"""Figures in a line of text: numbers with what makes them a figure, such as a currency, a percent sign or a noun."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.domain.values import Count, Monetary, Percentage
from casewright.evidence.extraction.numbers import DIGITS, read_number
from casewright.evidence.extraction.unit_words import (
    MONEY,
    SCALE,
    SCALE_OF,
    SHORT_MONEY,
    SHORT_SCALE,
    Unit,
    currency_of,
)
from casewright.evidence.extraction.vocabulary import Kind, Metric, nouns, plain
from casewright.evidence.value_struct import number_problem

if TYPE_CHECKING:
    from casewright.evidence.extraction.numbers import Style

_TIMES = {"month": "months", "luna": "months", "day": "days", "zi": "days", "year": "years", "an": "years"}
_TIME = r"(?:de )?(?:calendar )?(?P<time>months?|days?|years?|luni|luna|zile|zi|ani|an)\b"
_UNSURE = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_NOUN = "|".join(re.escape(noun) for noun in sorted(nouns(), key=len, reverse=True))
_FIGURE = re.compile(
    rf"(?P<open>\()?(?P<minus>[-−–](?=\s?[\d€£$])|(?<!\w)[-−–](?={MONEY}))?(?:(?P<before>{MONEY}|{SHORT_MONEY})\s{{0,2}})?(?P<inner>[-−])?"
    rf"(?<![\w.,/:])(?<!\w-)(?P<number>{DIGITS})(?![\d/])"
    rf"(?:(?P<percent>\s?%|\sper ?cent\b|\sprocente?\b)|(?P<times>\s?x(?!\w)|\stimes\b|\sori\b)"
    rf"|(?:\s{{0,2}}(?P<scale>{SCALE}))?(?:\s{{0,2}}(?:de\s+)?(?P<after>{MONEY}))?(?:\s+(?P<noun>{_NOUN})\b)?(?:\s+{_TIME})?)"
    r"(?P<close>\))?"
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number at ``start`` to ``end`` with what it is in; ``metric`` where the noun after it says what it counts."""

    start: int
    end: int
    number: Decimal
    unit: Unit | None
    time: str | None = None
    metric: Metric | None = None
    scaled: bool = False


@lru_cache(maxsize=16_384)
def figures(text: str, style: Style, dollars: str | None) -> tuple[Figure, ...]:
    """The figures of a line in order; those whose number is ambiguous have no place in it. The last lines are kept."""
    found = []
    for match in _FIGURE.finditer(plain(text)):
        number = read_number(match["number"], style)
        if number is None:
            continue
        one = _figure(match, number, dollars)
        if one is not None:
            found.append(one)
    return tuple(found)


def numbers_in(text: str) -> list[str]:
    """The numbers of a line that have a unit beside them, as evidence of how the document writes them."""
    return [
        match["number"]
        for match in _FIGURE.finditer(plain(text))
        if match["percent"] or match["times"] or match["before"] or match["after"] or match["scale"]
    ]


def value_of(metric: Metric, figure: Figure, unit: Unit | None) -> Monetary | Percentage | Count | None:
    """The value of a metric that a figure gives; ``unit`` is what stands elsewhere, as in a header.

    None where the figure is not of the metric's kind, or too long for a value.
    """
    said = figure.unit if figure.unit is not None else unit
    number = abs(figure.number) if metric.positive else figure.number
    value: Monetary | Percentage | Count | None = None
    match metric.kind:
        case Kind.MONEY if said is not None and said.kind is Kind.MONEY and said.currency is not None:
            value = Monetary(number * said.scale, said.currency)
        case Kind.PERCENT if said is not None and said.kind is Kind.PERCENT:
            value = Percentage(number / 100)
        case Kind.RATIO if said is not None and said.kind is Kind.RATIO:
            value = Count(number, "x")
        case Kind.COUNT if figure.unit is None and not figure.scaled and figure.time is None:
            value = Count(number, metric.unit) if number == number.to_integral_value() and number >= 0 else None
        case Kind.TIME if figure.time is not None:
            value = Count(number, figure.time)
        case _:
            return None
    if value is None or number_problem(_number(value)):
        return None
    return value


def _number(value: Monetary | Percentage | Count) -> Decimal:
    match value:
        case Monetary(amount, _):
            return amount
        case Percentage(fraction):
            return fraction
        case Count(number, _):
            return number


def _figure(match: re.Match[str], number: Decimal, dollars: str | None) -> Figure | None:
    start, end = match.start(), match.end()
    in_brackets = bool(match["open"] and match["close"])
    if match["open"] and not in_brackets:
        start += 1
    if match["close"] and not in_brackets:
        end -= 1
    if in_brackets or match["minus"] or match["inner"]:
        number = -number
    scale = SCALE_OF.get(match["scale"] or "", Decimal(1))
    if match["percent"]:
        return Figure(start, end, number, Unit(Kind.PERCENT))
    if match["times"]:
        return Figure(start, end, number, Unit(Kind.RATIO))
    sign = match["before"] or match["after"]
    if sign:
        short = SHORT_SCALE.get(sign[0]) if re.fullmatch(SHORT_MONEY, sign) else None
        currency = currency_of(sign if short is None else sign[1:], dollars)
        unit = Unit(Kind.MONEY, currency, scale if short is None else short)
        if short is not None and _UNSURE.fullmatch(match["number"]):
            return None  # thousands with thousands of them, or with three places: nobody can tell
        return Figure(start, end, number, unit, scaled=True) if currency is not None else None
    time = match["time"]
    if time is not None:
        name = time if time in ("luni", "zile", "ani") else time.rstrip("s")
        return Figure(
            start, end, number, None, time={"luni": "months", "zile": "days", "ani": "years"}.get(name) or _TIMES[name]
        )
    metric = nouns().get(match["noun"]) if match["noun"] else None
    return Figure(start, end, number * scale, None, metric=metric, scaled=bool(match["scale"]))
