"""CHRONO_IMPOSSIBLE: days that cannot be, held against the day of their document or against each other."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.display import show_day
from casewright.evidence.extraction.entities import companies
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.source import source_of
from casewright.evidence.extraction.times import find_period, times, with_year_end
from casewright.evidence.extraction.year_ends import year_end_of
from casewright.evidence.metrics import entity_name
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract, is_letter, statements
from casewright.evidence.rooms.wording import name_in_row, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_PAST = re.compile(
    r"\b(?:was|were|had|has been|have been|closed|ended|amounted|came (?:in|to)|rose|fell|grew|reached|showed"
    r"|shows|made|reported|exceeded|approved|completed|signed|held"
    r"|took place|met|received|paid|delivered|noted|resolved|visited|inspected|a fost|au fost|s-a|a aprobat"
    r"|a semnat|a atins|au atins|inregistrat\w*)\b"
)
_AHEAD = re.compile(
    r"\b(?:will|shall|would|(?<!\d )may(?! \d)|might|expect\w*|plan\w*|budget\w*|forecast\w*|target\w*|until|by"
    r"|before|due"
    r"|due to|no later than|from|as of|effective|expir\w*|renew\w*"
    r"|to be|proposed|intend\w*|scheduled|next|valid|ending|term|through|is to|are to|matur\w*|starting"
    r"|begin\w*|commenc\w*|deadline|va |vor |urmeaza|pana la|estimat\w*|bugetat\w*)\b"
    r"|\bto (?:hold|meet|convene|call|approve|file|pay|sign|deliver|complete|open|close|present|report|submit|start"
    r"|begin)\b"
)
_AMENDS = re.compile(r"\b(?:amendment|addendum|supplement\w*|act aditional|variation)\b")
_BASE = re.compile(
    r"\b(?:agreement|contract\w*|lease|deed|charter ?party|licen[cs]e)\b[^.;]{0,80}?\b(?:dated|of|made on"
    r"|signed on|entered into on|concluded on|din(?: data de)?)\s+(?:the\s+)?$"
)
_BORN = re.compile(
    r"\b(?:entered in the (?:\w+ )?register|incorporated|founded|registered|established|formed|set up"
    r"|infiintat\w*|inmatriculat\w*"
    r"|constituit\w*)\b[^.;]{0,40}?\b(?:on|in|since|at|la|in anul|din)?\s*$"
)
_START = re.compile(
    r"\b(?:start|starts|started|since|from|begin\w*|signed|effective|commencement|date of (?:agreement|contract)"
    r"|agreement date|in force from|opened|received|raised|ordered|reported|hired|joined|inceput|semnat\w*|de la)\b"
)
_END = re.compile(
    r"\b(?:end|ends|until|to|expir\w*|termination|valid (?:to|until)|maturity|closed|completed|resolved|delivered"
    r"|left|renew\w*|renewal|sfarsit|pana la|scadent\w*)\b"
)
_OWN_DAY = 400
_TITLE = 220
_SIGNED_OFF = re.compile(
    r"\bminutes\b[^.]{0,40}\b(?:approved|signed|confirmed)\b|\b(?:approved|signed) (?:and signed )?on\b"
)


def find(room: Room) -> list[Seen]:
    """Each impossible day on the words or the cell that say it."""
    found: list[Seen] = []
    births = _births(room)
    year_end = year_end_of(map(source_of, room.documents))
    for document in room.documents:
        if document.is_index:
            continue
        found += _rows(document)
        if document.is_workbook:
            continue
        found += _told_too_early(document, year_end)
        if is_contract(document):
            found += _amended(document)
            found += _unborn(document, births)
    return found


def _told_too_early(document: RoomDocument, year_end: date | None) -> Iterator[Seen]:
    """Minutes, letters and reports that tell in the past tense of what comes after their own day, once each."""
    own = document.dated or first_day(document)
    if own is not None:  # the day of a meeting stands above that of what it approves
        top = [time.period.end for time in times(document.text[:_TITLE]) if time.period.kind is PeriodKind.DAY]
        own = max([own, *top])
    if own is None or not is_letter(document) or is_contract(document):
        return
    for said in statements(document):
        if _PAST.search(said.plain) is None:
            continue
        for time in times(document.text[said.start : said.end]):
            if time.period.kind is PeriodKind.YEAR and not time.fiscal and year_end is None:
                continue  # nobody says when that year ends
            period = time.period if time.fiscal else with_year_end(time.period, year_end)
            if (
                period.end <= own
                or period.end > own + timedelta(days=400)
                or (time.bare and period.end.year == own.year)
            ):
                continue
            before = said.plain[max(0, time.start - 50) : time.start]
            if _PAST.search(said.plain, said.plain.rfind(" that ", 0, time.start) + 1) is None:
                continue  # "noted that she leaves on": only the noting is past
            if (
                _AHEAD.search(before)
                or _AHEAD.search(said.plain)
                or re.search(r"\bsigned\b|\bsemnat\b", said.plain[:12])
                or re.search(r"\((?:signed|semnat)\)|/s/", said.plain)
                or _SIGNED_OFF.search(said.plain)
            ):
                continue
            yield Seen(
                DefectType.CHRONO_IMPOSSIBLE,
                "told_too_early",
                (At(document.id, said.start, said.end),),
                f"“{document.filename}” of {show_day(own)} tells of {said.plain[time.start : time.end]} as "
                f"past, which ended on "
                f"{show_day(period.end)}: “{shorten(document.text[said.start : said.end], 120)}”.",
            )
            return


def first_day(document: RoomDocument) -> date | None:
    """The day at the top of the document, where it names one alone."""
    days = {time.period.end for time in times(document.text[:_OWN_DAY]) if time.period.kind is PeriodKind.DAY}
    return days.pop() if len(days) == 1 else None


def _amended(document: RoomDocument) -> Iterator[Seen]:
    """An amendment older than what it amends."""
    if _AMENDS.search(f"{document.filename.casefold()} {document.plain[:200]}") is None:
        return
    days = [time for time in times(document.text[:3_000]) if time.period.kind is PeriodKind.DAY]
    bases = [time for time in days[1:] if _BASE.search(document.plain[max(0, time.start - 140) : time.start])]
    if not bases or days[0].start > _OWN_DAY:
        return
    own = days[0]
    base = bases[0]
    if own.period.end < base.period.end:
        yield Seen(
            DefectType.CHRONO_IMPOSSIBLE,
            "amended_before",
            (At(document.id, own.start, own.end),),
            f"“{document.filename}” is of {show_day(own.period.end)}, but amends what was made on "
            f"{show_day(base.period.end)}.",
            (At(document.id, base.start, base.end),),
        )


def _births(room: Room) -> dict[str, tuple[date, At, str]]:
    """Since when companies exist, as the room's documents tell."""
    found: dict[str, tuple[date, At, str]] = {}
    for document in room.documents:
        if document.is_workbook:
            continue
        for said in statements(document):
            for time in times(document.text[said.start : said.end]):
                if _BORN.search(said.plain[: time.start]) is None or time.period.kind not in (
                    PeriodKind.DAY,
                    PeriodKind.MONTH,
                    PeriodKind.YEAR,
                ):
                    continue
                named = companies(document.text[said.start : said.end])
                if len(set(named)) != 1:
                    continue
                at = At(document.id, said.start, said.end)
                name = entity_name(named[0])
                if name not in found or time.period.start > found[name][0]:
                    found[name] = (time.period.start, at, document.filename)
    return found


