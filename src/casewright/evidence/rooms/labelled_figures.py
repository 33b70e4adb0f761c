"""The figures of a room's tables with the words that say of what they are."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.domain.periods import PeriodKind
from casewright.evidence.extraction.bases import find_basis
from casewright.evidence.extraction.figure_names import ASIDE, MILLIONS, SCALED
from casewright.evidence.extraction.grids import blocks, why_no_figure
from casewright.evidence.extraction.source import source_of, style_and_dollars
from casewright.evidence.extraction.times import find_period, names_time, period_of_title, with_year_end
from casewright.evidence.extraction.unit_words import find_unit
from casewright.evidence.extraction.vocabulary import Kind, mentions, plain
from casewright.evidence.rooms.labels import counted, label_stems, named_as_one, phrase, stems, thing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from casewright.domain.claims import Basis
    from casewright.domain.periods import Period
    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import At, RoomDocument
    from casewright.evidence.extraction.unit_words import Unit

_NOTE = re.compile(
    r"(?i)\b(?:(?:all )?(?:amounts?|figures?|values?|numbers?)(?: (?:are|shown|stated|given|reported))*|currency"
    r"|sume(?:le)?|not[ea](?=:))(?: in| :|:)(?: in)?\s+(?P<unit>[^\n\t|;.]{2,30})"
)
_TITLED = 2
"""Cells of a title with what its amounts are in."""
_REFERENCE = re.compile(r"#|-|\d+|(?=[\w/-]*\d)[A-Za-z]{0,6}[-/ ]?\d[\w/-]*|(?:19|20)\d\d-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Measure:
    """What a figure is in: money of a currency, percent, times, or what it counts; "" where nobody says."""

    kind: Kind
    unit: str = ""

    def fits(self, other: Measure) -> bool:
        """Whether two figures may be compared."""
        if self.kind is not other.kind:
            return False
        return self.unit == other.unit or (self.kind is not Kind.MONEY and not (self.unit and other.unit))


@dataclass(frozen=True, slots=True)
class Labelled:
    """A figure in whole units. ``label`` is what its own words call it, ``around`` what stands near or above it."""

    document: RoomDocument
    at: At
    shown: str
    number: Decimal
    half: Decimal
    measure: Measure
    period: Period | None
    label: frozenset[str]
    around: frozenset[str]
    basis: Basis | None = None
    row: int = -1
    column: int = -1
    block: int = -1
    named: str = ""
    phrase: str = ""
    """What its own words are but for times and units, where it is a cell."""


@lru_cache(maxsize=4_096)
def table_figures(document: RoomDocument, year_end: date | None = None) -> tuple[Labelled, ...]:
    """Every figure of the document's tables; ``year_end`` is a day on which the company's financial years end."""
    return tuple(_table_figures(document, year_end))


def _table_figures(document: RoomDocument, year_end: date | None) -> Iterator[Labelled]:
    _, dollars = style_and_dollars(source_of(document))
    last: tuple[str, Unit | None] = ("", None)
    noted = _noted_money(document, dollars)
    for number, block in enumerate(blocks(document)):
        sheet = block.rows[0][0].at.cell or ""
        sheet = sheet.rpartition("!")[0]
        own = _money_of(block, dollars)
        if own is None and last[0] == sheet and _is_of_money(block):
            own = last[1]
        elif own is not None:
            last = sheet, own
        elif noted is not None and _is_of_money(block):
            own = noted
        for row, row_cells in enumerate(block.rows):
            for column, cell in enumerate(row_cells):
                if cell.number is not None and why_no_figure(block, column, cell) is None:
                    one = _of_cell(document, block, row, column, cell, dollars, own)
                    if one.period is None and (names_time(block.label(row)) or names_time(block.head(column))):
                        continue  # of a time that cannot be read: comparable with nothing
                    yield replace(one, block=number, period=in_fiscal_year(one.period, year_end))


def _of_cell(
    document: RoomDocument, block: Block, row: int, column: int, cell: Cell, dollars: str | None, above: Unit | None
) -> Labelled:
    label, head, title = _row_label(block, row), block.head(column), plain(block.title)
    unit = _unit(block, row, column, cell, dollars) or above
    scale = unit.scale if unit is not None and unit.kind is Kind.MONEY else Decimal(1)
    if unit is None and not cell.is_percent:
        scale = next((scale for words in (label, head, title) if (scale := _scale_of(words)) != 1), Decimal(1))
    own = f"{label} {head}"
    number = cell.number or Decimal(0)
    period = (
        find_period(label)
        or find_period(head)
        or (
            None
            if names_time(label) or names_time(head)
            else period_of_title(block.title) or period_of_title(block.above)
        )
    )
    return Labelled(
        document,
        cell.at,
        cell.shown,
        number * scale,
        cell.half * scale,
        _measure(cell, unit, f"{label} {head}", title),
        period,
        label_stems(own) or stems(f"{block.sections[row]} {block.title}"),
        stems(f"{own} {block.sections[row]} {title} {document.filename.rpartition('.')[0]}"),
        find_basis(f"{title} {head} {label}"),
        row,
        column,
        named=" ".join(part for part in (label, head) if part),
        phrase=phrase(bare) if stems(bare := ASIDE.sub(" ", named_as_one(label))) else "",
    )


def _row_label(block: Block, row: int) -> str:
    """The words at the front of a row, numbers and references of its own left out."""
    for cell in block.rows[row]:
        if cell.shown and cell.number is None and not _REFERENCE.fullmatch(cell.shown.strip()):
            return " ".join(plain(cell.shown).replace("_", " ").split())
    return block.label(row)


def _scale_of(words: str) -> Decimal:
    """What a head or a title multiplies counts by."""
    if MILLIONS.search(words) or re.search(r"\(m\)", words):
        return Decimal(1_000_000)
    return Decimal(1_000) if SCALED.search(words) else Decimal(1)


def _money_of(block: Block, dollars: str | None) -> Unit | None:
    """What a block's title or first head says that its amounts are in, or a title above its heads."""
    titles = [cell.shown for row in block.heads[:-1] if sum(bool(one.shown) for one in row) <= _TITLED for cell in row]
    for words in (block.head(0), *titles, block.title, block.above):
        unit = find_unit(words, dollars)
        if unit is not None and unit.kind is Kind.MONEY:
            return unit
    return None


