"""INCONSISTENCY: shares of one whole that do not make 100 %, and shares that the amounts beside them do not give."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.sums import TOTAL
from casewright.evidence.rooms.wording import name_cell, shorten, show_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_SHARE = re.compile(
    r"\b(?:share|shares|holding|shareholding|ownership|stake|mix|split|% of|of total|weight|proportion"
    r"|allocation|cota|cote|pondere"
    r"|participati\w*|procent din|fully diluted|voting)\b|^%$"
)
_NO_SHARE = re.compile(
    r"\b(?:growth|margin|change|yield|rate|churn|retention|occupancy|utili[sz]ation|cagr|vs|crestere|marja)\b"
)
_WHOLE = Decimal(100)
_FEWEST = 3
_PAIR = 2
_FURTHEST = Decimal(15)
_PERCENT = re.compile(r"(?<![\w.,-])(\d{1,3}(?:[.,]\d+)?)\s?(?:%|per cent\b|la suta\b)")
_SPLITS = re.compile(
    r"\b(?:remain\w*|rest|balance|remainder|restul|split|breaks? down|divided|made up|consists? of|comprises?"
    r"|mix|respectiv shares|participat\w*|partners?|joint venture|consorti\w+|beteilig\w*"
    r"|held as follows|hold|holds|held|owned|own|owns|detin\w*|imparti\w*|by (?:segment|region|country|product"
    r"|channel))\b"
)
_UNLIKE = re.compile(
    r"\b(?:grew|growth|rose|fell|margin|increase\w*|decrease\w*|decline\w*|up from|down from|compared|versus|vs"
    r"|discount|interest)\b"
)


def find(room: Room) -> list[Seen]:
    """Columns, rows and sentences of shares; on the total where it is shown, else on the first share."""
    found: list[Seen] = []
    for document in room.documents:
        if document.is_index:
            continue
        for block in blocks(document):
            from_amounts = list(_amounts(document, block))
            found += from_amounts
            if not from_amounts:
                found += _columns(document, block)
                found += _columns(document, block.turned())
        if not document.is_workbook:
            found += _sentences(document)
    return found


def _columns(document: RoomDocument, block: Block) -> Iterator[Seen]:
    for column in range(block.width):
        head = f"{block.head(column)} {block.title.casefold()}"
        rows = [at for at, row in enumerate(block.rows) if row[column].number is not None]
        cells = [block.rows[at][column] for at in rows]
        if len(cells) < _FEWEST or not all(cell.is_percent or "%" in block.head(column) for cell in cells):
            continue
        if _NO_SHARE.search(block.head(column)) or any(cell.number < 0 for cell in cells if cell.number is not None):
            continue
        last = rows[-1] if block.rows[rows[-1]][column].number == _WHOLE else None
        total = next((at for at in rows if TOTAL.search(block.label(at))), last)
        if total is not None and rows[-1] != total:
            continue
        parts = [at for at in rows if at != total]
        if len(parts) < _FEWEST or (total is None and not _SHARE.search(head)):
            continue
        if total is not None and block.rows[total][column].number != _WHOLE:
            continue
        if any(_NO_SHARE.search(block.label(at)) for at in parts):
            continue
        shares = [block.rows[at][column] for at in parts]
        summed = sum((cell.number or Decimal(0) for cell in shares), Decimal(0))
        slack = sum((cell.half for cell in shares), Decimal(0))
        if slack < abs(summed - _WHOLE) <= _FURTHEST:
            at = shares[0].at if total is None else block.rows[total][column].at
            label = block.rows[parts[0] if total is None else total][0].shown or "Total"
            yield Seen(
                DefectType.INCONSISTENCY,
                "percent",
                (at,),
                f"The {len(shares)} shares at {name_cell(document, at, label)} make "
                f"{show_number(summed, shares[0])}, not 100%.",
                tuple(cell.at for cell in shares if cell.at != at),
            )


def _amounts(document: RoomDocument, block: Block) -> Iterator[Seen]:
    """Shares beside the amounts that they are shares of: where most follow from the amounts, the ones that do not."""
    columns = list(block.columns())
    for share in columns:
        head = block.head(share)
        if _NO_SHARE.search(head) or not (_SHARE.search(head) or "%" in head):
            continue
        if not all(row[share].is_percent or "%" in head for row in block.rows if row[share].number is not None):
            continue
        for amount in columns:
            if amount != share:
                yield from _held(document, block, share, amount)


def _held(document: RoomDocument, block: Block, share: int, amount: int) -> Iterator[Seen]:
    rows = [at for at, row in enumerate(block.rows) if row[share].number is not None and row[amount].number is not None]
    totals = [at for at, row in enumerate(block.rows) if TOTAL.search(block.label(at)) or row[share].number == _WHOLE]
    parts = [at for at in rows if at not in totals]
    if len(parts) < _FEWEST or any(block.rows[at][amount].is_percent for at in parts):
        return
    for whole in _wholes(block, parts, totals, amount):
        odd = [at for at in parts if not _fits(block.rows[at][share], block.rows[at][amount], whole)]
        if not odd or (len(odd) > max(1, len(parts) // 4) and not _are_misplaced(block, odd, share, amount, whole)):
            continue
        for at in odd:
            cell, of = block.rows[at][share], block.rows[at][amount]
            given = (of.number or Decimal(0)) / whole * _WHOLE
            yield Seen(
                DefectType.INCONSISTENCY,
                "percent",
                (cell.at,),
                f"{name_cell(document, cell.at, block.rows[at][0].shown)} shows a share of {cell.shown}, but "
                f"{of.shown} of "
                f"{whole:,} is {given:.1f}%; the other {len(parts) - len(odd)} shares follow from their amounts.",
                (of.at,),
            )
        return


def _are_misplaced(block: Block, odd: Sequence[int], share: int, amount: int, whole: Decimal) -> bool:
    """Whether two shares, or two amounts, stand each in the other's row, or one has what the other lacks."""
    if len(odd) != _PAIR:
        return False
    (one, other) = (block.rows[at] for at in odd)
    if _fits(one[share], other[amount], whole) and _fits(other[share], one[amount], whole):
        return True
    given = ((one[amount].number or Decimal(0)) + (other[amount].number or Decimal(0))) / whole * _WHOLE
    stated = (one[share].number or Decimal(0)) + (other[share].number or Decimal(0))
    return abs(given - stated) <= one[share].half + other[share].half


