"""INCONSISTENCY, UNIT_MISMATCH: a figure of a paper that the room's tables, on the same thing and time, give otherwise.

A sentence and a cell are of one thing where the sentence has most of what the label's words tell. A figure that any
cell of such words and of no other time bears out stands.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from casewright.domain.claims import Basis
from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.evidence.rooms.labelled_figures import Labelled, one_time
from casewright.evidence.rooms.labels import is_growth, phrase, scope
from casewright.evidence.rooms.room_figures import RoomFigures, figures_of
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.sentence_figures import is_bound
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_ENOUGH = 0.6
"""Of a label's weight that a sentence has to have to be of the same thing."""
_ALIKE = 0.3
"""Of it that is enough for a cell to bear a figure out."""
_SURE = 0.9
_LEAST, _LESS, _MOST, _FURTHEST = Decimal("0.05"), Decimal("0.3"), Decimal("0.5"), Decimal("0.75")
_LONG = 4
_PAIR = 2
_TELLING = 3
_ABOVE = 5
_REACH = 80
_MANY = 12
_SCALES = (1_000, 1_000_000)
_BARE_SIGN = re.compile(r"(?<![A-Za-z])\$")
_LEFT_OUT = re.compile(
    r"\b(?:leav(?:es?|ing) [\w ]{0,30}\bout|exclud\w*|excl\b|without|net of|apart from|other than|not counting|aside"
    r"|provisional|preliminary|later (?:replaced|corrected|restated)|no longer valid|superseded|replaced by|withdrawn"
    r"|before (?:tax|interest|rent|exceptional)|of which|thereof|fara|exclusiv)\b"
)
_OF_ALL = re.compile(r"\b(?:markets?|industry|sector|worldwide|economy|piata|mercado)\b")
_REST = re.compile(r"\b(?:others?|rest|remaining|remainder|diverse|alte(?:le)?|altii)\b")
"""Of a row that is what the rows above it leave."""
_POINTS = Decimal("0.6")


class _Match(NamedTuple):
    """A cell that is of what a sentence says: how much of its label's weight the sentence has."""

    share: float
    weight: float
    cell: Labelled


def find(room: Room) -> list[Seen]:
    """Each figure of a paper that cannot be so, on its place, against the cell."""
    figures = figures_of(room)
    largest: dict[str, Decimal] = {}
    for cell in figures.cells:
        if cell.measure.kind is Kind.MONEY:
            largest[cell.measure.unit] = max(largest.get(cell.measure.unit, Decimal(0)), abs(cell.number))
    found: list[Seen] = []
    for document in figures.papers:
        found += _of_tables(document, figures)
        stated = figures.stated(document)
        for one in stated:
            beside = [other for other in stated if other.named == one.named and other is not one]
            seen = _against(one, figures, beside) or _absurd(one, figures, largest) or _abroad(one, figures, beside)
            if seen is not None:
                found.append(seen)
    return [*found, *_between(figures)]


def _between(figures: RoomFigures) -> Iterator[Seen]:
    """One figure of two papers' sentences, by its digits and by what both call it, in two currencies or scales."""
    by_digits: dict[str, list[Labelled]] = {}
    for document in figures.papers:
        for one in figures.stated(document):
            if len(_digits(one.number)) >= _TELLING and one.measure.unit and not _BARE_SIGN.search(one.shown):
                by_digits.setdefault(_digits(one.number), []).append(one)
    for alike in by_digits.values():
        for one, other in combinations(alike[:_MANY], 2):
            if one.document.id == other.document.id or one.measure.kind is not other.measure.kind:
                continue
            if len(one.label & other.label) < _PAIR or not (
                one.period is None or other.period is None or one_time(one.period, other.period)
            ):
                continue
            if one.measure == other.measure and _is_slip(one, other):
                yield _slip(one, other)
            elif one.measure.kind is Kind.MONEY and one.measure != other.measure and one.number == other.number:
                yield Seen(
                    DefectType.UNIT_MISMATCH,
                    "currency",
                    (one.at, other.at),
                    f"“{one.document.filename}” says {shorten(one.shown)} in “{shorten(one.named, 120)}”, and "
                    f"“{other.document.filename}” {shorten(other.shown)} in “{shorten(other.named, 120)}”.",
                )


