"""STALENESS: what is relied on now and had ended, or is too old, on the day on which the room is looked at."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import zip_longest
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.display import show_day
from casewright.evidence.document_names import name_of
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import find_period, times
from casewright.evidence.rooms.days import first_day
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract, statements
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room
    from casewright.evidence.rooms.statements import Statement

_UNTIL = re.compile(
    r"\b(?:valid (?:until|to|through|till)|expir(?:es|ed|y|ing)(?: date)?(?: on| at)?|runs? (?:until|to)"
    r"|in force until|cover(?:ed)? (?:until|to)|ends? on|valabil\w* pana la|expira\w*(?: la)?"
    r"|insured until|certified until|insured from [^;\n]{0,30}(?:to|until)"
    r"|(?:period|term|duration|validity|valid|valabil\w*)(?: of (?:the )?(?:cover|insurance|validity|policy|licen[cs]e"
    r"|permit))?\b[^;\n]{0,45}(?:\bto|\buntil|\bthrough|\bpana la|-|–))\s*:?\s*(?:the\s+)?(?:end of\s+)?$"
)
_PAPER = re.compile(
    r"\b(?:licen[cs]es?|permits?|certificates?|certification|approvals?|authori[sz]ations?|polic(?:y|ies)"
    r"|insurance|cover|checks?|clearances?|registration|accreditation|class|concession|consent"
    r"|warranty|bond|guarantee|autorizati\w+|aviz\w*|licent\w+|certificat\w*|polit\w+|asigurar\w+)\b"
)
_RENEWED = re.compile(
    r"\b(?:renewed|extended|replaced|superseded|prolonged|successor|new (?:certificate|policy|licen[cs]e"
    r"|permit)|reinnoit\w*|prelungit\w*|former|previous\w*|earlier|old)\b"
)
_RENEWED_SINCE = re.compile(
    r"^\W*(?:(?:it|this|the (?:\w+ )?(?:policy|cover|certificate|permit|licen[cs]e|accreditation|registration)"
    r"|which|a new"
    r" (?:one|\w+)) )?(?:was|were|is|has been|have been|had been|a fost|au fost)?\s*(?:since |then |meanwhile "
    r"|duly |deja )*"
    r"(?:renewed|extended|replaced|superseded|prolonged|reissued|reinnoit\w*|prelungit\w*|inlocuit\w*)\b"
)
"""How the sentence after goes on where what had ended was renewed."""
_EXPERT = re.compile(
    r"\b(?:valuation|value of|appraisal|survey|opinion|advice|study|expert|inspection|assessment"
    r"|market (?:report|study)|environmental|technical report|legal|our view|evaluare|expertiza|studiu)\b"
)
_AS_AT = re.compile(
    r"\b(?:valuation|valued|appraised|appraisal|survey(?:ed)?|market (?:study|report|research)|price list"
    r"|prices?|quotation|headcount|order book|backlog|inventory count|stock-?take|evaluat\w*)\b"
    r"[^.;]{0,90}?(?:\b(?:as at|as of|of|dated|from|in|la data de|din)\s+(?:the\s+)?|\()$"
)
_EXPIRY = re.compile(
    r"\b(?:valid (?:to|until)|expir\w*|valabil\w*|cover until|insured until|renewal due|end of validity)\b"
)
_ISSUED = re.compile(r"\b(?:issued?|granted|valid from|issue date|in force since|emis\w*|eliberat\w*)\b")
_LASTS = re.compile(
    r"\b(?:relied (?:up)?on|valid|holds?|renewed|repeated|good|current|in force)\b[^.;]{0,50}?"
    r"\b(?:for|within|every|not (?:more|later) than)\s+(?P<number>\d{1,2}|[a-z]+) "
    r"(?P<unit>days|months?|years?|luni|ani)\b"
)
_NUMBERS = {
    name: at
    for at, name in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
} | {"eighteen": 18, "twenty-four": 24, "thirty-six": 36}
_LOAN = re.compile(r"\b(?:facility|loan|credit|agreement|contract|lease|offer)\b")
_PIECE = re.compile(r"\b(?:letter|opinion|valuation|report|certificate|study|survey|ruling|appraisal|scrisoare\w*)\b")
_VALUATION = re.compile(r"\b(?:valuation|appraisal|evaluare)\b")
_VALUED = re.compile(
    r"\b(?:the (?:independent )?valuation in the (?:data )?room|the (?:market )?value (?:that|which|as|set|determined)"
    r"|by (?:the|an|our) (?:independent )?(?:valuer|appraiser|surveyor)"
    r"|(?:valuer|appraiser) (?:has|have)? ?(?:set|found|put|determined)|as valued|at valuation|appraised)\b"
)
_FEWEST_WORDS = 2
_OLD = timedelta(days=730)
_SOON = 92
"""Days about an end in which what follows begins."""
_IDLE = frozenset({"re", "fw", "the", "of", "and", "data", "room", "report", "letter", "final", "pdf", "for"})


def find(room: Room) -> list[Seen]:
    """What had ended on the words or the cell that say until when; what is too old where it is relied on."""
    found: list[Seen] = []
    for document in room.documents:
        if document.is_index:
            continue
        found += _rows(document, room)
        found += _statements(document, room)
    found += _relied_on(room)
    return found


def _statements(document: RoomDocument, room: Room) -> Iterator[Seen]:
    title = f"{' '.join(name_of(document.filename).words)} {document.plain[:160]}"
    spoken = statements(document)
    for said, after in zip_longest(spoken, spoken[1:]):
        words = document.text[said.start : said.end]
        for time in times(words):
            if time.period.end >= room.as_of or time.period.kind not in (PeriodKind.DAY, PeriodKind.MONTH):
                continue
            before = said.plain[: time.start]
            ended = _UNTIL.search(before) is not None and (
                _PAPER.search(said.plain) is not None
                or (_PAPER.search(title) is not None and not is_contract(document))
            )
            old = _AS_AT.search(before) is not None and room.as_of - time.period.end > _OLD
            if not (ended or old) or _RENEWED.search(said.plain) or _was_renewed(document, said, after):
                continue
            what = "had ended" if ended else "was that old"
            yield Seen(
                DefectType.STALENESS,
                "ended",
                (At(document.id, said.start, said.end, said.cell),),
                f"“{document.filename}” has “{shorten(words, 140)}”: it {what} on {show_day(room.as_of)}, the "
                f"day of this deal.",
            )
            break


def _was_renewed(document: RoomDocument, said: Statement, after: Statement | None) -> bool:
    """Whether the next sentence of the paragraph says that it was renewed."""
    if after is None or "\n\n" in document.text[said.end : after.start]:
        return False
    return _RENEWED_SINCE.match(after.plain) is not None


def _rows(document: RoomDocument, room: Room) -> Iterator[Seen]:
    """Rows of lists of permits, policies and certificates whose day of expiry is over."""
    for block in blocks(document):
        columns = [at for at in range(block.width) if _EXPIRY.search(block.head(at))]
        if not columns and any(block.head(at) in ("from", "de la") for at in range(block.width)):
            columns = [at for at in range(block.width) if block.head(at) in ("to", "until", "pana la")]
        heads = " ".join(block.head(at) for at in range(block.width))
        about = f"{document.filename} {block.title} {heads}".casefold()
        if not columns or _PAPER.search(about) is None:
            continue
        issued = [at for at in range(block.width) if _ISSUED.search(block.head(at)) and at not in columns]
        for row in block.rows:
            period = find_period(row[columns[0]].shown)
            line = " ".join(cell.shown for cell in row).casefold()
            if period is None:
                continue
            label = next((cell.shown for cell in row if cell.shown), "")
            since = next((day for at in issued if (day := find_period(row[at].shown)) is not None), None)
            if since is not None and period.end < since.end:
                yield Seen(
                    DefectType.CHRONO_IMPOSSIBLE,
                    "ends_before",
                    (row[columns[0]].at,),
                    f"{name_cell(document, row[columns[0]].at, label)} ends on {row[columns[0]].shown}, before it was "
                    f"issued on {show_day(since.end)}.",
                )
                continue
            if (
                period.end >= room.as_of
                or _RENEWED.search(line)
                or _is_followed(row, block, columns[0], period.end, room.as_of)
            ):
                continue
            yield Seen(
                DefectType.STALENESS,
                "ended",
                (row[columns[0]].at,),
                f"{name_cell(document, row[columns[0]].at, label)} ended on {row[columns[0]].shown}, before "
                f"{show_day(room.as_of)}, "
                "the day of this deal.",
            )


def _is_followed(row: Sequence[Cell], block: Block, ends: int, ended: date, day: date) -> bool:
    """Whether another row of the list is of the same thing and in force on ``day``: the same name in one column that
    tells most rows apart, a later end, and a begin about the day on which the row
    ended.
    """
    for other in block.rows:
        later = find_period(other[ends].shown) if other is not row else None
        if later is None or later.end < day:
            continue
        days = [period for cell in other if (period := find_period(cell.shown)) is not None]
        begun = min(period.start for period in days)
        if begun >= later.start or begun > day or abs((begun - ended).days) > _SOON:
            continue
        for column, cell in enumerate(row):
            if not cell.shown or cell.number is not None or find_period(cell.shown) is not None:
                continue
            names = [line[column].shown for line in block.rows]
            if other[column].shown == cell.shown and len(set(names)) * 2 > len(names):
                return True
    return False


def _lasting(document: RoomDocument) -> timedelta:
    """How long what a document says may be relied on: as it says itself, else two years."""
    said = _LASTS.search(document.plain)
    if said is None:
        return _OLD
    number = _NUMBERS.get(said["number"]) or (int(said["number"]) if said["number"].isdigit() else 0)
    unit = said["unit"]
    days = number * (1 if unit == "days" else 30.5 if unit.startswith(("month", "luni")) else 365.25)
    return timedelta(days=days) if 0 < days <= 4_000 else _OLD


def _names(said: str, words: list[str]) -> bool:
    """Whether a sentence names the document by its words: by all, of three and more by all but one."""
    there = sum(re.search(rf"\b{re.escape(word)}", said) is not None for word in words)
    return there == len(words) or (there >= _FEWEST_WORDS and there >= len(words) - 1)


def _names_day(said: Statement, dated: date) -> bool:
    """Whether a sentence names a letter, an opinion or the like of the day that the document bears."""
    return _PIECE.search(said.plain) is not None and any(
        time.period.kind is PeriodKind.DAY and time.period.end == dated for time in times(said.plain)
    )


def _relied_on(room: Room) -> Iterator[Seen]:
    """Opinions, valuations and surveys of more than two years ago on which another document relies."""
    valuations = [
        one.id
        for one in room.documents
        if not one.is_index and _VALUATION.search(" ".join(name_of(one.filename).words))
    ]
    for old in room.documents:
        dated = old.dated or first_day(old)
        lasts = _lasting(old)
        if dated is None or room.as_of - dated <= lasts or old.is_workbook or is_contract(old):
            continue
        if _LOAN.search(f"{' '.join(name_of(old.filename).words)} {old.plain[:100]}"):
            continue
        words = [word for word in name_of(old.filename).words if word not in _IDLE and not word.isdigit()]
        if not words or (_EXPERT.search(f"{' '.join(words)} {old.plain[:300]}") is None):
            continue
        is_only = old.id in valuations and len(valuations) == 1
        for document in room.documents:
            if document.id == old.id or document.is_index or document.is_workbook:
                continue
            told = document.dated or first_day(document)
            if told is not None and (room.as_of - told > _OLD or told - dated <= lasts):
                continue
            said = next(
                (
                    one
                    for one in statements(document)
                    if (_names(one.plain, words) or _names_day(one, dated) or (is_only and _VALUED.search(one.plain)))
                    and not _RENEWED.search(one.plain)
                ),
                None,
            )
            if said is None:
                continue
            yield Seen(
                DefectType.STALENESS,
                "relied_on",
                (At(document.id, said.start, said.end), At(old.id, 0, min(80, len(old.text)))),
                f"“{document.filename}” relies on “{old.filename}” of {show_day(dated)}, more than "
                f"{lasts.days // 30} months before {show_day(told or room.as_of)}: "
                f"“{shorten(document.text[said.start : said.end], 140)}”.",
            )
            break
