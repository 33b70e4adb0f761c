"""INCONSISTENCY: a figure in a sentence that the room's tables, on the same thing and time, give otherwise."""

from __future__ import annotations

import math
import re
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis
from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.extraction.extract import year_end_of
from casewright.evidence.extraction.source import source_of
from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.evidence.rooms.labelled_figures import Labelled, cells, is_bound, is_growth, one_time, phrase, scope, told
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.evidence.rooms.seen import Room

_ENOUGH = 0.6
_ALIKE = 0.3
_LEAST, _LESS, _MOST = Decimal("0.05"), Decimal("0.3"), Decimal("0.5")
_SURE = 0.9
_LONG = 4
_PAIR = 2
_ABOVE = 5
_FURTHEST = Decimal("0.75")
_REACH = 80
_SCALES = (1_000, 1_000_000)
_LEFT_OUT = re.compile(
    r"\b(?:leav(?:es?|ing) [\w ]{0,30}\bout|exclud\w*|excl\b|without|net of|apart from|other than|not counting|aside"
    r"|before (?:tax|interest|rent|exceptional)|of which|thereof|fara|exclusiv)\b"
)
_OF_ALL = re.compile(r"\b(?:markets?|industry|sector|worldwide|economy|piata|mercado)\b")
_POINTS = Decimal("0.6")


def find(room: Room) -> list[Seen]:
    year_end = year_end_of(map(source_of, room.documents))
    known = [one for document in room.documents if not document.is_index for one in cells(document, year_end)]
    weights = Weights(known)
    largest: dict[str, Decimal] = {}
    for cell in known:
        if cell.measure.kind is Kind.MONEY:
            largest[cell.measure.unit] = max(largest.get(cell.measure.unit, Decimal(0)), abs(cell.number))
    found = []
    for document in room.documents:
        if document.is_index or is_contract(document):
            continue
        said = list(told(document, year_end))
        for one in said:
            beside = [other for other in said if other.named == one.named and other is not one]
            seen = _against(one, known, weights, beside) or _absurd(one, known, largest)
            if seen is not None:
                found.append(seen)
    return found


class Weights:
    def __init__(self, known: Sequence[Labelled]) -> None:
        rows = {(one.document.id, one.block, one.row): one.label for one in known}
        self._counts = Counter(word for label in rows.values() for word in label)
        self._rows = max(1, len(rows))

    def of(self, words: frozenset[str]) -> float:
        return sum(math.log(1 + self._rows / (1 + self._counts[word])) for word in words)


def _against(one: Labelled, known: Sequence[Labelled], weights: Weights, beside: Sequence[Labelled]) -> Seen | None:
    if one.basis is Basis.FORECAST or not one.number or is_bound(one) or _LEFT_OUT.search(plain(one.named)):
        return None
    scored, slips = [], []
    for cell in known:
        if cell.document.id == one.document.id or not cell.label or not one.measure.fits(cell.measure):
            continue
        whole = cell.label | {cell.measure.unit} if cell.measure.unit and one.measure.unit else cell.label
        about = one.around | {one.measure.unit}
        if len(cell.label) == 1 and cell.phrase and cell.phrase not in phrase(one.named):
            continue
        share = weights.of(whole & about) / weights.of(whole)
        if share < _ALIKE or not (cell.label & one.label):
            continue
        if not _is_of_one_kind(one, cell):
            continue
        if _same(one, cell):
            if not _is_dated_otherwise(one, cell):
                return None
            continue
        if any(other.measure.fits(cell.measure) and _same(other, cell) for other in beside):
            continue
        if _is_slip(one, cell) and (
            share >= _SURE
            or len(_digits(one.number)) >= _LONG
            or (share >= _ENOUGH and len(cell.label & one.label) > 1)
        ):
            slips.append(cell)
        if share >= _ENOUGH and one.period is not None and one_time(one.period, cell.period) and cell.basis is not Basis.FORECAST:
            scored.append((share * weights.of(whole & about), share, cell))
    if slips and not scored:
        return _slip(one, slips[0])
    if not scored:
        return None
    scored.sort(key=lambda pair: -pair[0])
    best = scored[0][2]
    if not _near(one, best, scored[0][1]):
        return None
    if any(
        (cell.document.id, cell.block, cell.row) == (best.document.id, best.block, best.row)
        and one.measure.fits(cell.measure)
        and _same(one, cell)
        and not (cell.label == best.label and _is_dated_otherwise(one, cell))
        for cell in known
    ):  # it is the figure of something else there
        return None
    return Seen(
        DefectType.INCONSISTENCY,
        "prose",
        (one.at,),
        f"“{one.document.filename}” says {shorten(one.shown)} in “{shorten(one.named, 120)}”, but "
        f"{name_cell(best.document, best.at, best.named)} shows {best.shown}.",
        (best.at,),
    )