def _against(one: Labelled, figures: RoomFigures, beside: Sequence[Labelled]) -> Seen | None:
    if one.basis is Basis.FORECAST or not one.number or is_bound(one) or _LEFT_OUT.search(plain(one.named)):
        return None
    alike = [match for match in _alike(one, figures, alone=not beside) if _is_of_one_kind(one, match.cell)]
    if any(_same(one, match.cell) and not _is_dated_otherwise(one, match.cell) for match in alike):
        return None
    others = [
        match
        for match in alike
        if not _same(one, match.cell)
        and not any(other.measure.fits(match.cell.measure) and _same(other, match.cell) for other in beside)
    ]
    scored = [match for match in others if match.share >= _ENOUGH and _is_then(one, match.cell)]
    timed = [match for match in scored if one.measure.unit and _is_slip(one, match.cell) and _is_sure(one, match)]
    slip = next((match.cell for match in timed or others if _is_slip(one, match.cell) and _is_sure(one, match)), None)
    if slip is not None and (timed or not scored) and not _OF_ALL.search(plain(one.named)):
        return _slip(one, slip)
    if not scored:
        return None
    swapped = next((match for match in scored if _is_of_the_same_row(one, match.cell, alike)), None)
    if swapped is not None and not figures.names_another(one, swapped.cell):
        return _contradiction(one, swapped.cell)
    best = max(scored, key=lambda match: match.share * match.weight)
    if _is_beside(one, best.cell, figures):
        return None
    if not _near(one, best.cell, best.share) and not _is_of_another_time(one, best, alike):
        return None
    if figures.names_another(one, best.cell):
        return None
    return _contradiction(one, best.cell)


def _alike(one: Labelled, figures: RoomFigures, *, alone: bool = False) -> Iterator[_Match]:
    """The cells of other documents whose labels the sentence has enough of; all its words are of a figure ``alone``."""
    said = phrase(one.named)
    for cell in figures.labelled(one.label | one.around if alone else one.label):
        if cell.document.id == one.document.id or not one.measure.fits(cell.measure):
            continue
        if len(cell.label) == 1 and ((cell.phrase and cell.phrase not in said) or not cell.label & one.label):
            continue
        if _REST.search(plain(cell.named)) and not _REST.search(plain(one.named)):
            continue
        has_units = bool(cell.measure.unit and one.measure.unit)
        label = cell.label | {cell.measure.unit} if has_units else cell.label
        about = one.around | {one.measure.unit}
        share = figures.share(label, about)
        if share >= (_ALIKE if cell.label & one.label else _SURE):
            yield _Match(share, figures.weight(label & about), cell)


def _is_then(one: Labelled, cell: Labelled) -> bool:
    return one.period is not None and one_time(one.period, cell.period) and cell.basis is not Basis.FORECAST


def _is_sure(one: Labelled, match: _Match) -> bool:
    """Whether a number but for thousands is of the same thing: the words tell, or the digits are many."""
    return (
        match.share >= _SURE
        or len(_digits(one.number)) >= _LONG
        or (match.share >= _ENOUGH and len(match.cell.label & one.label) >= _PAIR)
    )


def _is_beside(one: Labelled, best: Labelled, figures: RoomFigures) -> bool:
    """Whether the figure stands in the same row as that of something else."""
    return any(
        (cell.document.id, cell.block, cell.row) == (best.document.id, best.block, best.row)
        and one.measure.fits(cell.measure)
        and _same(one, cell)
        and not (cell.label == best.label and _is_dated_otherwise(one, cell))
        for cell in figures.cells
    )


