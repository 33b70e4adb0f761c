"""INCONSISTENCY: growth, a share or a multiple that a sentence states and that the room's tables do not give."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from casewright.domain.claims import Basis
from casewright.domain.defects import DefectType
from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.extraction.extract import year_end_of
from casewright.evidence.extraction.source import source_of
from casewright.evidence.extraction.times import month_end
from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.evidence.rooms.labelled_figures import Labelled, cells, one_time, scope, stems, told
from casewright.evidence.rooms.prose_figures import Weights
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.evidence.rooms.seen import Room

_GREW = re.compile(
    r"\b(?:grew|grown|growth|increas\w+|rose|risen|up|climb\w*|gain\w*|expand\w*|crescut|crestere\w*|majorat\w*)\b"
)
_FELL = re.compile(r"\b(?:fell|fallen|declin\w+|decreas\w+|dropp?\w*|down|shr[aiu]nk\w*|lost|scazut|scadere\w*)\b")
_TO = re.compile(r"\b(?:from|to|at)\s*$")
_OF = re.compile(r"^\s*(?:of|din)\s+(?P<whole>[^.;,:()\n]{3,60})")
_CUT = re.compile(
    r"\b(?:came|comes|come|from|in|to|is|was|were|are|which|that|for|by|at|on|with|outside|excluding|and|or|as"
    r"|last|this|during|after|before|under|provine|din|in|la|cu|si)\b.*"
)
_ENOUGH = 0.75
_POINTS = Decimal("0.6")
_FURTHEST = Decimal(40)


class _Way(NamedTuple):
    given: Decimal
    over: Labelled
    under: Labelled


def find(room: Room) -> list[Seen]:
    """Each such statement, against the cells that come nearest."""
    year_end = year_end_of(map(source_of, room.documents))
    known = [one for document in room.documents if not document.is_index for one in cells(document, year_end)]
    weights = Weights(known)
    found = []
    for document in room.documents:
        if document.is_index or is_contract(document):
            continue
        for one in told(document, year_end):
            if one.measure.kind is not Kind.PERCENT or one.basis is Basis.FORECAST or not one.number:
                continue
            ways, enough = _growth(one, known, weights), True
            if not ways:
                ways = _share(one, known, weights)
            if not ways or any(_agrees(one, way) for way in ways):
                continue
            best = min(ways, key=lambda way: abs(abs(way.given) - abs(one.number)))
            if abs(abs(best.given) - abs(one.number)) > _FURTHEST:
                continue
            found.append(_seen(one, best))
    return found


def _growth(one: Labelled, known: Sequence[Labelled], weights: Weights) -> list[_Way]:
    line = plain(one.named)
    start = line.find(plain(one.shown))
    near = line[max(0, start - 70) : start + len(one.shown) + 40]
    if not (_GREW.search(near) or _FELL.search(near)) or _TO.search(line[:start].removesuffix("by ")) :
        return []
    if one.period is None or one.period.kind is PeriodKind.DAY or scope(near):
        return []
    before = _year_before(one.period)
    found = []
    for now in known:
        if now.measure.kind is Kind.PERCENT or not now.label or not one_time(one.period, now.period):
            continue
        if weights.of(now.label & one.around) < _ENOUGH * weights.of(now.label) or not now.label & one.label:
            continue
        for then in known:
            if (
                then.document.id == now.document.id
                and then.block == now.block
                and (then.row == now.row or then.column == now.column)
                and then.label == now.label
                and then.number
                and one_time(before, then.period)
            ):
                found.append(_Way((now.number / then.number - 1) * 100, now, then))
    return found


def _share(one: Labelled, known: Sequence[Labelled], weights: Weights) -> list[_Way]:
    line = one.named
    start = line.find(one.shown)
    whole = _OF.match(plain(line[start + len(one.shown) :]))
    if whole is None:
        return []
    base, part = stems(_CUT.sub("", whole["whole"])), stems(line[:start])
    found = []
    for under in known:
        if under.measure.kind is Kind.PERCENT or not under.label or not under.number:
            continue
        if not one_time(one.period, under.period) or weights.of(under.label & base) < _ENOUGH * weights.of(under.label):
            continue
        for over in known:
            if over.measure != under.measure or not over.label or over is under or not one_time(one.period, over.period):
                continue
            if weights.of(over.label & part) < _ENOUGH * weights.of(over.label):
                continue
            if over.number and abs(over.number) <= abs(under.number):
                found.append(_Way(over.number / under.number * 100, over, under))
    return found


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
