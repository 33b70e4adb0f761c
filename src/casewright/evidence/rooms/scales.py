"""UNIT_MISMATCH: one quantity with the same digits in two units of which one is a thousand times the other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.numbers import read_number
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.source import source_of, style_and_dollars
from casewright.evidence.extraction.unit_words import find_unit
from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.evidence.rooms.labelled_figures import one_time
from casewright.evidence.rooms.labels import stems
from casewright.evidence.rooms.room_figures import figures_of
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.sentence_figures import sentence_figures
from casewright.evidence.rooms.statements import statements
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.ids import DocumentId
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.labelled_figures import Labelled
    from casewright.evidence.rooms.seen import Room

_UNITS: dict[str, tuple[str, Decimal]] = {}
for _kind, _words in {
    "mass": {
        "kg": 1,
        "kilograms": 1,
        "kilos": 1,
        "tonnes": 1_000,
        "tonne": 1_000,
        "tons": 1_000,
        "t": 1_000,
        "tone": 1_000,
    },
    "energy": {"kwh": 1, "mwh": 1_000, "gwh": 1_000_000},
    "power": {"kw": 1, "mw": 1_000, "gw": 1_000_000},
    "volume": {"litres": 1, "liters": 1, "l": 1, "hl": 100, "m3": 1_000},
    "length": {"m": 1, "km": 1_000},
}.items():
    _UNITS |= {_word: (_kind, Decimal(_factor)) for _word, _factor in _words.items()}
_SCALES = {
    "thousand": 1_000,
    "thousands": 1_000,
    "'000": 1_000,
    "000s": 1_000,
    "mii": 1_000,
    "million": 1_000_000,
    "millions": 1_000_000,
    "mn": 1_000_000,
    "milioane": 1_000_000,
}
_QUANTITY = re.compile(
    r"(?<![\w.,])(?P<digits>\d[\d.,]*\d|\d)\s*(?P<scale>thousand|million|mii|milioane)?\s+(?:of "
    r"|de )?(?P<unit>[a-z][a-z0-9]*)\b(?:\s+(?:of |de )?(?P<more>[a-z]{4,}))?"
)
_COUNT = "count"
_MONEY = re.compile(r"(?:eur|usd|gbp|ron|chf|sek|nok|dkk|pln|czk|huf|bgn|€|\$|£)\s?$")
_FEWEST_DIGITS = 3
_TELLING_DIGITS = 4
_MOST = 16
_APART = (Decimal(1_000), Decimal(1_000_000))
_FEWEST_BESIDE = 4
_WITHIN, _FAR = 4, 50
_FEWEST_WORDS = 2
_TOP = 400
_WORD = re.compile(r"[a-z]{4,}")
_IDLE = frozenset(
    ["total", "year", "million", "thousand", "from", "with", "than", "that", "this", "used", "number", "group"]
)


@dataclass(frozen=True, slots=True)
class _Quantity:
    """A number with its unit and scale, and the words that say of what."""

    document: DocumentId
    filename: str
    at: At
    shown: str
    digits: str
    kind: str
    size: Decimal
    words: frozenset[str]
    is_scaled: bool


def find(room: Room) -> list[Seen]:
    """Each pair of documents, both blamed."""
    by_digits: dict[str, list[_Quantity]] = {}
    for document in room.documents:
        if not document.is_index:
            for one in (*_in_tables(document), *_in_words(document)):
                if len(one.digits) >= _FEWEST_DIGITS:
                    by_digits.setdefault(one.digits, []).append(one)
    found: dict[tuple[str, str, str], Seen] = {}
    for digits, quantities in by_digits.items():
        for one, other in combinations(quantities, 2):
            if one.document == other.document or one.kind != other.kind or not one.words & other.words:
                continue
            if one.kind == _COUNT and not (one.is_scaled and other.is_scaled):
                continue
            ratio = max(one.size, other.size) / min(one.size, other.size)
            if ratio not in (1_000, 1_000_000):
                continue
            found.setdefault(
                (one.document, other.document, digits),
                Seen(
                    DefectType.UNIT_MISMATCH,
                    "scale",
                    (one.at, other.at),
                    f"“{shorten(one.shown)}” in {one.filename} and “{shorten(other.shown)}” in {other.filename} "
                    f"have the same "
                    f"digits, and by their units one is {ratio:,} times the other.",
                ),
            )
    return [*found.values(), *_in_cells(room), *_in_columns(room)]


def _in_cells(room: Room) -> Iterator[Seen]:
    """One amount in the tables of two documents, by its digits and its label, a thousand or a million apart."""
    by_digits: dict[tuple[str, str], list[Labelled]] = {}
    for cell in figures_of(room).cells:
        if cell.measure.kind is Kind.MONEY and cell.label and len(_digits(cell.number)) >= _TELLING_DIGITS:
            by_digits.setdefault((cell.measure.unit, _digits(cell.number)), []).append(cell)
    for alike in by_digits.values():
        pairs = [
            (one, other)
            for one, other in combinations(alike[:_MOST], 2)
            if one.document.id != other.document.id and (one.label <= other.label or other.label <= one.label)
            if one.period is None or other.period is None or one_time(one.period, other.period)
        ]
        same = {id(cell) for pair in pairs if pair[0].number == pair[1].number for cell in pair}
        for one, other in pairs:
            low, high = sorted((abs(one.number), abs(other.number)))
            if high / low in _APART and not {id(one), id(other)} <= same:
                yield _slip(one, other)
                break


def _in_columns(room: Room) -> Iterator[Seen]:
    """An amount of a column that is far below all others, and a paper on its row that has a thousand times as much."""
    figures = figures_of(room)
    columns: dict[tuple[DocumentId, int, int], list[Labelled]] = {}
    for cell in figures.cells:
        if cell.measure.kind is Kind.MONEY and cell.number:
            columns.setdefault((cell.document.id, cell.block, cell.column), []).append(cell)
    for cells in columns.values():
        odd = min(cells, key=lambda cell: abs(cell.number))
        others = sorted(abs(cell.number) for cell in cells if cell is not odd)
        meant = abs(odd.number) * _APART[0]
        if len(others) < _FEWEST_BESIDE or not others[0] / _WITHIN <= meant <= others[-1] * _WITHIN:
            continue
        if abs(odd.number) * _FAR > others[0]:
            continue
        row = stems(odd.named)
        for paper in room.documents:
            if paper.is_workbook or paper.is_index or paper.id == odd.document.id:
                continue
            if len(row & stems(f"{paper.filename} {paper.text[:_TOP]}")) < _FEWEST_WORDS:
                continue
            told = [one for one in sentence_figures(paper, figures.year_end) if one.measure == odd.measure]
            one = next((one for one in told if abs(one.number) == meant), None)
            if one is not None:
                yield _slip(odd, one)
                break


def _slip(one: Labelled, other: Labelled) -> Seen:
    return Seen(
        DefectType.UNIT_MISMATCH,
        "scale",
        (one.at, other.at),
        f"{name_cell(one.document, one.at, one.named)} shows {shorten(one.shown)}, and "
        f"{name_cell(other.document, other.at, other.named)} {shorten(other.shown)}: by their units one is "
        "thousands of times the other.",
    )


def _in_words(document: RoomDocument) -> Iterator[_Quantity]:
    if document.is_workbook:
        return
    style, _ = style_and_dollars(source_of(document))
    for said in statements(document):
        if "\t" in document.text[said.start : said.end]:
            continue
        line = document.plain[said.start : said.end]
        for match in _QUANTITY.finditer(line):
            number = read_number(match["digits"], style)
            if number is None or not number or _MONEY.search(line[: match.start()]) or find_unit(match["unit"]):
                continue
            kind, factor = _UNITS.get(match["unit"], (_COUNT, Decimal(1)))
            scale = Decimal(_SCALES.get(match["scale"] or "", 1))
            words = frozenset(_WORD.findall(line[max(0, match.start() - 40) : match.end() + 20])) - _IDLE
            at = At(document.id, said.start + match.start(), said.start + match.end())
            shown = document.text[at.start : at.end]
            yield _Quantity(
                document.id,
                document.filename,
                at,
                shown,
                _digits(number),
                kind,
                number * scale * factor,
                words,
                match["scale"] is not None,
            )


def _in_tables(document: RoomDocument) -> Iterator[_Quantity]:
    for block in blocks(document):
        title = plain(block.title)
        for row, cells in enumerate(block.rows):
            label = block.label(row)
            for column, cell in enumerate(cells):
                if cell.number is None or cell.is_percent or not cell.number:
                    continue
                head = block.head(column)
                said = re.findall(r"[\w']+", f"{label} {head}".replace("_", " "))
                if find_unit(f"{label} {head}") is not None:
                    continue
                kind, factor = next((_UNITS[word] for word in said if word in _UNITS), (_COUNT, Decimal(1)))
                scaled = next((_SCALES[word] for word in said if word in _SCALES), None)
                scale = scaled or 1
                words = frozenset(_WORD.findall(f"{label} {head} {title}")) - _IDLE
                yield _Quantity(
                    document.id,
                    document.filename,
                    cell.at,
                    f"{label}: {cell.shown}",
                    _digits(cell.number),
                    kind,
                    abs(cell.number) * scale * factor,
                    words,
                    scaled is not None,
                )


def _digits(number: Decimal) -> str:
    return str(abs(number).normalize()).replace(".", "").split("E")[0].strip("0")
