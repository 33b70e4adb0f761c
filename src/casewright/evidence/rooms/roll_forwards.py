"""INCONSISTENCY: what stood at the beginning and what was added and taken away is not what stood at the end."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import Decimal
from itertools import pairwise, product
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.times import find_period, names_time, times
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.sums import TOTAL
from casewright.evidence.rooms.wording import name_cell, show_number
from casewright.vocabulary.months import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_OPENING = re.compile(
    r"\b(?:opening|brought forward|b/?fwd|b/f|begin(?:ning)?|start(?: of)?|initial\w*|sold initial|(?:la )?inceput\w*"
    r"|at 1 \w+|as at 1 \w+|on 1 \w+"
    r"|bop|boy|previous (?:balance|closing))\b"
)
_CLOSING = re.compile(
    r"\b(?:closing|carried forward|c/?fwd|c/f|end(?: of)?|ending|final\w*|sold final|(?:la )?sfarsit\w*|eop|eoy"
    r"|at (?:28|29|30|31) \w+"
    r"|as at (?:28|29|30|31) \w+|year[- ]end)\b"
)
_LESS = re.compile(
    r"\b(?:less|lost|churn\w*|disposals?|disposed|sold|sales?|repa\w+|redemptions?|depreciation|amorti[sz]ation"
    r"|write[- ]?(?:off|down)s?"
    r"|leavers?|left|closed|closures?|cancel\w*|terminat\w*|utili[sz]\w*|used|paid|payments?|dividends?"
    r"|outflows?|withdraw\w*|contraction|retired"
    r"|released|decrease\w*|scrapped|ended|iesiri|vandute|rambursari|amortizare|plecati|mortality|harvest\w*"
    r"|consumed|consumption|expired|impairment)\b"
)
_NOT_ROLLED = re.compile(r"%|\b(?:average|rate|margin|growth|per)\b")
_WHOLE_YEAR = re.compile(r"(?:the )?(?:full )?year|12 months|ytd")
_CHANGE = re.compile(r"\b(?:net )?(?:change|movement|increase|decrease|variatia?)\b(?:.*\b(?:cash|numerar)\b)?")
_PART_OF_YEAR = re.compile(
    r"(?:19|20)\d\d|\bfy|\b[qt][1-4]\b|\bh[12]\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:quarter|month|week)"
)
_LONGER = re.compile(r"\b(?:fy|year|ytd|20\d\d|full)|^fy\d")
_FEWEST = 2
_FIRST, _LAST = 1, 2
_DAY = re.compile(rf"\b(?:(?P<day>\d{{1,2}}) )?(?P<month>{'|'.join(ENGLISH)})\b(?: (?P<after>\d{{1,2}})\b)?")
_NEAR = Decimal("0.4")
_MOST_MOVEMENTS = 9


def find(room: Room) -> list[Seen]:
    """Each closing figure that its movements do not lead to, and each opening that is not the closing before it."""
    found: list[Seen] = []
    for document in room.documents:
        if document.is_index:
            continue
        for block in blocks(document):
            down = [*_rolled(document, block), *_changed(document, block)]
            found += down
            if not down:
                turned = block.turned()
                found += [*_rolled(document, turned), *_changed(document, turned)]
    return found


def _rolled(document: RoomDocument, block: Block) -> Iterator[Seen]:
    """Roll-forwards whose lines stand one above the other."""
    opening: int | None = None
    for row in range(len(block.rows)):
        label = block.label(row)
        if _NOT_ROLLED.search(label):
            continue
        if (_OPENING.search(label) and not _CLOSING.search(label)) or _day_of(label) == _FIRST:
            opening = row
        elif (
            (_CLOSING.search(label) or _day_of(label) == _LAST)
            and opening is not None
            and 1 < row - opening <= _MOST_MOVEMENTS + 1
        ):
            yield from _held(document, block, opening, row)
            yield from _carried(document, block, opening, row)
            opening = None


def _day_of(label: str) -> int:
    """Whether a label names the first or the last day of a month: ``_FIRST``, ``_LAST``, else 0."""
    days = [time.period.end for time in times(label) if time.period.kind is PeriodKind.DAY]
    if not days and (named := _DAY.search(label)) is not None:
        days = [time.period.end for time in times(f"{named['day'] or named['after']} {named['month']} 2024")]
    if len(days) != 1:
        return 0
    return _FIRST if days[0].day == 1 else _LAST if (days[0] + timedelta(days=1)).day == 1 else 0


def _held(document: RoomDocument, block: Block, opening: int, closing: int) -> Iterator[Seen]:
    between = [
        at
        for at in range(opening + 1, closing)
        if not TOTAL.search(block.label(at)) and not _NOT_ROLLED.search(block.label(at)) and not _is_net(block, at)
    ]
    signs = [-1 if _LESS.search(block.label(at)) else 1 for at in between]
    for column in block.columns():
        start, end = block.rows[opening][column], block.rows[closing][column]
        moved = [block.rows[at][column] for at in between]
        if start.number is None or end.number is None or start.is_percent or not any(cell.number for cell in moved):
            continue
        if any(cell.is_percent for cell in moved):
            continue
        slack = sum((cell.half for cell in moved if cell.number is not None), start.half + end.half)
        reached = _reached(start.number, moved, signs)
        if any(abs(end.number - one) <= slack for one in _all_signs(start.number, moved)):
            continue
        if abs(end.number - reached) > _NEAR * max(abs(end.number), abs(start.number)):
            continue
        label = block.rows[closing][0].shown or block.label(closing)
        yield Seen(
            DefectType.INCONSISTENCY,
            "roll_forward",
            (end.at,),
            f"{name_cell(document, end.at, label)} shows {end.shown}, but the opening {start.shown} and what "
            f"moved since make "
            f"{show_number(reached, end)}.",
            (start.at,),
        )


def _changed(document: RoomDocument, block: Block) -> Iterator[Seen]:
    """What stood on two days below what it changed by: a cash flow's end."""
    for row in range(len(block.rows) - 2):
        if not _CHANGE.search(block.label(row)):
            continue
        if not _are_two_days(block.label(row + 1), block.label(row + 2)):
            continue
        for column in block.columns():
            change, start, end = (block.rows[row + step][column] for step in range(3))
            if change.number is None or start.number is None or end.number is None:
                continue
            reached = start.number + change.number
            if abs(reached - end.number) > change.half + start.half + end.half:
                label = block.rows[row + 2][0].shown or block.label(row + 2)
                yield Seen(
                    DefectType.INCONSISTENCY,
                    "roll_forward",
                    (start.at, end.at),
                    f"{name_cell(document, end.at, label)} shows {end.shown}, but {start.shown} and the change of "
                    f"{change.shown} make {show_number(reached, end)}.",
                    (change.at,),
                )


