"""UNIT_MISMATCH: one amount of one named thing, with the same digits in two currencies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.figures import figures
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.source import source_of, style_and_dollars
from casewright.evidence.extraction.unit_words import find_unit
from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import statements
from casewright.evidence.rooms.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from casewright.domain.ids import DocumentId
    from casewright.evidence.extraction.grids import Cell
    from casewright.evidence.extraction.numbers import Style
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_NAME = re.compile(r"\b[A-ZÄÖÜÅÆØĂÂÎȘȚ][\w’'&-]{3,}")
_IDLE = frozenset(
    [
        "total",
        "revenue",
        "group",
        "company",
        "year",
        "customer",
        "contract",
        "agreement",
        "turnover",
        "income",
        "price",
        "from",
        "date",
        "subject",
        "dear",
        "with",
        "this",
        "that",
        "your",
        "amount",
        "loan",
        "facility",
        "bank",
        "account",
        "accounts",
        "limited",
        "gmbh",
    ]
)
_IS_EQUAL = re.compile(
    r"[\s,;]*(?:\(|=|being|i\.?e\.?|that is|which is|equal(?:ling)? to|equivalent to|respectiv|adica"
    r"|sau echivalentul)\s*"
    r"(?:about |approximately |circa |some )?"
)
_PRICE = re.compile(r"(?:rent|price|fee|salar|deposit|guarant|premium|chiri|pret|garanti|tarif|loan|credit|rate)")
"""Beginnings of words for amounts of which a contract or a year has one."""
_FEWEST_DIGITS = 2
_TELLING_DIGITS = 4


@dataclass(frozen=True, slots=True)
class _Amount:
    """An amount in whole units with the names that stand beside it."""

    document: DocumentId
    filename: str
    at: At
    shown: str
    number: Decimal
    currency: str
    names: frozenset[str]
    words: frozenset[str]


def find(room: Room) -> list[Seen]:
    """Each pair of documents that give one amount of one name in two currencies, both blamed."""
    common = _common_names(room)
    by_number: dict[Decimal, list[_Amount]] = {}
    for document in room.documents:
        if document.is_index:
            continue
        for one in _amounts(document):
            if _digits(one.number) >= _FEWEST_DIGITS:
                by_number.setdefault(one.number, []).append(one)
    found: dict[tuple[At, At], Seen] = {}
    for document in room.documents:
        if not document.is_index and not document.is_workbook:
            found |= {(one.blamed[0], one.blamed[0]): one for one in _side_by_side(document)}
    for amounts in by_number.values():
        for one, other in combinations(amounts, 2):
            if one.document == other.document or one.currency == other.currency:
                continue
            shared: set[str] | frozenset[str] = (one.names & other.names) - common
            if not shared and _digits(one.number) >= _TELLING_DIGITS:
                shared = (one.words & other.words) - common
            if not shared:
                shared = {word for word in one.words & other.words if _PRICE.match(word)}
            if not shared:
                continue
            found.setdefault(
                (one.at, other.at),
                Seen(
                    DefectType.UNIT_MISMATCH,
                    "currency",
                    (one.at, other.at),
                    f"{sorted(shared)[0].capitalize()}: “{shorten(one.shown)}” is {one.currency} in "
                    f"{one.filename}, and the same number "
                    f"(“{shorten(other.shown)}”) is {other.currency} in {other.filename}.",
                ),
            )
    return list(found.values())


def _side_by_side(document: RoomDocument) -> Iterator[Seen]:
    """One number in two currencies where one is given as the other's equivalent."""
    style, dollars = style_and_dollars(source_of(document))
    for said in statements(document):
        words = document.text[said.start : said.end]
        bare = "USD" if "$" in words else None
        money = [
            one
            for one in figures(words, style, dollars or bare)
            if one.unit is not None and one.unit.kind is Kind.MONEY
        ]
        for one, other in pairwise(money):
            if one.unit is None or other.unit is None or one.unit.currency == other.unit.currency:
                continue
            same = abs(one.number * one.unit.scale) == abs(other.number * other.unit.scale)
            between = words[one.end : other.start + (words[other.start] == "(")]
            if same and one.number and _IS_EQUAL.fullmatch(plain(between)):
                yield Seen(
                    DefectType.UNIT_MISMATCH,
                    "currency",
                    (At(document.id, said.start + one.start, said.start + other.end),),
                    f"“{document.filename}” gives one number in two currencies as the same: "
                    f"“{shorten(words[one.start : other.end])}”.",
                )


