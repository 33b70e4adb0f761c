"""ANOMALY_VS_STRONGER_SOURCES: "no accident since 2021", and a list by years that counts some in a later one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import find_period
from casewright.evidence.rooms.labels import stems
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import names_exception, statements
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room
    from casewright.evidence.rooms.statements import Statement

_NONE = re.compile(
    r"\b(?:no|not (?:\w+ ){0,2}(?:an?|any|one|a single)|never (?:\w+ )?an?|without (?:an?|any|a single)|zero"
    r"|niciun|nicio|fara)\s+(?P<what>[a-z][a-z' -]{4,50}?)\s+(?:(?P<since>since|after|din|dupa)|in|during|for"
    r"|in anul)\s+"
    r"(?:the (?:\w+ )?year )?(?P<year>(?:fy ?)?(?:19|20)\d\d)\b"
)
_YEAR = re.compile(r"(?:fy ?)?(?P<year>(?:19|20)\d\d)", re.IGNORECASE)
_NO_COUNT = re.compile(r"\b(?:rate|per|days|hours|cost|amount|reserve\w*|average|budget\w*|target|forecast|plan)\b|%")
"""Heads and labels of what is no number of such things."""


def find(room: Room) -> list[Seen]:
    """Each such sentence, against the first count of a year that it speaks of."""
    lists = [(one, block) for one in room.documents if not one.is_index for block in blocks(one)]
    found: list[Seen] = []
    for document in room.documents:
        if document.is_index or document.is_workbook:
            continue
        for said in statements(document):
            none = _NONE.search(said.plain)
            if none is None or names_exception(said.plain):
                continue
            seen = next((_seen(document, said, *one) for one in _counted(document, none, lists)), None)
            if seen is not None:
                found.append(seen)
    return found


def _counted(
    document: RoomDocument, none: re.Match[str], lists: list[tuple[RoomDocument, Block]]
) -> Iterator[tuple[RoomDocument, Cell, str]]:
    """Cells of other documents that count what there is none of, in a year that the sentence speaks of."""
    what, year, is_since = stems(none["what"]), int(none["year"][-4:]), none["since"] is not None
    kind = what - stems(none["what"].split()[-1]) or what  # a count of all kinds says nothing of one
    for other, block in lists:
        if other.id == document.id:
            continue
        for one in (block, block.turned()):
            for column in range(1, one.width):
                head = one.head(column)
                named = stems(head)
                if not kind <= named <= what or not named or _NO_COUNT.search(head):
                    continue
                for row in one.rows:
                    told = _YEAR.fullmatch(row[0].shown.strip()) or _YEAR.fullmatch(_year_of(row[0].shown))
                    cell = row[column]
                    if told is None or not cell.number or cell.number < 0 or cell.is_percent:
                        continue
                    if int(told["year"]) > year if is_since else int(told["year"]) == year:
                        yield other, cell, f"{head} {row[0].shown}"


def _year_of(shown: str) -> str:
    """The year that a label names alone."""
    period = find_period(shown)
    return "" if period is None or (period.end - period.start).days < 360 else str(period.end.year)


def _seen(document: RoomDocument, said: Statement, other: RoomDocument, cell: Cell, label: str) -> Seen:
    return Seen(
        DefectType.ANOMALY_VS_STRONGER_SOURCES,
        "none_since",
        (At(document.id, said.start, said.end),),
        f"“{document.filename}” says “{shorten(document.text[said.start : said.end], 140)}”, but "
        f"{name_cell(other, cell.at, label)} shows {cell.shown}.",
        (cell.at,),
    )