def _unborn(document: RoomDocument, births: dict[str, tuple[date, At, str]]) -> Iterator[Seen]:
    """A contract with a company that did not exist yet."""
    days = [time for time in times(document.text[:1_500]) if time.period.kind is PeriodKind.DAY]
    if not days:
        return
    own = days[0]
    for name in dict.fromkeys(companies(document.text[:1_500])):
        born = births.get(entity_name(name))
        if born is not None and own.period.end < born[0] and born[1].document != document.id:
            yield Seen(
                DefectType.CHRONO_IMPOSSIBLE,
                "unborn",
                (At(document.id, own.start, own.end),),
                f"“{document.filename}” of {show_day(own.period.end)} is made with {name}, which by “{born[2]}” "
                f"exists only since "
                f"{show_day(born[0])}.",
                (born[1],),
            )


def _rows(document: RoomDocument) -> Iterator[Seen]:
    """Rows of a table that end before they begin."""
    for block in blocks(document):
        starts = [at for at in range(block.width) if _START.search(block.head(at)) and not _END.search(block.head(at))]
        ends = [at for at in range(block.width) if _END.search(block.head(at)) and not _START.search(block.head(at))]
        for row in block.rows:
            for first in starts[:1]:
                for last in ends[:1]:
                    begun, over = find_period(row[first].shown), find_period(row[last].shown)
                    if begun is None or over is None or over.end >= begun.start:
                        continue
                    yield Seen(
                        DefectType.CHRONO_IMPOSSIBLE,
                        "ends_before",
                        (row[last].at,),
                        f"{name_in_row(document, row, last)} ends on {row[last].shown}, before it begins on "
                        f"{row[first].shown}.",
                        (row[first].at,),
                    )
