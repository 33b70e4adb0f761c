"""INCONSISTENCY: a list of the largest that leaves out one which another table of the same figures has as larger."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import product
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.sums import TOTAL
from casewright.evidence.rooms.wording import name_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

    Named = dict[str, tuple[Cell, Cell]]

_LARGEST = re.compile(r"\b(?:largest|biggest|top|primii|primele)\b")
_REST = re.compile(r"\b(?:others?|rest|remaining|remainder|various|sundry|altii|altele|diversi)\b")
_FEWEST = 3


def find(room: Room) -> list[Seen]:
    """Each list once, on its first row, against the row that it leaves out."""
    tables = [(one, block) for one in room.documents if not one.is_index for block in blocks(one)]
    found: list[Seen] = []
    for (document, block), (other, whole) in product(tables, tables):
        if block is not whole and document.id != other.id and _LARGEST.search(plain(block.title)):
            found += _left_out(document, block, other, whole)
    return found


def _left_out(document: RoomDocument, block: Block, other: RoomDocument, whole: Block) -> Iterator[Seen]:
    """The largest name of the whole table that the list lacks, where all that the list has stands there with the same
    amount.
    """
    for column, theirs in product(block.columns(), whole.columns()):
        listed, all_of_them = _named(block, column), _named(whole, theirs)
        if len(listed) < _FEWEST or not listed.keys() <= all_of_them.keys():
            continue
        if any(_amount(cells) != _amount(all_of_them[name]) for name, cells in listed.items()):
            continue
        least = min(_amount(cells) for cells in listed.values())
        larger = [cells for name, cells in all_of_them.items() if name not in listed and _amount(cells) > least]
        if not larger or len(larger) >= len(listed):
            continue
        label, figure = max(larger, key=_amount)
        first = next(iter(listed.values()))[0]
        yield Seen(
            DefectType.INCONSISTENCY,
            "largest",
            (first.at,),
            f"The list of the largest in “{document.filename}” ({block.title.strip()}) leaves out "
            f"{name_cell(other, label.at, label.shown)}, {figure.shown}, which is more than others that it has.",
            (label.at, figure.at),
        )
        return


def _named(block: Block, column: int) -> Named:
    """The rows of one name and one amount, without totals and the rest."""
    found: Named = {}
    for row in block.rows:
        label = next((cell for cell in row if cell.shown and cell.number is None), None)
        if label is None or row[column].number is None or row[column].is_percent:
            continue
        name = " ".join(plain(label.shown).split())
        if not TOTAL.search(name) and not _REST.search(name):
            found[name] = (label, row[column])
    return found


def _amount(cells: tuple[Cell, Cell]) -> Decimal:
    return cells[1].number or Decimal(0)