def _wholes(block: Block, parts: Sequence[int], totals: Sequence[int], amount: int) -> Iterator[Decimal]:
    for at in totals:
        number = block.rows[at][amount].number
        if number:
            yield number
    summed = sum((block.rows[at][amount].number or Decimal(0) for at in parts), Decimal(0))
    if summed:
        yield summed


def _fits(share: Cell, amount: Cell, whole: Decimal) -> bool:
    given = (amount.number or Decimal(0)) / whole * _WHOLE
    return abs(given - (share.number or Decimal(0))) <= share.half + amount.half / abs(whole) * _WHOLE


def _sentences(document: RoomDocument) -> Iterator[Seen]:
    line = document.plain
    for found in re.finditer(r"[^\n.]+(?:\.\d[^\n.]*|\n(?!\n)[^\n.]*)*", document.text):
        said = line[found.start() : found.end()]
        shares = list(_PERCENT.finditer(said))
        if len(shares) < _FEWEST or not _SPLITS.search(said) or _UNLIKE.search(said):
            continue
        numbers = [Decimal(one[1].replace(",", ".")) for one in shares]
        if _WHOLE in numbers:
            continue
        summed = sum(numbers, Decimal(0))
        slack = sum((_half(one) for one in numbers), Decimal(0))
        if slack < abs(summed - _WHOLE) <= _FURTHEST:
            places = tuple(At(document.id, found.start() + one.start(), found.start() + one.end()) for one in shares)
            yield Seen(
                DefectType.INCONSISTENCY,
                "percent",
                places[:1],
                f"{document.filename} divides a whole into shares that make {summed}%, not 100%: "
                f"“{shorten(found[0])}”.",
                places[1:],
            )


def _half(number: Decimal) -> Decimal:
    exponent = number.as_tuple().exponent
    return Decimal(5).scaleb((exponent if isinstance(exponent, int) else 0) - 1)
