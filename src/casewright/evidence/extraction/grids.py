"""Tables as grids of numbers: blocks of rows under their headers, each cell with what it shows and where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.evidence.extraction.numbers import read_number
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.source import source_of, style_and_dollars
from casewright.evidence.extraction.times import find_period
from casewright.evidence.extraction.unit_words import MONEY, find_unit
from casewright.evidence.extraction.vocabulary import Kind, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.domain.documents import Table, TableCell
    from casewright.evidence.extraction.numbers import Style
    from casewright.evidence.extraction.places import RoomDocument

_NUMBER = re.compile(
    rf"(?P<open>\()?\s?(?P<minus>[-−–])?\s?(?:{MONEY})?\s?(?P<inner>[-−–])?(?P<digits>\d[\d.,'’ \xa0\u202f]*|\d)"
    r"\s?(?P<percent>%|pp)?\s?(?:x|[a-z]{3}|€|lei|m|k|bn)?(?P<close>\))?",
)
_SHORT_TITLE = 5
_TITLED = 2
"""Cells of a title with what its amounts are in."""
_THOUSANDS = re.compile(r"(?:[A-Z]{3}|[A-Z]{0,3}[€$£])\s?'?0{3}s?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ORDINAL = re.compile(r"(?:#|no\.?|nr\.?(?: ?crt\.?)?|item|rank|note|ref\.?|id)")


_IDENTIFIER = re.compile(
    r"\b(?:no|nr|number|id|code|ref|reference|iban|account|phone|tel|fax|postcode|zip|reg|registration|vat|cui|invoice|contract|vin|imo|licen[cs]e"
    r"|isin|page|pages|pag)\b"
)


class Reason(StrEnum):
    """Why a number is no figure."""

    DATE = "date"
    LIST_NUMBER = "list number"
    IDENTIFIER = "identifier"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; ``number`` where it shows nothing but a number, percentages as hundredths being written 45.2.

    ``half`` is half of its last shown digit, worked out once: the checks of arithmetic ask for it at every comparison.
    """

    shown: str
    at: At
    number: Decimal | None = None
    is_percent: bool = False
    half: Decimal = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        exponent = 0 if self.number is None else self.number.as_tuple().exponent
        object.__setattr__(self, "half", _half(exponent if isinstance(exponent, int) else 0))


@lru_cache(maxsize=64)
def _half(exponent: int) -> Decimal:
    return Decimal(5).scaleb(exponent - 1)


@dataclass(slots=True)
class Block:
    """Rows that belong together: what stands above them, their heads, and the rows with numbers in them.

    Every row has a cell for each column; ``sections`` says, row by row, under which heading inside the block it is.
    """

    title: str
    heads: list[Sequence[Cell]] = field(default_factory=list)
    rows: list[Sequence[Cell]] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    above: str = ""
    """What stood over an earlier block of the same table whose heads are this one's too."""

    def head(self, column: int) -> str:
        """What stands over a column, in plain letters."""
        return _head(tuple(row[column].shown for row in self.heads))

    def label(self, row: int) -> str:
        """The words at the front of a row, in plain letters."""
        first = next((cell for cell in self.rows[row] if cell.shown and cell.number is None), None)
        return "" if first is None else _words(first.shown)

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.rows[0]) if self.rows else 0

    def columns(self) -> Iterator[int]:
        """The columns with numbers that are no count of the rows."""
        for column in range(self.width):
            if sum(row[column].number is not None for row in self.rows) and not self._is_ordinal(column):
                yield column

    def turned(self) -> Block:
        """With rows as columns: labels over the columns, what stood over the columns in front of the rows."""
        if not self.rows:
            return Block(self.title)
        first = [self._first(row) for row in self.rows]
        corner = Cell("", At(self.rows[0][0].at.document, 0, 0))
        turned = Block(self.title, heads=[[corner, *first]], above=self.above)
        for column in range(self.width):
            if all(row[column] is cell for row, cell in zip(self.rows, first, strict=True)):
                continue
            front = next((row[column] for row in reversed(self.heads) if row[column].shown), corner)
            shown = " ".join(row[column].shown for row in self.heads if row[column].shown)
            turned.rows.append([Cell(shown, front.at), *(row[column] for row in self.rows)])
            turned.sections.append("")
        return turned

    def _first(self, row: Sequence[Cell]) -> Cell:
        return next((cell for cell in row if cell.shown and cell.number is None), row[0])

    def _is_ordinal(self, column: int) -> bool:
        if _ORDINAL.fullmatch(self.head(column)):
            return True
        numbers = [row[column].number for row in self.rows if row[column].number is not None]
        counted = [Decimal(at) for at in range(1, len(numbers) + 1)]
        return column == 0 and len(numbers) > 1 and numbers == counted


@lru_cache(maxsize=4_096)
def blocks(document: RoomDocument) -> tuple[Block, ...]:
    """The blocks of a document's tables, in order; nobody changes them, so that all checks get the same."""
    if not document.tables:
        return ()
    style, _ = style_and_dollars(source_of(document))
    found: list[Block] = []
    for table in document.tables:
        found += _with_heads(map(_with_title, _blocks(document, table, style)))
    return tuple(block for block in found if block.rows)


