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
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import statements
from casewright.evidence.rooms.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.ids import DocumentId
    from casewright.evidence.extraction.places import RoomDocument
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
    return list(found.values())


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
