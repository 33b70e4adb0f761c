"""INCONSISTENCY: a stated churn or retention that the table of who came and who went does not give.

Churn is what was lost over what there was at the beginning; gross retention takes lost and reduced from it, net
retention adds what those who stayed bought more. Of a table by months, a monthly rate is the mean of its rows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.evidence.rooms.labels import stems
from casewright.evidence.rooms.room_figures import figures_of
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.labelled_figures import Labelled
    from casewright.evidence.rooms.seen import Room

    _Step = tuple[Cell, Cell, Cell | None, Cell | None]
    """What there was, what was lost, what was reduced, what was added."""

_OPENING = re.compile(r"\b(?:opening|begin(?:ning)?|start(?: of)?|brought forward|at 1 \w+|bop)\b")
_CLOSING = re.compile(r"\b(?:closing|ending|end|carried forward|eop)\b")
_LOST = re.compile(
    r"\b(?:churn\w*|mov(?:ed?|ing)[- ]?outs?|lost|cancel\w*|left|leavers?|terminat\w*|attrition|pierdut\w*)\b"
)
_REDUCED = re.compile(r"\b(?:contraction|downgrade\w*|downsell|reduc\w*|shrink\w*)\b")
_GREW = re.compile(r"\b(?:expansion|upsell|upgrade\w*|cross-?sell|increas\w*|uplift)\b")
_IS_CHURN = re.compile(r"\b(?:churn\w*|mov(?:ed?|ing)[- ]?outs?|attrition|left|leave|lost|cancel\w*)\b")
_IS_NET = re.compile(r"\b(?:net (?:revenue |dollar |arr )?retention|nrr|ndr)\b")
_IS_GROSS = re.compile(
    r"\b(?:gross (?:revenue |dollar |arr |logo )?retention|grr|retention|renewal rate|kept|retained)\b"
)
_MONTHLY = re.compile(r"\b(?:a month|per month|monthly|each month|average month|every month|pe luna)\b")
_WHOLE = re.compile(r"\b(?:fy|year|total|20\d\d|twelve)|^fy\d")
_PART = re.compile(r"\bq[1-4]\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b\d\d/(?:19|20)\d\d")
_MONEY = re.compile(r"\b(?:arr|mrr|revenue|recurring|\$|eur|usd|gbp|sek)\b|[$€£]")
_STAFF = re.compile(
    r"\b(?:headcount|employees?|staff|personnel|workforce|people|team|turnover of|fluctuat\w*|angajati|salariati)\b"
)
_SLACK = Decimal("0.8")
_HIGHEST = Decimal(200)
_MONTHS = 6
_YEAR = 12


@dataclass(frozen=True, slots=True)
class _Bridge:
    """What there was, and what was lost, reduced and added, row by row of one table; ``whole`` its row for the year."""

    document: RoomDocument
    title: str
    words: frozenset[str]
    is_money: bool
    rows: tuple[_Step, ...]
    whole: _Step | None

    def rates(self, *, net: bool, gross: bool, monthly: bool) -> Iterator[tuple[Decimal, Cell, Cell]]:
        """Each rate in percent that the table gives for the question, with the cells at its beginning and its loss."""
        if monthly:
            yield from self._monthly()
            return
        row = self.whole or (self.rows[0] if len(self.rows) == 1 else None)
        if row is None or not _number(row[0]):
            return
        start, lost, reduced, grew = row
        opening, gone = _number(start), _number(lost)
        less = gone + _number(reduced)
        if net and grew is not None:
            yield (opening - less + _number(grew)) / opening * 100, start, lost
        elif gross and not net:
            yield (opening - less) / opening * 100, start, lost
            yield (opening - gone) / opening * 100, start, lost
        elif not net:
            yield gone / opening * 100, start, lost
            yield less / opening * 100, start, lost

    def _monthly(self) -> Iterator[tuple[Decimal, Cell, Cell]]:
        """What was lost a month: the mean of the months, or a twelfth of the year's over its beginning or its mean."""
        each = [_number(lost) / _number(start) * 100 for start, lost, _, _ in self.rows if _number(start)]
        if len(each) >= _MONTHS:
            for part in (each[-_YEAR:], each[:_YEAR]):
                yield sum(part, Decimal(0)) / len(part), self.rows[0][0], self.rows[0][1]
        if self.whole is not None and _number(self.whole[0]):
            start, lost = self.whole[:2]
            last = _number(self.rows[-1][0]) if self.rows else _number(start)
            for base in (_number(start), (_number(start) + last) / 2):
                yield _number(lost) / _YEAR / base * 100, start, lost