def _is_of_one_kind(one: Labelled, cell: Labelled) -> bool:
    """Whether both are of one scope, and both a growth or both none."""
    near = _near_words(one)
    if scope(near) != scope(plain(f"{cell.named} {' '.join(cell.around)}")):
        return False
    return one.measure.kind is not Kind.PERCENT or is_growth(near) == is_growth(cell.named)


def _near_words(one: Labelled) -> str:
    line = plain(one.named)
    at = line.find(plain(one.shown))
    return line[max(0, at - _REACH) : at + len(one.shown) + _REACH // 2]


def _is_dated_otherwise(one: Labelled, cell: Labelled) -> bool:
    """Whether both name a time of one kind, and not the same."""
    if one.period is None or cell.period is None or one_time(one.period, cell.period):
        return False
    kinds = {one.period.kind, cell.period.kind}
    return len(kinds) == 1 or PeriodKind.DAY in kinds or kinds == {PeriodKind.YEAR, PeriodKind.LTM}


def _is_slip(one: Labelled, cell: Labelled) -> bool:
    """Whether both are one number but for thousands."""
    low, high = sorted((abs(one.number), abs(cell.number)))
    return bool(low) and any(abs(high / low - scale) <= scale / 100 for scale in _SCALES)


def _absurd(one: Labelled, known: Sequence[Labelled], largest: Mapping[str, Decimal]) -> Seen | None:
    """An amount far above every other of its currency in the room that a table has in thousands or millions."""
    most = largest.get(one.measure.unit, Decimal(0))
    if one.measure.kind is not Kind.MONEY or not most or abs(one.number) < _ABOVE * most:
        return None
    if len(_digits(one.number)) < _PAIR or _OF_ALL.search(plain(one.named)):
        return None
    cell = next(
        (cell for cell in known if one.measure.fits(cell.measure) and _is_slip(one, cell) and cell.half >= _SCALES[0] / 2),
        None,
    )
    return None if cell is None else _slip(one, cell)


def _digits(number: Decimal) -> str:
    return str(abs(number).normalize()).replace(".", "").split("E")[0].strip("0")


def _slip(one: Labelled, cell: Labelled) -> Seen:
    return Seen(
        DefectType.UNIT_MISMATCH,
        "scale",
        (one.at, cell.at),
        f"“{one.document.filename}” says {shorten(one.shown)} in “{shorten(one.named, 120)}”, and "
        f"{name_cell(cell.document, cell.at, cell.named)} shows {cell.shown}: by their units one is thousands of times "
        "the other.",
    )


def _same(one: Labelled, cell: Labelled) -> bool:
    slack = one.half + cell.half + abs(cell.number) * Decimal("0.01")
    return abs(abs(one.number) - abs(cell.number)) <= slack


def _near(one: Labelled, cell: Labelled, share: float) -> bool:
    apart = abs(abs(one.number) - abs(cell.number))
    if one.measure.kind is Kind.PERCENT:
        return _POINTS < apart <= 30
    most = _LESS if share < _SURE else _MOST if len(cell.label) < _PAIR else _FURTHEST
    return bool(cell.number) and _LEAST < apart / abs(cell.number) <= most