def _noted_money(document: RoomDocument, dollars: str | None) -> Unit | None:
    """What a note of the document says that its amounts are in, wherever it stands; None where it says several."""
    found = {unit for note in _NOTE.finditer(document.text) if (unit := find_unit(note["unit"], dollars)) is not None}
    money = {unit for unit in found if unit.kind is Kind.MONEY}
    return money.pop() if len(money) == 1 else None


def _is_of_money(block: Block) -> bool:
    """Whether a row is of what is counted in money, so that a block without a unit has the one above it."""
    return any(
        one.metric.kind is Kind.MONEY for row in range(len(block.rows)) for one in mentions(block.label(row))
    ) and not any(thing(f"{block.head(at)} {plain(block.title)}") for at in range(block.width))


def _unit(block: Block, row: int, column: int, cell: Cell, dollars: str | None) -> Unit | None:
    for words in (cell.shown, block.label(row), block.head(column), block.sections[row], block.head(0), block.title):
        unit = find_unit(words, dollars)
        if unit is not None:
            return unit
    return None


def _measure(cell: Cell, unit: Unit | None, own: str, title: str) -> Measure:
    if cell.is_percent:
        return Measure(Kind.PERCENT)
    if unit is not None and unit.kind is Kind.MONEY:
        return Measure(Kind.MONEY, unit.currency or "")
    if unit is not None and unit.kind is Kind.PERCENT:
        return Measure(Kind.PERCENT)
    return Measure(Kind.COUNT, counted(own) or thing(title))


def in_fiscal_year(period: Period | None, year_end: date | None) -> Period | None:
    """A year by its number as the financial year that ends in it."""
    return None if period is None else with_year_end(period, year_end)


def one_time(one: Period | None, other: Period | None) -> bool:
    """Whether both are of one time as far as that can be told: years and the twelve months to their end are one."""
    if one is None or other is None:
        return one is other
    yearly = (PeriodKind.YEAR, PeriodKind.LTM)
    if one.kind in yearly and other.kind in yearly:
        return one.end == other.end
    if PeriodKind.DAY in (one.kind, other.kind):
        return one.end == other.end
    return one == other