def _number(cell: Cell | None) -> Decimal:
    return abs(cell.number) if cell is not None and cell.number is not None else Decimal(0)


def find(room: Room) -> list[Seen]:
    """Each stated rate that no table of the same things gives."""
    bridges = [
        bridge
        for document in room.documents
        if not document.is_index
        for block in blocks(document)
        for bridge in (*_bridges(document, block), *_bridges(document, block.turned()))
    ]
    found: list[Seen] = []
    figures = figures_of(room)
    for document in figures.papers if bridges else ():
        for one in figures.stated(document):
            seen = _against(one, bridges)
            if seen is not None:
                found.append(seen)
    return found


def _bridges(document: RoomDocument, block: Block) -> Iterator[_Bridge]:
    """The table as a bridge, its steps being columns."""
    heads = {at: block.head(at) for at in block.columns()}
    start = next((at for at, head in heads.items() if _OPENING.search(head)), None)
    end = next((at for at, head in heads.items() if _CLOSING.search(head) and not _OPENING.search(head)), None)
    lost = next((at for at, head in heads.items() if _LOST.search(head) and "%" not in head), None)
    if start is None or end is None or lost is None or not start < lost < end:
        return
    reduced = next((at for at, head in heads.items() if _REDUCED.search(head)), None)
    grew = next((at for at, head in heads.items() if _GREW.search(head)), None)
    rows: list[_Step] = []
    whole: _Step | None = None
    for at, row in enumerate(block.rows):
        if row[start].number is None or row[lost].number is None or row[lost].is_percent:
            continue
        one = (row[start], row[lost], None if reduced is None else row[reduced], None if grew is None else row[grew])
        if _WHOLE.search(block.label(at)) and rows and not _PART.search(block.label(at)):
            whole = one
        else:
            rows.append(one)
    title = f"{block.title} {document.filename.rpartition('.')[0]}"
    if rows or whole:
        yield _Bridge(document, title, stems(title), bool(_MONEY.search(plain(title))), tuple(rows), whole)


def _against(one: Labelled, bridges: Sequence[_Bridge]) -> Seen | None:
    line = plain(one.named)
    if one.measure.kind is not Kind.PERCENT or one.number > _HIGHEST:
        return None
    at = line.find(plain(one.shown))
    near = line[max(0, at - 60) : at + 60]
    net, gross = _IS_NET.search(near) is not None, _IS_GROSS.search(near) is not None
    if not (net or gross or _IS_CHURN.search(near)):
        return None
    is_logo = re.search(r"\b(?:logo|customer|client|subscriber|member)", near) is not None
    of_staff = _STAFF.search(near) is not None
    fitting = [bridge for bridge in bridges if of_staff == (_STAFF.search(plain(bridge.title)) is not None)]
    fitting = [
        bridge
        for bridge in fitting
        if bridge.is_money == (net or not is_logo) or (not net and len({b.is_money for b in bridges}) == 1)
    ]
    named = [bridge for bridge in fitting if bridge.words & one.label] if len(fitting) > 1 else fitting
    monthly = _MONTHLY.search(line) is not None
    given = [
        (rate, start, lost, bridge)
        for bridge in (named or fitting)
        for rate, start, lost in bridge.rates(net=net, gross=gross and not net, monthly=monthly)
    ]
    if not given or any(abs(rate - one.number) <= _SLACK for rate, _, _, _ in given):
        return None
    if len({bridge.title for _, _, _, bridge in given}) > 1:
        return None
    rate, start, lost, bridge = min(given, key=lambda way: abs(way[0] - one.number))
    return Seen(
        DefectType.INCONSISTENCY,
        "retention",
        (one.at,),
        f"“{one.document.filename}” says {shorten(one.shown)} in “{shorten(one.named, 120)}”, but "
        f"{name_cell(bridge.document, lost.at, bridge.title)} gives {rate:.1f}%: {lost.shown} of {start.shown}.",
        (lost.at, start.at),
    )
