"""CHRONO_IMPOSSIBLE: a contract whose term in years does not lead from the day of its begin to that of its end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.display import show_day
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import find_period
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract
from casewright.evidence.rooms.written_days import DAY
from casewright.vocabulary.number_words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_TERM = re.compile(
    r"\b(?P<years>\d{1,2}|[a-z]+)(?: \(\d{1,2}\))? years?,?"
    r" (?:from|beginning(?: on)?|starting(?: on)?|commencing(?: on)?)"
    rf" (?:the )?(?P<begun>{DAY}),? (?:(?:and )?(?:ending(?: on)?|expiring(?: on)?)|(?:up )?to|until|through)"
    rf" (?:the )?(?P<over>{DAY})"
)
_SLACK = 45
"""Days by which a term may end earlier or later: at the end of a month or a quarter."""
_YEAR = 365.25


def find(room: Room) -> list[Seen]:
    """Each such term on the words that say it."""
    return [one for document in room.documents if is_contract(document) for one in _terms(document)]


def _terms(document: RoomDocument) -> Iterator[Seen]:
    for said in _TERM.finditer(document.plain):
        years = int(said["years"]) if said["years"].isdigit() else ENGLISH.get(said["years"], 0)
        begun, over = find_period(said["begun"]), find_period(said["over"])
        if not years or begun is None or over is None or not begun.kind is over.kind is PeriodKind.DAY:
            continue
        days = (over.end - begun.end).days
        if days > 0 and abs(days - years * _YEAR) > _SLACK:
            yield Seen(
                DefectType.CHRONO_IMPOSSIBLE,
                "term_length",
                (At(document.id, *said.span()),),
                f"“{document.filename}” runs for {said['years']} years from {show_day(begun.end)}, which do not end on "
                f"{show_day(over.end)}.",
            )
