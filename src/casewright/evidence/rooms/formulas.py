"""INCONSISTENCY: a ratio that a sentence calls by its name, and that the lines it is made of do not give.

The names and the lines are data (formulas.toml). A ratio that some pair of lines of one document and time gives stands.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis
from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.extraction.figure_names import ASIDE
from casewright.evidence.extraction.times import times
from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.evidence.rooms.labelled_figures import Labelled, one_time
from casewright.evidence.rooms.labels import scope
from casewright.evidence.rooms.room_figures import figures_of
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.sentence_figures import is_bound
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.periods import Period
    from casewright.evidence.rooms.seen import Room

_REACH = 90
_POINTS = Decimal("0.6")
_PART = Decimal("0.02")
_FURTHEST = 3


@dataclass(frozen=True, slots=True)
class _Formula:
    """A ratio by its name."""

    name: str
    said: re.Pattern[str]
    over: re.Pattern[str]
    under: re.Pattern[str]
    is_percent: bool

    def fits(self, one: Labelled) -> bool:
        """Whether a stated figure may be this ratio."""
        return one.measure.kind is (Kind.PERCENT if self.is_percent else Kind.RATIO) or (
            not self.is_percent and one.measure.kind is Kind.COUNT and one.number < 100
        )


def find(room: Room) -> list[Seen]:
    """Each such ratio, against the lines that come nearest."""
    figures = figures_of(room)
    known = [(_line(one), one) for one in figures.cells if one.measure.kind is not Kind.PERCENT]
    found: list[Seen] = []
    for document in figures.papers:
        for one in figures.stated(document):
            formula = _meant(one)
            if formula is not None and one.basis is not Basis.FORECAST and not is_bound(one):
                found += _against(one, formula, known)
    return found


def _meant(one: Labelled) -> _Formula | None:
    line = plain(one.named)
    at = line.find(plain(one.shown))
    near = line[max(0, at - _REACH) : at + len(one.shown) + _REACH // 2]
    return next((formula for formula in _formulas() if formula.fits(one) and formula.said.search(near)), None)


def _against(one: Labelled, formula: _Formula, known: Sequence[tuple[str, Labelled]]) -> Iterator[Seen]:
    if scope(plain(one.named)):
        return
    overs = [cell for line, cell in known if formula.over.fullmatch(line) and _is_when(one.period, cell.period)]
    unders = [cell for line, cell in known if formula.under.fullmatch(line) and _is_when(one.period, cell.period)]
    ways = [
        (over.number / under.number * (100 if formula.is_percent else 1), over, under)
        for over in overs
        for under in unders
        if under.number and over.document.id == under.document.id and _is_when(over.period, under.period)
    ]
    if not ways or any(_agrees(one, rate) for rate, _, _ in ways):
        return
    rate, over, under = min(ways, key=lambda way: abs(way[0] - one.number))
    if not rate or not Decimal(1) / _FURTHEST <= abs(one.number / rate) <= _FURTHEST:
        return
    sign = "%" if formula.is_percent else "x"
    yield Seen(
        DefectType.INCONSISTENCY,
        "formula",
        (one.at,),
        f"“{one.document.filename}” says {shorten(one.shown)} in “{shorten(one.named, 120)}”, but "
        f"{name_cell(over.document, over.at, over.named)}, {over.shown}, over "
        f"{name_cell(under.document, under.at, under.named)}, {under.shown}, is {rate:.1f}{sign}.",
        (over.at, under.at),
    )


def _is_when(one: Period | None, other: Period | None) -> bool:
    """Whether two figures are of one time, a state being of the year that ends on its day; in doubt they are."""
    if one is None or other is None:
        return True
    kinds = {one.kind, other.kind}
    if PeriodKind.DAY in kinds and kinds & {PeriodKind.YEAR, PeriodKind.LTM}:
        return one.end == other.end
    return one_time(one, other)


def _agrees(one: Labelled, rate: Decimal) -> bool:
    return abs(abs(rate) - abs(one.number)) <= max(one.half, _PART * abs(rate)) + (
        _POINTS if one.measure.kind is Kind.PERCENT else Decimal(0)
    )


def _line(one: Labelled) -> str:
    """A cell's own label without times, units and asides."""
    line = ASIDE.sub(" ", one.named)
    for time in reversed(times(line)):
        line = f"{line[: time.start]} {line[time.end :]}"
    line = re.sub(
        r"\b(?:eur|usd|gbp|chf|ron|sek|dkk|nok|cad|aud|000s?|thousands?|millions?|t€|k|m|actual)\b|[^\w&%'/ -]",
        " ",
        line,
    )
    return " ".join(line.split())


@cache
def _formulas() -> tuple[_Formula, ...]:
    text = files("casewright.evidence.rooms").joinpath("formulas.toml").read_text(encoding="utf-8")
    return tuple(
        _Formula(
            name,
            re.compile(entry["said"]),
            re.compile(entry["over"]),
            re.compile(entry["under"]),
            entry["as"] == "percent",
        )
        for name, entry in tomllib.loads(text).items()
    )
