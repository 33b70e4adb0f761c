"""INCONSISTENCY: one line of a table that breaks the arithmetic that all its other lines keep.

Nobody tells what the columns of a table have to do with each other; the table does. Where the third of three columns
is the sum, the difference, the product or the ratio of the two others in nearly every row, the row in which it is not
is wrong. The same holds for rows over columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import islice, permutations
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.sums import TOTAL
from casewright.evidence.rooms.wording import name_cell, show_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_HUNDRED = Decimal(100)
_WIDEST = 9
_FEWEST = 3
_OTHERS = 4
_TELLING = 3
_SLACK = Decimal("0.02")


@dataclass(frozen=True, slots=True)
class _Rule:
    """What may give the third of three numbers; ``percent`` where it has to be one."""

    words: str
    given: Callable[[Decimal, Decimal], Decimal]
    percent: bool | None = False


_RULES = (
    _Rule("the sum of", lambda one, other: one + other),
    _Rule("the difference of", lambda one, other: one - other),
    _Rule("the product of", lambda one, other: one * other),
    _Rule("the product in thousands of", lambda one, other: one * other / 1000),
    _Rule("the twelvefold product of", lambda one, other: 12 * one * other),
    _Rule("the share that is given by", lambda one, other: one / other * _HUNDRED, percent=True),
    _Rule("the growth that is given by", lambda one, other: (one / other - 1) * _HUNDRED, percent=True),
    _Rule("the ratio of", lambda one, other: one / other, percent=False),
    _Rule("the ratio in thousands of", lambda one, other: one / other * 1000, percent=False),
)


def find(room: Room) -> list[Seen]:
    """Each cell that breaks what its column is in all other rows, or its row in all other columns."""
    found: list[Seen] = []
    for document in room.documents:
        if document.is_index:
            continue
        for block in blocks(document):
            found += _odd(document, block)
            found += _odd(document, block.turned())
    return found


def _odd(document: RoomDocument, block: Block) -> Iterator[Seen]:
    columns = list(block.columns())
    if not _FEWEST <= len(columns) <= _WIDEST or len(block.rows) < _OTHERS:
        return
    parts = [row for at, row in enumerate(block.rows) if not TOTAL.search(block.label(at))]
    held: set[int] = set()
    told: dict[int, tuple[int, int, Seen]] = {}
    for first, second, third in permutations(columns, 3):
        rows = [row for row in parts if all(row[at].number is not None for at in (first, second, third))]
        if len(rows) < _OTHERS:
            continue
        for place, rule in enumerate(_RULES):
            if rule.words.startswith(("the sum", "the product")) and first > second:
                continue
            fitting = [row for row in rows if rule.percent is None or rule.percent == row[third].is_percent]
            breaking = (row for row in fitting if not _keeps(rule, row[first], row[second], row[third]))
            odd = list(islice(breaking, 2))  # of two or more no single one is wrong
            if fitting and not odd:
                held.add(third)
                continue
            right = len(fitting) - len(odd)
            if len(odd) != 1 or right < _OTHERS or _is_trivial(rows, first, second, third):
                continue
            at = block.rows.index(odd[0])
            if at not in told or told[at][0] > place:
                told[at] = place, third, _seen(document, block, rule, odd[0], (first, second, third), right)
    for _, third, one in told.values():
        if third not in held:
            yield one


def _keeps(rule: _Rule, one: Cell, other: Cell, third: Cell) -> bool:
    if third.number is None or one.number is None or other.number is None:
        return False
    if rule.percent is not None and rule.percent != third.is_percent:
        return False
    try:
        given = rule.given(one.number, other.number)
        apart = abs(abs(given) - abs(third.number))
        most = max(2 * third.half, _SLACK * abs(given))
        if apart > most:
            return False
        bounds = [
            rule.given(one.number + step * one.half, other.number + turn * other.half)
            for step in (1, -1)
            for turn in (1, -1)
        ]
    except (ZeroDivisionError, InvalidOperation):
        return False
    slack = max(abs(bound - given) for bound in bounds) + third.half
    if slack > most:  # what allows so much shows nothing
        return apart <= third.half
    return apart <= slack


def _is_trivial(rows: Sequence[Sequence[Cell]], first: int, second: int, third: int) -> bool:
    """Whether the numbers are too few or too alike to show that one follows from the others."""
    if sum(len(str(abs(row[third].number or 0)).replace(".", "").strip("0")) >= _TELLING for row in rows) < _FEWEST:
        return True
    return any(len({row[at].number for row in rows}) < _OTHERS for at in (first, third)) or all(
        not row[second].number for row in rows
    )


def _seen(
    document: RoomDocument, block: Block, rule: _Rule, row: Sequence[Cell], columns: tuple[int, int, int], right: int
) -> Seen:
    one, other, third = (row[at] for at in columns)
    label = next((cell.shown for cell in row if cell.shown and cell.number is None), "")
    given = rule.given(one.number or Decimal(0), other.number or Decimal(1))
    column = block.head(columns[2])
    return Seen(
        DefectType.INCONSISTENCY,
        "identity",
        (third.at,),
        f"{name_cell(document, third.at, f'{label}: {column}')} shows {third.shown}, but {rule.words} "
        f"{one.shown} and {other.shown} is "
        f"{show_number(given.quantize(Decimal(1).scaleb(-2)), third)}, as the other {right} lines of the table "
        f"have it.",
        (one.at, other.at),
    )