def _blocks(document: RoomDocument, table: Table, style: Style) -> Iterator[Block]:
    text = document.text
    block = Block(_title(text, table))
    section, after_gap, last = "", True, 0
    for cells in table.rows:
        row = [_cell(document, cell, style) for cell in cells]
        filled = [cell for cell in row if cell.shown]
        if not filled:
            after_gap = True
            continue
        number = _row_number(filled[0])
        after_gap = after_gap or (number is not None and number > last + 1)
        last = number or 0
        if len(filled) == 1 and filled[0].number is None:
            if after_gap and block.rows:
                yield block
                block = Block(filled[0].shown)
                section = ""
            elif block.rows or block.heads:
                section = plain(filled[0].shown)
            else:
                block.title = f"{block.title} {filled[0].shown}".strip()
            after_gap = False
            continue
        if _is_head(row) and (after_gap or not block.rows) and _goes_on(block, row, after_gap=after_gap):
            if block.rows:
                yield block
                block = Block(block.title)
            block.heads.append(row)
            section = ""
        else:
            block.rows.append(row)
            block.sections.append(section)
        after_gap = False
    yield block


def _with_title(block: Block) -> Block:
    """With what its amounts are in as a part of its title, where that stands beside the title over no column by itself:
    above other heads, or where no number is below it.
    """
    top = [(at, cell.shown) for at, cell in enumerate(block.heads[0]) if cell.shown] if block.heads else []
    if len(top) != _TITLED or top[0][0]:
        return block
    at, shown = top[-1]
    unit = find_unit(shown)
    if unit is None or unit.kind is not Kind.MONEY or find_period(shown) is not None:
        return block
    if len(block.heads) > 1 or not any(row[at].number is not None for row in block.rows if at < len(row)):
        block.title = f"{block.title} {top[0][1]} {shown}".strip()
        block.heads = block.heads[1:]
    return block


def _with_heads(found: Iterable[Block]) -> Iterator[Block]:
    """Blocks of one table, one without heads under those of the block before it where its numbers stand below them."""
    before: Block | None = None
    for block in found:
        is_part = len(block.title.split()) <= _SHORT_TITLE and find_unit(block.title) is None
        if before is not None and not block.heads and block.rows and is_part and _stand_below(block, before):
            block.heads = before.heads
            block.above = f"{before.above} {before.title}".strip()
        yield block
        if block.heads:
            before = block


def _stand_below(block: Block, before: Block) -> bool:
    named = {at for row in before.heads for at, cell in enumerate(row) if cell.shown and at}
    counted = {at for row in block.rows for at, cell in enumerate(row) if cell.number is not None}
    return len(named) > 1 and bool(counted) and counted <= named


@lru_cache(maxsize=16_384)
def _head(shown: tuple[str, ...]) -> str:
    """Cells one over another as one head, in plain letters; "" for those that are empty."""
    return " ".join(" ".join(plain(one).replace("_", " ").split()) for one in shown if one)


@lru_cache(maxsize=16_384)
def _words(shown: str) -> str:
    return " ".join(plain(shown).split())


def _row_number(cell: Cell) -> int | None:
    """The number of the cell's row on its sheet, of which empty rows are not in the table."""
    found = re.search(r"\d+$", cell.at.cell or "")
    return int(found[0]) if found else None


def _title(text: str, table: Table) -> str:
    before = [line.strip() for line in text[max(0, table.start - 300) : table.start].split("\n") if line.strip()]
    return " ".join(([] if table.name is None else [table.name]) + ([] if table.name else before[-1:]))


def _is_head(row: Sequence[Cell]) -> bool:
    """Whether no cell after the first shows a number that is no year."""
    rest = [cell for cell in row[1:] if cell.shown]
    return bool(rest) and all(cell.number is None or _YEAR.fullmatch(cell.shown) for cell in rest)


def _goes_on(block: Block, row: Sequence[Cell], *, after_gap: bool) -> bool:
    """Whether the row may be a head where one stands above it already: one of the two has nothing in front, or only
    this one names times, under a title with its unit.
    """
    if not block.heads or block.rows or after_gap:
        return True
    title = [cell.shown for cell in block.heads[-1] if cell.shown]
    if len(title) <= _TITLED and find_unit(title[-1]) is not None and find_period(title[-1]) is None:
        return any(find_period(cell.shown) is not None for cell in row[1:])
    return not row[0].shown or not block.heads[-1][0].shown


def _cell(document: RoomDocument, cell: TableCell, style: Style) -> Cell:
    shown = document.text[cell.start : cell.end]
    lead = len(shown) - len(shown.lstrip())
    bare = shown.strip()
    at = At(document.id, cell.start + lead, cell.start + lead + len(bare), cell.address)
    if not bare or not any(letter.isdigit() for letter in bare):
        zero = bare in ("-", "–", "—", "−")
        return Cell("" if zero else bare, at, None)
    found = None if _THOUSANDS.fullmatch(bare) else _NUMBER.fullmatch(plain(bare))
    if found is None or (find_period(bare) is not None and not _plain_number(bare)):
        return Cell(bare, at)
    digits = re.sub(r"[ \xa0\u202f](?=\d{3}(?!\d))", "\xa0", found["digits"].strip())
    number = read_number(digits, style)
    if number is None:
        return Cell(bare, at)
    if found["minus"] or found["inner"] or (found["open"] and found["close"]):
        number = -number
    return Cell(bare, at, number, found["percent"] is not None)


def _plain_number(shown: str) -> bool:
    return re.fullmatch(r"[\d.,\s()%-]+", shown) is not None


def why_no_figure(block: Block, column: int, cell: Cell) -> Reason | None:
    """Why a number in a table is no figure; None where it is one."""
    if _YEAR.fullmatch(cell.shown):
        return Reason.DATE
    if not cell.is_percent and _IDENTIFIER.search(block.head(column)) and re.fullmatch(r"\d+", cell.shown):
        return Reason.IDENTIFIER
    return None
