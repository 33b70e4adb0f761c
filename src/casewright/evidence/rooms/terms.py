"""ANOMALY_VS_STRONGER_SOURCES: what is said of the ends of all contracts, and a list in which one ends before."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import find_period
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import statements
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.extraction.grids import Block
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room
    from casewright.evidence.rooms.statements import Statement

_NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
    "doi": 2,
    "trei": 3,
    "patru": 4,
    "cinci": 5,
    "zece": 10,
}
_ALL = r"\b(?:all|every|each|no|none of (?:the|our)|toate|fiecare|niciun\w*)\b"
_UNTIL = re.compile(
    rf"{_ALL} (?:of )?(?:the |our |its )?(?P<what>[a-z -]{{3,60}}?)\s(?:to|until|till|beyond"
    rf"|through|before|past|into|pana in|pana la|dupa)"
    r" (?:the end of |at least |sfarsitul lui )?(?:\w+ )?(?P<year>20\d\d)\b"
)
_LEFT = re.compile(
    rf"{_ALL} (?:of )?(?:the |our |its )?(?P<what>[a-z -]{{3,40}}?)\s(?:has|have|with|runs?|are|is"
    rf"|leaves?)\b[^.]{{0,30}}?\b(?:at least|more than|over|cel putin|minimum)"
    r" (?:another )?(?P<years>\d{1,2}|[a-z]+) (?:more |further )?(?:years|ani)\b"
)
_NONE_WITHIN = re.compile(
    r"\b(?:(?:no|none of (?:the|our)|not one|niciun\w*) (?P<what>[a-z -]{3,40}?)\s(?:has to be renewed|expires?|ends?"
    r"|runs? out|lapses?|falls? due|needs? (?:a )?renewal|expira)|renewals? of (?P<of>[a-z -]{3,40}?) (?:is|are) not\b"
    r"[^.]{0,40}?)\b[^.]{0,30}?\b(?:within|in|for|during|before) (?:the )?(?:next|coming|following)? ?"
    r"(?P<years>\d{1,2}|[a-z]+) (?:years|ani)\b"
)
_END = re.compile(
    r"\b(?:end|ends|expir\w*|until|valid (?:to|until)|maturity|in force to|runs? to|term|scadent\w*|pana la"
    r"|expira\w*|sfarsit)\b"
)
_STEM = 4


def find(room: Room) -> list[Seen]:
    """Each such sentence, against the first row that ends before."""
    found: list[Seen] = []
    lists = [(document, block) for document in room.documents if not document.is_index for block in blocks(document)]
    for document in room.documents:
        if document.is_index or document.is_workbook:
            continue
        for said in statements(document):
            told = _promised(said, room.as_of)
            one = None if told is None else next(_against(document, said, *told, lists), None)
            if one is not None:
                found.append(one)
    return found


def _promised(said: Statement, as_of: date) -> tuple[str, date] | None:
    """Of what, and until when at least."""
    until = _UNTIL.search(said.plain)
    if until is not None:
        return until["what"], date(int(until["year"]), 1, 1)
    left = _LEFT.search(said.plain) or _NONE_WITHIN.search(said.plain)
    if left is None:
        return None
    years = int(left["years"]) if left["years"].isdigit() else _NUMBERS.get(left["years"])
    return None if years is None else (_what(left), as_of.replace(year=as_of.year + years, day=min(as_of.day, 28)))


def _what(left: re.Match[str]) -> str:
    return str(left["what"] or left.groupdict().get("of") or "")


def _against(
    document: RoomDocument, said: Statement, what: str, day: date, lists: list[tuple[RoomDocument, Block]]
) -> Iterator[Seen]:
    stems = {word[:_STEM] for word in re.findall(r"[a-z]{4,}", what)} - {"larg", "main", "exis", "mate", "thes", "thos"}
    for other, block in lists:
        about = f"{plain(other.filename)} {plain(block.title)} {' '.join(block.head(at) for at in range(block.width))}"
        if not any(stem in about for stem in stems):
            continue
        for column in range(block.width):
            if not _END.search(block.head(column).replace("_", " ")):
                continue
            for row in block.rows:
                period = find_period(row[column].shown) if row[column].shown else None
                if period is None or period.end >= day:
                    continue
                label = next((cell.shown for cell in row if cell.shown and cell.number is None), "")
                at = At(document.id, said.start, said.end)
                yield Seen(
                    DefectType.ANOMALY_VS_STRONGER_SOURCES,
                    "term",
                    (at,),
                    f"“{document.filename}” says “{shorten(document.text[said.start : said.end], 140)}”, but "
                    f"{name_cell(other, row[column].at, label)} ends on {row[column].shown}.",
                    (row[column].at,),
                )