def _names(words: str) -> frozenset[str]:
    return frozenset(plain(one) for one in _NAME.findall(words))


def _words(words: str) -> frozenset[str]:
    found = frozenset(re.findall(r"[a-z]{4,}", plain(words)))
    return found - _IDLE | {price[0] for word in found if (price := _PRICE.match(word))}


def _digits(number: Decimal) -> int:
    return len(str(int(number)).rstrip("0")) if number == int(number) else len(number.normalize().as_tuple().digits)


def _common_names(room: Room) -> frozenset[str]:
    """Names that stand in nearly every document, such as the company's own: they tell no two things apart."""
    counts: dict[str, int] = {}
    for document in room.documents:
        for name in _names(document.text):
            counts[name] = counts.get(name, 0) + 1
    most = max(3, len(room.documents) * 2 // 3)
    return frozenset(name for name, count in counts.items() if count >= most) | _IDLE


def _amounts(document: RoomDocument) -> Iterator[_Amount]:
    style, dollars = style_and_dollars(source_of(document))
    subject = _subject(document)
    for said in () if document.is_workbook else statements(document):
        words = document.text[said.start : said.end]
        if "\t" in words:
            continue
        names = _names(words) | subject
        for figure in figures(words, style, dollars):
            if figure.unit is None or figure.unit.kind is not Kind.MONEY or figure.unit.currency is None:
                continue
            at = At(document.id, said.start + figure.start, said.start + figure.end)
            number = abs(figure.number) * figure.unit.scale
            shown = words[figure.start : figure.end]
            yield _Amount(document.id, document.filename, at, shown, number, figure.unit.currency, names, _words(words))
    for block in blocks(document):
        about = find_unit(block.title, dollars)
        for line, row in enumerate(block.rows):
            names = _names(" ".join(cell.shown for cell in row if cell.number is None))
            for column, cell in enumerate(row):
                if cell.number is None and not document.is_workbook:
                    yield from _in_cell(document, cell, names | subject, style, dollars)
                if cell.number is None or cell.is_percent:
                    continue
                unit = (
                    find_unit(cell.shown, dollars)
                    or find_unit(block.label(line), dollars)
                    or find_unit(block.head(column), dollars)
                    or find_unit(block.head(0), dollars)
                    or about
                )
                if unit is None or unit.kind is not Kind.MONEY or unit.currency is None:
                    continue
                yield _Amount(
                    document.id,
                    document.filename,
                    cell.at,
                    cell.shown,
                    abs(cell.number) * unit.scale,
                    unit.currency,
                    names,
                    _words(f"{block.label(line)} {block.head(column)}"),
                )


def _in_cell(
    document: RoomDocument, cell: Cell, names: frozenset[str], style: Style, dollars: str | None
) -> Iterator[_Amount]:
    """Amounts among the words of a cell."""
    for one in figures(cell.shown, style, dollars):
        if one.unit is not None and one.unit.kind is Kind.MONEY and one.unit.currency is not None:
            at = At(document.id, cell.at.start + one.start, cell.at.start + one.end)
            number = abs(one.number) * one.unit.scale
            shown = cell.shown[one.start : one.end]
            yield _Amount(
                document.id, document.filename, at, shown, number, one.unit.currency, names, _words(cell.shown)
            )


def _subject(document: RoomDocument) -> frozenset[str]:
    """The names at the top of a letter or a mail, and in the file's name: whom it is about."""
    top = f"{document.filename} {document.text[:400]} {document.text[-300:]}"
    return _names(top)
