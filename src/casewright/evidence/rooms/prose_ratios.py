"""INCONSISTENCY: growth, a share or a multiple that a sentence states and that the room's tables do not give."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from casewright.domain.claims import Basis
from casewright.domain.defects import DefectType
from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.extraction.times import month_end, times
from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.evidence.rooms.labelled_figures import Labelled, in_fiscal_year, one_time
from casewright.evidence.rooms.labels import scope, stems
from casewright.evidence.rooms.room_figures import RoomFigures, figures_of
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from casewright.evidence.rooms.seen import Room

_GREW = re.compile(
    r"\b(?:grew|grown|growth|increas\w+|rose|risen|(?<!made )(?<!make )(?<!makes )(?<!add )(?<!adds )(?<!added )up"
    r"|climb\w*|gain\w*|expand\w*"
    r"|crescut|crestere\w*|majorat\w*)\b"
)
_FELL = re.compile(
    r"\b(?:fell|fallen|declin\w+|decreas\w+|dropp?\w*|(?<!broken )(?<!break )down|shr[aiu]nk\w*|lost"
    r"|scazut|scadere\w*)\b"
)
_TO = re.compile(r"\b(?:from|to|at)\s*$")
_OF = re.compile(r"^\s*(?:of|din)\s+(?P<whole>[^.;,:()\n]{3,60})")
_CUT = re.compile(
    r"\b(?:came|comes|come|from|in|to|is|was|were|are|which|that|for|by|at|on|with|outside|excluding|and|or|as"
    r"|last|this|during|after|before|under|provine|din|in|la|cu|si)\b.*"
)
_COMPOUND = re.compile(
    r"\bcagr\b|\bcompound\w*\b|\b(?:annual|yearly) growth rate\b|\bgrowth[^.;]{0,20} (?:a|per|each) year\b"
    r"|\bcrestere\w* (?:medie )?anuala\b"
)
_PAIR = 2
_ENOUGH = 0.75
_POINTS = Decimal("0.6")
_FURTHEST = Decimal(40)


class _Way(NamedTuple):
    given: Decimal
    over: Labelled
    under: Labelled


def find(room: Room) -> list[Seen]:
    """Each such statement, against the cells that come nearest."""
    figures = figures_of(room)
    found = []
    for document in figures.papers:
        for one in figures.stated(document):
            if one.measure.kind is not Kind.PERCENT or one.basis is Basis.FORECAST or not one.number:
                continue
            near = _COMPOUND.search(_near_words(one)) is not None
            ways = _compound(one, figures) if near else _growth(one, figures) or _share(one, figures)
            if not ways or any(_agrees(one, way) for way in ways):
                continue
            best = min(ways, key=lambda way: abs(abs(way.given) - abs(one.number)))
            if abs(abs(best.given) - abs(one.number)) > _FURTHEST:
                continue
            found.append(_seen(one, best))
    return found


def _near_words(one: Labelled) -> str:
    line = plain(one.named)
    start = line.find(plain(one.shown))
    return line[max(0, start - 70) : start + len(one.shown) + 40]


def _compound(one: Labelled, figures: RoomFigures) -> list[_Way]:
    """Growth a year from the first to the last year that the sentence names."""
    years = {
        in_fiscal_year(time.period, figures.year_end)
        for time in times(one.named)
        if time.period.kind is PeriodKind.YEAR
    }
    ends = sorted((year for year in years if year is not None), key=lambda year: year.end)
    many = ends[-1].end.year - ends[0].end.year if ends else 0
    if many < _PAIR or scope(_near_words(one)):
        return []
    return [
        _Way((Decimal(math.pow(float(now.number / then.number), 1 / many)) - 1) * 100, now, then)
        for now in figures.labelled(one.around)
        if now.measure.kind is not Kind.PERCENT and now.label and one_time(ends[-1], now.period) and now.number > 0
        if figures.share(now.label, one.around) >= _ENOUGH
        for then in figures.labelled(now.label)
        if _is_before(then, now) and then.number > 0 and one_time(ends[0], then.period)
    ]


def _growth(one: Labelled, figures: RoomFigures) -> list[_Way]:
    line, near = plain(one.named), _near_words(one)
    start = line.find(plain(one.shown))
    if not (_GREW.search(near) or _FELL.search(near)) or _TO.search(line[:start].removesuffix("by ")):
        return []
    if one.period is None or one.period.kind is PeriodKind.DAY or scope(near):
        return []
    before = _year_before(one.period)
    found: list[_Way] = []
    for now in figures.labelled(one.label):
        if now.measure.kind is Kind.PERCENT or not now.label or not one_time(one.period, now.period):
            continue
        if figures.share(now.label, one.around) < _ENOUGH:
            continue
        found += (
            _Way((now.number / then.number - 1) * 100, now, then)
            for then in figures.labelled(now.label)
            if _is_before(then, now) and then.number and one_time(before, then.period)
        )
    return found


def _share(one: Labelled, figures: RoomFigures) -> list[_Way]:
    line = one.named
    start = line.find(one.shown)
    whole = _OF.match(plain(line[start + len(one.shown) :]))
    if whole is None:
        return []
    base, part = stems(_CUT.sub("", whole["whole"])), stems(line[:start])
    return [
        _Way(over.number / under.number * 100, over, under)
        for under in _of_time(one, base, figures)
        for over in _of_time(one, part, figures)
        if over is not under and over.measure == under.measure and abs(over.number) <= abs(under.number)
    ]


def _of_time(one: Labelled, words: frozenset[str], figures: RoomFigures) -> list[Labelled]:
    """The amounts and counts that words name, of the time of a stated share."""
    return [
        cell
        for cell in figures.labelled(words)
        if cell.measure.kind is not Kind.PERCENT
        and cell.number
        and one_time(one.period, cell.period)
        and figures.share(cell.label, words) >= _ENOUGH
    ]


def _is_before(then: Labelled, now: Labelled) -> bool:
    """Whether two cells are of one label of one table, in one row or one column."""
    same_table = then.document.id == now.document.id and then.block == now.block and then.label == now.label
    return same_table and (then.row == now.row or then.column == now.column)


def _agrees(one: Labelled, way: _Way) -> bool:
    return abs(abs(way.given) - abs(one.number)) <= max(_POINTS, one.half + abs(way.given) * Decimal("0.02"))


def _year_before(period: Period) -> Period:
    end = period.end
    last = month_end(end.replace(year=end.year - 1, day=1))
    return replace(period, end=last if month_end(end) == end else end.replace(year=end.year - 1))


def _seen(one: Labelled, way: _Way) -> Seen:
    return Seen(
        DefectType.INCONSISTENCY,
        "ratio",
        (one.at,),
        f"“{one.document.filename}” says {shorten(one.shown)} in “{shorten(one.named, 120)}”, but "
        f"{name_cell(way.over.document, way.over.at, way.over.named)}, {way.over.shown}, and "
        f"{name_cell(way.under.document, way.under.at, way.under.named)}, {way.under.shown}, give {way.given:.1f}%.",
        (way.over.at, way.under.at),
    )
