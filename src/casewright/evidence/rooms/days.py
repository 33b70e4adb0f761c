"""CHRONO_IMPOSSIBLE: days that cannot be, held against the day of their document or against each other."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.display import show_day
from casewright.evidence.extraction.entities import companies
from casewright.evidence.extraction.extract import year_end_of
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.source import source_of
from casewright.evidence.extraction.times import find_period, times, with_year_end
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.metrics import entity_name
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract, is_letter, statements
from casewright.evidence.rooms.wording import name_cell, shorten

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
_DAY = (
    r"(?:\d{1,2}(?:st|nd|rd|th)?\.? [a-z]+,? (?:19|20)\d\d|[a-z]+ \d{1,2},? (?:19|20)\d\d"
    r"|(?:19|20)\d\d-\d\d-\d\d|\d{1,2}\.\d{1,2}\.(?:19|20)\d\d)"
)
_MADE_ON = re.compile(
    r"\b(?:date:|date of (?:this|the) (?:certificate|letter|report|statement|notice)|dated|prepared|printed|drawn up|compiled|produced|issued|generated|extracted|exported|run|intocmit\w*|emis\w*"
    rf"|listat\w*)\b[^.\n]{{0,40}}?(?P<day>{_DAY})"
)
_NO_DAY = re.compile(
    r"(?<![\d.])(?:31(?:st)? (?:of )?(?:april|june|september|november|aprilie|iunie|septembrie|noiembrie)"
    r"|(?:30|31)(?:th|st)? (?:of )?(?:february|februarie)|(?:april|june|september|november) 31|february 3[01]"
    r"|31\.0?(?:4|6|9)\.(?:19|20)\d\d|31\.11\.(?:19|20)\d\d|3[01]\.0?2\.(?:19|20)\d\d"
    r"|(?:19|20)\d\d-(?:0[469]-31|11-31|02-3[01]))(?!\d)"
)
_REPORT_ON = re.compile(
    rf"\b(?:audit\w*|report|opinion|review)\b.{{0,60}}?\b(?:to|ended|at|until)\s+(?P<day>{_DAY})"
)
_HAS_BEEN = re.compile(
    r"\b(?:hired?|hire date|joined|issued|granted|opened|received|commissioned|built|registered|incorporated|acquired"
    r"|delivered|paid|closed|angajat\w*|emis\w*)\b"
)
_SIGNED_AT = re.compile(
    r"(?i)\b(?:audited|reviewed|true and fair view|certif\w+)\b[^|]{0,1500}?\n\s*(?-i:[A-ZÅÄÖØÉ])[\w .-]{2,30}, "
    rf"(?P<day>{_DAY})\s*\n"
)
"""The place and day under an auditor's or an expert's words."""
_STATE_OF = re.compile(
    r"\b(?:actual\w*|position|balances?|closing|stock|count\w*|status|headcount|results?|figures?|accounts?|situatia"
    rf"|solduri?|for the|period|covers?|covering)\b[^.\n]{{0,60}}?\b(?:as at|as of|at|on|to|through|until|ended|la)\s+(?P<day>{_DAY})"
    r"(?:[^.\n]{0,60}\b(?:complete\w*|closed|final|actual))?"
)
_NOT_YET = re.compile(
    r"\b(?:budget\w*|forecast\w*|plan\w*|expected|estimat\w*|projected|projection|pro forma|draft|valid|until|due"
    r"|target\w*|preliminary|provisional|bugetat\w*|estimat\w*)\b"
)
_CALLED = re.compile(
    r"\b(?:meeting|assembly|session|sedint\w*|adunar\w*)\b[^;]{0,80}?"
    rf"(?P<held>{_DAY})[^;]{{0,160}}?\b(?:called|convened|convocat\w*|notice(?: of the meeting)? (?:given|sent)|invited)\b[^;]{{0,60}}?(?P<called>{_DAY})"
)
_BESIDE = 160
_TOP = 1_500
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
        found += _made_before(document)
        found += _called_after(document)
        found += _rows_ahead(document)
        found += _no_days(document)
        found += _reports_in_rows(document)
        if document.is_workbook:
            continue
        found += _told_too_early(document, year_end)
        if is_contract(document):
            found += _amended(document)
            found += _unborn(document, births)
    return found


def _told_too_early(document: RoomDocument, year_end: date | None) -> Iterator[Seen]:
    """Minutes, letters and reports that tell in the past tense of what comes after their own day."""
    own = document.dated or first_day(document)
    if own is None or not is_letter(document) or is_contract(document):
        return
    for said in statements(document):
        if _PAST.search(said.plain) is None:
            continue
        for time in times(document.text[said.start : said.end]):
            period = time.period if time.fiscal else with_year_end(time.period, year_end)
            if (
                period.end <= own
                or period.end > own + timedelta(days=400)
                or (time.bare and period.end.year == own.year)
            ):
                continue
            before = said.plain[max(0, time.start - 50) : time.start]
            if (
                _AHEAD.search(before)
                or _AHEAD.search(said.plain)
                or re.search(r"\bsigned\b|\bsemnat\b", said.plain[:12])
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
            break


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


def _made_before(document: RoomDocument) -> Iterator[Seen]:
    """A paper that gives what there was on a day after the one on which it says that it was made."""
    for made in (*_MADE_ON.finditer(document.plain), *_SIGNED_AT.finditer(document.text)):
        day = find_period(made["day"])
        first = document.text.rfind("\n\n", 0, made.start()) + 1
        if made.re is _SIGNED_AT:
            first = max(0, made.start() - _BESIDE * 4)
        if made[0].startswith("date") and not document.is_workbook:
            first = 0
        around = document.text[max(first, made.start() - _BESIDE * 8) : made.end() + _BESIDE]
        if day is None or day.kind is not PeriodKind.DAY or _NOT_YET.search(plain(around)):
            continue
        for state in _STATE_OF.finditer(plain(around)):
            told = find_period(state["day"])
            if told is None or told.kind is not PeriodKind.DAY or not 0 < (told.end - day.end).days <= _OWN_DAY:
                continue
            yield Seen(
                DefectType.CHRONO_IMPOSSIBLE,
                "made_before",
                (At(document.id, *made.span("day"), _cell_at(document, *made.span("day"))),),
                f"“{document.filename}” was made on {show_day(day.end)}, but gives what there was on "
                f"{show_day(told.end)}: “{shorten(around.strip(), 120)}”.",
            )
            break


def _rows_ahead(document: RoomDocument) -> Iterator[Seen]:
    """Rows of a list with a day of what has happened that is later than the list itself."""
    named = re.search(r"(?:19|20)\d\d-\d\d-\d\d", document.filename)
    period = find_period(named[0]) if named else None
    for block in blocks(document):
        state = _STATE_OF.search(plain(block.title))
        own = find_period(state["day"]) if state else period
        if own is None or own.kind is not PeriodKind.DAY:
            continue
        for column in range(block.width):
            if not _HAS_BEEN.search(block.head(column)) or _AHEAD.search(block.head(column)):
                continue
            days = [(row, find_period(row[column].shown)) for row in block.rows if row[column].shown]
            late = [(row, day) for row, day in days if day is not None and day.end > own.end]
            if not late or len(late) * 10 > max(10, len(days)):
                continue
            for row, _ in late:
                label = next((cell.shown for cell in row if cell.shown), "")
                yield Seen(
                    DefectType.CHRONO_IMPOSSIBLE,
                    "rows_ahead",
                    (row[column].at,),
                    f"{name_cell(document, row[column].at, f'{label}: {block.head(column)}')} is {row[column].shown}, after "
                    f"{show_day(own.end)}, the day of the list.",
                )


def _no_days(document: RoomDocument) -> Iterator[Seen]:
    """Days that no calendar has."""
    for said in _NO_DAY.finditer(document.plain):
        yield Seen(
            DefectType.CHRONO_IMPOSSIBLE,
            "no_day",
            (At(document.id, *said.span(), _cell_at(document, *said.span())),),
            f"“{document.filename}” has “{document.text[said.start() : said.end()]}”: there is no such day.",
        )


def _reports_in_rows(document: RoomDocument) -> Iterator[Seen]:
    """Rows of a workbook that date a report on a time before that time was over."""
    for block in blocks(document):
        for row in block.rows:
            line = " ".join(cell.shown for cell in row if cell.shown)
            told = _REPORT_ON.search(plain(line))
            state = None if told is None else find_period(told["day"])
            days = [
                (cell, period)
                for cell in row
                if (period := find_period(cell.shown)) is not None and period.kind is PeriodKind.DAY
            ]
            for cell, period in days:
                if state is not None and told is not None and told["day"] not in plain(cell.shown) and period.end < state.end:
                    yield Seen(
                        DefectType.CHRONO_IMPOSSIBLE,
                        "made_before",
                        (cell.at,),
                        f"{name_cell(document, cell.at, line)} is of {show_day(period.end)}, before "
                        f"{show_day(state.end)}, the end of what it reports.",
                    )


def _called_after(document: RoomDocument) -> Iterator[Seen]:
    """A meeting that was called after the day on which it was held."""
    for said in _CALLED.finditer(document.plain[:_TOP]):
        held, called = find_period(said["held"]), find_period(said["called"])
        if held is not None and called is not None and held.end < called.end:
            yield Seen(
                DefectType.CHRONO_IMPOSSIBLE,
                "called_after",
                (At(document.id, *said.span("called")),),
                f"“{document.filename}” is of a meeting on {show_day(held.end)} that was called on "
                f"{show_day(called.end)}.",
                (At(document.id, *said.span("held")),),
            )


def _cell_at(document: RoomDocument, start: int, end: int) -> str | None:
    """The cell of a workbook at a place of its text."""
    for table in document.tables:
        for row in table.rows:
            for cell in row:
                if cell.start <= start and end <= cell.end:
                    return cell.address
    return None


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
                    label = next((cell.shown for cell in row if cell.shown), "")
                    yield Seen(
                        DefectType.CHRONO_IMPOSSIBLE,
                        "ends_before",
                        (row[last].at,),
                        f"{name_cell(document, row[last].at, label)} ends on {row[last].shown}, before it begins on "
                        f"{row[first].shown}.",
                        (row[first].at,),
                    )
