"""STALENESS: a contract that is said to be in force, and whose term is over and does not go on by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.display import show_day
from casewright.evidence.document_names import name_of
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import find_period
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.days import first_day
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract, statements
from casewright.evidence.rooms.wording import name_in_row, shorten
from casewright.evidence.rooms.written_days import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_TERM = re.compile(
    r"\b(?:term|period|agreement|contract|lease|valid|concluded|takes? effect|beginning|runs?|durat\w*)\b[^;\n]{0,120}?"
    rf"\b(?:until|to|through|ends?(?: on)?|expires?(?: on)?|pana la)\s+(?:and including\s+|the\s+)?(?P<day>{DAY})"
)
_GOES_ON = re.compile(
    r"\b(?:renew\w*|extend\w*|extension\w*|prolong\w*|continues?|followed by another|further (?:term|period|year)s?"
    r"|prelungi\w*|reinnoi\w*|rolls? over|successive)\b"
)
_NOT = re.compile(
    r"\b(?:no|not|without|never|nor|lapses?|new (?:written )?agreement|wish\w*|intentions?|talks|nu|fara)\b"
)
_IN_FORCE = re.compile(
    r"\b(?:in force|current|running|valid|in effect|binding|ongoing|today|existing|under (?:a|the|an)? ?lease"
    r"|is let to us|security of tenure|in vigoare|valabil\w*)\b"
)
_KINDS = (
    (
        re.compile(r"\b(?:lease|let to us|tenan\w+|rent(?:ed)?|premises|inchiri\w*)\b"),
        re.compile(r"\b(?:lease|inchiri\w*)\b"),
    ),
    (
        re.compile(r"\b(?:contract|agreement|framework|licen[cs]e|contractul\w*)\b"),
        re.compile(r"\b(?:contract|agreement|framework|licen[cs]e)\w*\b"),
    ),
)
_STATUS = re.compile(r"(?:in force|active|current|running|valid|ongoing|in vigoare|activ)")
_STATUS_HEAD = re.compile(r"\b(?:status|state|stare|stadiu)\b")
_END_HEAD = re.compile(r"\b(?:ends?|end date|expir\w*|until|valid (?:to|until)|term(?:ination)?|maturity|scadent\w*)\b")
_EXPECTED = re.compile(r"\b(?:was|were|had been|used to|formerly|until|ended|expired|lapsed|new|to be signed|will)\b")
_IDLE = frozenset({"agreement", "contract", "lease", "framework", "limited", "company", "group"})


@dataclass(frozen=True, slots=True)
class _Over:
    """A contract, its last day, where it says so, and the proper names that tell it from the others."""

    document: RoomDocument
    end: date
    at: At
    names: frozenset[str]


def find(room: Room) -> list[Seen]:
    """What is said of such contracts on its words, and rows of registers whose contract is over on their status."""
    own = frozenset(re.findall(r"[a-z]{4,}", plain(room.company or "")))
    over = [one for document in room.documents if is_contract(document) for one in _over(document, room, own)]
    found: list[Seen] = []
    for document in room.documents:
        if document.is_index or is_contract(document):
            continue
        found += _said(document, over, room)
        found += _rows(document, room)
    return found


def _over(document: RoomDocument, room: Room, own: frozenset[str]) -> Iterator[_Over]:
    """The contract where its term is over and nothing in it lets the term go on by itself."""
    terms = [(said, day) for said in _TERM.finditer(document.plain) if (day := find_period(said["day"])) is not None]
    days = [(said, day.end) for said, day in terms if day.kind is PeriodKind.DAY]
    if not days or max(end for _, end in days) >= room.as_of or len({end for _, end in days}) > 1:
        return
    if any(_GOES_ON.search(one.plain) and not _NOT.search(one.plain) for one in statements(document)):
        return
    names = frozenset(
        word
        for one in statements(document)
        for word in one.names
        if len(word) > len("abc") and word not in own and word not in _IDLE
    ) | {word for word in name_of(document.filename).words if word not in _IDLE and word not in own and len(word) > 3}
    said, end = days[0]
    yield _Over(document, end, At(document.id, *said.span()), names)


def _said(document: RoomDocument, over: list[_Over], room: Room) -> Iterator[Seen]:
    told = document.dated or first_day(document)
    for said in statements(document) if over and not document.is_workbook else ():
        if _IN_FORCE.search(said.plain) is None or _EXPECTED.search(said.plain):
            continue
        for spoken, named in _KINDS:
            if spoken.search(said.plain) is None:
                continue
            meant = [
                one for one in over if named.search(f"{one.document.filename.casefold()} {one.document.plain[:160]}")
            ]
            meant = [one for one in meant if one.names & said.names and (told is None or told > one.end)]
            if len(meant) != 1:
                continue
            one = meant[0]
            yield Seen(
                DefectType.STALENESS,
                "lapsed",
                (At(document.id, said.start, said.end),),
                f"“{document.filename}” says “{shorten(document.text[said.start : said.end], 140)}”, but "
                f"“{one.document.filename}” ended on {show_day(one.end)}, before {show_day(told or room.as_of)}, and "
                "does not go on by itself.",
                (one.at,),
            )
            break


def _rows(document: RoomDocument, room: Room) -> Iterator[Seen]:
    """Rows whose last day is over and whose status says that they are in force."""
    for block in blocks(document):
        status = next((at for at in range(block.width) if _STATUS_HEAD.search(block.head(at))), None)
        ends = next((at for at in range(block.width) if _END_HEAD.search(block.head(at))), None)
        if status is None or ends is None:
            continue
        for row in block.rows:
            day = find_period(row[ends].shown)
            if day is None or day.kind is not PeriodKind.DAY or day.end >= room.as_of:
                continue
            if not _STATUS.fullmatch(plain(row[status].shown).strip()):
                continue
            if any(
                other is not None and other.end > day.end for other in map(find_period, (cell.shown for cell in row))
            ):
                continue  # a row that cannot be is told elsewhere
            yield Seen(
                DefectType.STALENESS,
                "lapsed",
                (row[status].at,),
                f"{name_in_row(document, row, status)} says “{row[status].shown}”, but ended on "
                f"{row[ends].shown}, before {show_day(room.as_of)}, the day of this deal.",
                (row[ends].at,),
            )