def _is_of_another_time(one: Labelled, best: _Match, alike: Sequence[_Match]) -> bool:
    """Whether the figure is what the same row has for another time: long digits tell, and its words are all there."""
    return (
        best.share >= _SURE
        and len(_digits(one.number)) >= _TELLING
        and any(
            match.cell.document.id == best.cell.document.id
            and match.cell.label == best.cell.label
            and match.cell.measure == best.cell.measure
            and _same(one, match.cell)
            and _is_dated_otherwise(one, match.cell)
            for match in alike
        )
    )


def _is_of_the_same_row(one: Labelled, cell: Labelled, alike: Sequence[_Match]) -> bool:
    """Whether the row of a cell of the figure's time has exactly the figure for another time: long digits tell."""
    return len(_digits(one.number)) >= _TELLING and any(
        (other.document.id, other.block, other.row) == (cell.document.id, cell.block, cell.row)
        and abs(abs(other.number) - abs(one.number)) <= one.half + other.half
        and _is_dated_otherwise(one, other)
        for _, _, other in alike
    )


def _contradiction(one: Labelled, best: Labelled) -> Seen:
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


def _of_tables(document: RoomDocument, figures: RoomFigures) -> Iterator[Seen]:
    """Cells of a paper's tables that other documents have under the very same words and time."""
    if document.is_workbook:
        return
    for one in figures.of(document):
        if len(one.label) < _PAIR or not one.phrase or not one.number or one.basis is Basis.FORECAST:
            continue
        same = [
            cell
            for cell in figures.labelled(one.label)
            if cell.document.id != document.id
            and cell.phrase == one.phrase
            and cell.label == one.label
            and one.measure == cell.measure
            and one_time(one.period, cell.period)
            and cell.basis is not Basis.FORECAST
        ]
        if not same or any(_same(one, cell) for cell in same):
            continue
        slip = next((cell for cell in same if _is_slip(one, cell)), None)
        if slip is not None:
            yield _slip(one, slip)
        elif all(_near(one, cell, 1) for cell in same):
            yield _contradiction(one, same[0])


def _absurd(one: Labelled, figures: RoomFigures, largest: Mapping[str, Decimal]) -> Seen | None:
    """An amount far above every other of its currency in the room that a table has in thousands or millions."""
    most = largest.get(one.measure.unit, Decimal(0))
    if one.measure.kind is not Kind.MONEY or not most or abs(one.number) < _ABOVE * most:
        return None
    if len(_digits(one.number)) < _PAIR or _OF_ALL.search(plain(one.named)):
        return None
    cell = next(
        (
            cell
            for cell in figures.cells
            if one.label & cell.label
            and one.measure.fits(cell.measure)
            and _is_slip(one, cell)
            and cell.half >= _SCALES[0] / 2
        ),
        None,
    )
    return None if cell is None else _slip(one, cell)


def _abroad(one: Labelled, figures: RoomFigures, beside: Sequence[Labelled]) -> Seen | None:
    """An amount that a table has in another currency, with the same digits."""
    if one.measure.kind is not Kind.MONEY or len(_digits(one.number)) < _TELLING or one.basis is Basis.FORECAST:
        return None
    if _BARE_SIGN.search(one.shown):
        return None  # whose dollars they are, the amount itself does not say
    if any(other.measure.kind is Kind.MONEY and other.measure != one.measure for other in beside):
        return None  # it is told in both
    alike = [
        cell
        for cell in figures.labelled(one.label)
        if cell.measure.kind is Kind.MONEY and figures.share(cell.label, one.around) >= _ENOUGH and _same(one, cell)
    ]
    if not alike or any(cell.measure.unit == one.measure.unit for cell in alike):
        return None
    cell = alike[0]
    if abs(abs(one.number) - abs(cell.number)) > one.half + cell.half:
        return None
    return Seen(
        DefectType.UNIT_MISMATCH,
        "currency",
        (one.at, cell.at),
        f"“{one.document.filename}” says {shorten(one.shown)} in “{shorten(one.named, 120)}”, and "
        f"{name_cell(cell.document, cell.at, cell.named)} shows the same number, {cell.shown}, in {cell.measure.unit}.",
    )


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