def _are_two_days(one: str, other: str) -> bool:
    """Whether labels are of what there was on a day and on a later one: by days, or as an opening and a closing."""
    first, last = find_period(one), find_period(other)
    if first is not None and last is not None and first.kind is last.kind is PeriodKind.DAY:
        return first.end < last.end
    return _OPENING.search(one) is not None and _CLOSING.search(other) is not None and not _CLOSING.search(one)


def _is_net(block: Block, row: int) -> bool:
    return re.search(r"\bnet (?:change|movement|increase|decrease|additions)\b", block.label(row)) is not None


def _reached(start: Decimal, moved: Sequence[Cell], signs: Sequence[int]) -> Decimal:
    """With each movement in its direction: as its label says where it is shown without a sign."""
    return start + sum(
        (sign * abs(cell.number) if cell.number > 0 else cell.number)
        for cell, sign in zip(moved, signs, strict=True)
        if cell.number is not None
    )


def _all_signs(start: Decimal, moved: Sequence[Cell]) -> Iterator[Decimal]:
    """What can be reached where a label may mean either direction; every movement counts."""
    numbers = [cell.number for cell in moved if cell.number]
    for signs in product((1, -1), repeat=len(numbers)):
        yield start + sum((sign * number for sign, number in zip(signs, numbers, strict=True)), Decimal(0))


def _carried(document: RoomDocument, block: Block, opening: int, closing: int) -> Iterator[Seen]:
    """The closing figure of one period against the opening of the next, columns running either way."""
    columns = [
        at
        for at in block.columns()
        if block.rows[opening][at].number is not None
        and block.rows[closing][at].number is not None
        and not TOTAL.search(block.head(at))
        and not _WHOLE_YEAR.fullmatch(block.head(at))
    ]
    columns = _without_whole(block, opening, closing, columns)
    forward = _broken(block, opening, closing, list(pairwise(columns)))
    backward = _broken(block, opening, closing, [(after, before) for before, after in pairwise(columns)])
    order = [period.end for at in columns if (period := find_period(block.head(at))) is not None]
    if len(order) == len(columns) and order in (sorted(order), sorted(order, reverse=True)) and len(set(order)) > 1:
        broken = forward if order[0] < order[-1] else backward
    else:
        broken = min(forward, backward, key=len)
    pairs = len(columns) - 1
    if not broken or len(broken) > max(1, pairs // 2) or not _are_periods(block, columns):
        return
    for before, after in broken:
        end, start = block.rows[closing][before], block.rows[opening][after]
        if end.number is None or start.number is None or abs(end.number - start.number) > _NEAR * abs(end.number):
            continue
        label = block.rows[opening][0].shown or block.label(opening)
        yield Seen(
            DefectType.INCONSISTENCY,
            "roll_forward",
            (start.at,),
            f"{name_cell(document, start.at, label)} opens with {start.shown}, but the period before it closed with "
            f"{end.shown}.",
            (end.at,),
        )


def _without_whole(block: Block, opening: int, closing: int, columns: list[int]) -> list[int]:
    """The columns without those that cover others: they open as one before the last and close as the last."""
    kept: list[int] = []
    for at in columns:
        start, end = block.rows[opening][at].number, block.rows[closing][at].number
        covers = len(kept) >= _FEWEST and start in [block.rows[opening][one].number for one in kept[:-1]]
        if covers and (end == block.rows[closing][kept[-1]].number or _LONGER.search(block.head(at))):
            continue
        kept.append(at)
    return kept


def _broken(block: Block, opening: int, closing: int, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    found = []
    for before, after in pairs:
        end, start = block.rows[closing][before], block.rows[opening][after]
        if (
            end.number is not None
            and start.number is not None
            and abs(end.number - start.number) > end.half + start.half
        ):
            found.append((before, after))
    return found


def _are_periods(block: Block, columns: Sequence[int]) -> bool:
    timed = sum(names_time(head) or _PART_OF_YEAR.search(head) is not None for head in map(block.head, columns))
    return timed * 2 > len(columns)
