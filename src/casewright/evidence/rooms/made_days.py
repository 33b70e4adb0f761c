"""CHRONO_IMPOSSIBLE: days that no calendar has, and papers, lists and meetings made before what they tell of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.display import show_day
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import find_period, times
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_letter, sentence_around, statements
from casewright.evidence.rooms.wording import name_cell, shorten
from casewright.evidence.rooms.written_days import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_MADE_ON = re.compile(
    r"\b(?:date(?=:)|date of (?:this|the) (?:certificate|letter|report|statement|notice)|dated|prepared"
    r"|printed|drawn up|compiled|produced|issued|generated|extracted|exported|run|intocmit\w*|emis\w*|emiterii"
    r"|eliberarii"
    rf"|listat\w*)\b[^.\n]{{0,40}}?(?P<day>{DAY})"
)
_SIGNED_AT = re.compile(
    r"(?i)\b(?:audited|reviewed|true and fair view|certif\w+)\b[^|]{0,1500}?\n\s*(?-i:[A-ZÅÄÖØÉ])[\w .-]{2,30}, "
    rf"(?P<day>{DAY})\s*\n"
)
"""The place and day under an auditor's or an expert's words."""
_STATE_OF = re.compile(
    r"\b(?:actual\w*|position|balances?|closing|stock|count\w*|status|headcount|results?|figures?|accounts?|situatia"
    r"|solduri?|for the|period (?:examined|reviewed|under review|covered)|months? ended|quarters? ended"
    r"|twelve months|12 months)\b"
    r"[^.\n]{0,60}?"
    rf"\b(?:as at|as of|at|on|to|through|until|ended|la)\s+(?P<day>{DAY})"
    r"(?:[^.\n]{0,60}\b(?:complete\w*|closed|final|actual))?"
)
_CALLED = re.compile(
    r"\b(?:meeting|assembly|session|sedint\w*|adunar\w*)\b[^;]{0,80}?"
    rf"(?P<held>{DAY})[^;]{{0,160}}?\b"
    r"(?:called|convened|convocat\w*|notice(?: of the meeting)? (?:given|sent)|invited)\b"
    rf"[^;]{{0,60}}?(?P<called>{DAY})"
)
_EXPECTED = re.compile(r"\b(?:expect\w*|plan\w*|due|expir\w*|renew\w*|next|until|forecast\w*|target\w*|scheduled)\b")
_HAS_BEEN = re.compile(
    r"\b(?:hired?|hire date|joined|issued|granted|opened|received|commissioned|built|registered|incorporated|acquired"
    r"|delivered|paid|closed|(?:last )?inspect(?:ed|ion)|last (?:check|service|test|survey)\w*|angajat\w*|emis\w*)\b"
)
_TERMED = re.compile(
    r"\b(?:takes? effect|effective|beginning|begins?|starts?|commenc\w*|runs?|in force|valid|concluded|term|period)\b"
    rf"[^.;\d]{{0,30}}(?P<begun>{DAY})[^;]{{0,80}}?\b(?:ends?|expires?|until|through|terminates?|to)\b[^.;\d]{{0,25}}"
    rf"(?P<over>{DAY})"
)
_MONTHS_TO = re.compile(
    r"\b(?:(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven) months (?:to|ended|until)|year to)"
    r" (?:the end of )?(?P<month>(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\.? (?:19|20)\d\d)\b"
)
_DONE_ON = re.compile(
    r"\b(?:sampl(?:e|ed|es|ing)|taken|tested|test(?:s|ing)?|inspect(?:ed|ion)|visit(?:ed)?|measured|surveyed|examined|analy[sz]ed"
    r"|weighed|counted|received|delivered|prelevat\w*|testat\w*|inspectat\w*|receptionat\w*|masurat\w*|analizat\w*|efectuat\w*)"
    rf"\b[^.;\n]{{0,30}}?\b(?:on|la(?: data de)?|din|in data de)\s+(?:the\s+)?(?P<day>{DAY})"
)
"""What somebody did on a day who reports of it."""
_OVER = re.compile(
    r"\b(?:audit\w*|accounts|annual report|financial statements|opinion|return|situatii\w* financiare)\b[^;]{0,80}?"
    rf"\b(?:to|ended|ending|until|la)\s+(?:the\s+)?(?P<over>{DAY})[^;]{{0,120}}?"
    r"\b(?:signed|signed off|issued|given|completed|approved|adopted|delivered|finished|concluded|semnat\w*"
    r"|aprobat\w*|emis\w*)"
    rf"\b[^;\d]{{0,50}}?\b(?:on|la(?: data de)?|din|in data de)\s+(?:the\s+)?(?P<made>{DAY})"
)
"""What is told of a time, and the day on which it was signed off."""
_NO_DAY = re.compile(
    r"(?<![\d.])(?:31(?:st)? (?:of )?(?:april|june|september|november|aprilie|iunie|septembrie|noiembrie)"
    r"|(?:30|31)(?:th|st)? (?:of )?(?:february|februarie)|(?:april|june|september|november) 31|february 3[01]"
    r"|31\.0?(?:4|6|9)\.(?:19|20)\d\d|31\.11\.(?:19|20)\d\d|3[01]\.0?2\.(?:19|20)\d\d"
    r"|(?:19|20)\d\d-(?:0[469]-31|11-31|02-3[01]))(?!\d)"
)
_REPORT_ON = re.compile(rf"\b(?:audit\w*|report|opinion|review)\b.{{0,60}}?\b(?:to|ended|at|until)\s+(?P<day>{DAY})")
_MINUTES = re.compile(
    r"\b(?:minutes|board meeting|record of the board|protokoll|protocol of|verbale|proces[- ]verbal|hotarare\w*)\b"
)
_CONFIRMED = re.compile(
    rf"(?im)^[ \t*_-]*(?:/s/|(?:these |the )?(?:minutes )?(?:were |are )?(?:signed|confirmed|approved|adopted)\b)"
    rf"(?: as (?:a )?(?:true|correct)[a-z ]*)?[^.\d\n]{{0,60}}(?P<day>{DAY})"
)
_SIGNED_UNDER = re.compile(
    rf"(?im)^[^\n]{{0,60}}?(?P<day>{DAY})[^\n\d]{{0,80}}\((?:signed|sgd\.?|semnat\w*|ss)\)[ .]*$"
)
"""A line that ends in its signature, with its day."""
_NOT_YET = re.compile(
    r"\b(?:budget\w*|forecast\w*|plan\w*|expected|estimat\w*|projected|projection|pro forma|draft|valid|until|due"
    r"|target\w*|preliminary|provisional|bugetat\w*|estimat\w*)\b"
)
_AHEAD = re.compile(
    r"\b(?:will|shall|would|to be|expect\w*|plan\w*|budget\w*|forecast\w*|draft|interim|due|proposed|scheduled"
    r"|next|valid"
    r"|urmeaza|va fi|vor fi|estimat\w*)\b"
)
_TERM = re.compile(r"\b(?:insured|insurance|policy|premium|licen[cs]ee|lessee|lessor|surety)\b")
"""Papers whose time lies ahead."""
_BESIDE = 160
_TOP = 1_500
_OWN_DAY = 400


def find(room: Room) -> list[Seen]:
    """Each such day on the words or the cell that say it."""
    found: list[Seen] = []
    for document in room.documents:
        if not document.is_index:
            found += _made_before(document)
            found += _done_after(document)
            found += _off_before_over(document)
            found += _called_after(document)
            found += _rows_ahead(document, room)
            found += _no_days(document)
            found += _ended_before(document)
            found += _not_over(document)
            found += _signed_off_before(document)
            found += _reports_in_rows(document)
    return found


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
        if (
            day is None
            or day.kind is not PeriodKind.DAY
            or _NOT_YET.search(plain(around))
            or _TERM.search(plain(around))
        ):
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


def _done_after(document: RoomDocument) -> Iterator[Seen]:
    """A report of an earlier day than that of the sample, the test or the visit that it reports."""
    for made in _MADE_ON.finditer(document.plain[:_TOP]) if not document.is_workbook else ():
        day = find_period(made["day"])
        for done in _DONE_ON.finditer(document.plain, made.end()):
            told = find_period(done["day"])
            first, last = sentence_around(document.text, *done.span())
            if day is None or told is None or not day.kind is told.kind is PeriodKind.DAY:
                continue
            if not 0 < (told.end - day.end).days <= _OWN_DAY or _AHEAD.search(document.plain[first:last]):
                continue
            yield Seen(
                DefectType.CHRONO_IMPOSSIBLE,
                "done_after",
                (At(document.id, *done.span()), At(document.id, *made.span("day"))),
                f"“{document.filename}” was made on {show_day(day.end)}, but tells of {show_day(told.end)} as past: "
                f"“{shorten(document.text[first:last].strip(), 120)}”.",
            )
            return


def _off_before_over(document: RoomDocument) -> Iterator[Seen]:
    """Accounts or an audit of a time that a sentence has signed before that time was over."""
    for said in statements(document):
        told = _OVER.search(said.plain)
        over, made = (find_period(told["over"]), find_period(told["made"])) if told is not None else (None, None)
        if over is None or made is None or not over.kind is made.kind is PeriodKind.DAY or _AHEAD.search(said.plain):
            continue
        if 0 < (over.end - made.end).days <= _OWN_DAY:
            yield Seen(
                DefectType.CHRONO_IMPOSSIBLE,
                "off_before_over",
                (At(document.id, said.start, said.end, said.cell),),
                f"“{document.filename}” has what is told of the time to {show_day(over.end)} signed off on "
                f"{show_day(made.end)}, before that time was over: "
                f"“{shorten(document.text[said.start : said.end], 120)}”.",
            )


def _rows_ahead(document: RoomDocument, room: Room) -> Iterator[Seen]:
    """Rows of a list with a day of what has happened that is later than the list itself, or than the deal."""
    named = re.search(r"(?:19|20)\d\d-\d\d-\d\d", document.filename)
    period = find_period(named[0]) if named else None
    for block in blocks(document):
        state = _STATE_OF.search(plain(block.title))
        own = (find_period(state["day"]) if state else period) or Period(PeriodKind.DAY, room.as_of)
        if own.kind is not PeriodKind.DAY:
            continue
        for column in range(block.width):
            if not _HAS_BEEN.search(block.head(column)) or _EXPECTED.search(block.head(column)):
                continue
            days = [(row, find_period(row[column].shown)) for row in block.rows if row[column].shown]
            late = [
                (row, day) for row, day in days if day is not None and day.kind is PeriodKind.DAY and day.end > own.end
            ]
            if not late or len(late) * 10 > max(10, len(days)):
                continue
            for row, _ in late:
                label = next((cell.shown for cell in row if cell.shown), "")
                yield Seen(
                    DefectType.CHRONO_IMPOSSIBLE,
                    "rows_ahead",
                    (row[column].at,),
                    f"{name_cell(document, row[column].at, f'{label}: {block.head(column)}')} is {row[column].shown}, "
                    f"after {show_day(own.end)}, the day of the list.",
                )


def _ended_before(document: RoomDocument) -> Iterator[Seen]:
    """A term that ends before it begins."""
    for said in _TERMED.finditer(document.plain):
        begun, over = find_period(said["begun"]), find_period(said["over"])
        if begun is not None and over is not None and over.end < begun.end:
            yield Seen(
                DefectType.CHRONO_IMPOSSIBLE,
                "ends_before",
                (At(document.id, *said.span()),),
                f"“{document.filename}” ends on {show_day(over.end)}, before it begins on {show_day(begun.end)}.",
            )


def _not_over(document: RoomDocument) -> Iterator[Seen]:
    """Months of which a letter or a mail tells the result before they are over."""
    own = document.dated
    if own is None or document.is_workbook or not is_letter(document):
        return
    for said in _MONTHS_TO.finditer(document.plain):
        month = find_period(said["month"])
        first = max(document.plain.rfind(". ", 0, said.start()) + 1, said.start() - _BESIDE)
        around = document.plain[max(0, first) : said.end() + _BESIDE // 2].partition(". ")[0]
        if month is None or month.kind is not PeriodKind.MONTH or not own < month.end or _NOT_YET.search(around):
            continue
        if (month.end - own).days <= _OWN_DAY:
            yield Seen(
                DefectType.CHRONO_IMPOSSIBLE,
                "not_over",
                (At(document.id, *said.span()),),
                f"“{document.filename}” of {show_day(own)} tells of {document.text[said.start() : said.end()]}, which "
                f"were not over before {show_day(month.end)}.",
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
                if (
                    state is not None
                    and told is not None
                    and told["day"] not in plain(cell.shown)
                    and period.end < state.end
                ):
                    yield Seen(
                        DefectType.CHRONO_IMPOSSIBLE,
                        "made_before",
                        (cell.at,),
                        f"{name_cell(document, cell.at, line)} is of {show_day(period.end)}, before "
                        f"{show_day(state.end)}, the end of what it reports.",
                    )


def _signed_off_before(document: RoomDocument) -> Iterator[Seen]:
    """Minutes that were confirmed before the meeting."""
    if document.is_workbook or _MINUTES.search(f"{document.filename} {document.text[:200]}".casefold()) is None:
        return
    own = next((time.period for time in times(document.text[:_OWN_DAY]) if time.period.kind is PeriodKind.DAY), None)
    if own is None:
        return
    signed = (*_CONFIRMED.finditer(document.text, _OWN_DAY), *_SIGNED_UNDER.finditer(document.text, _OWN_DAY))
    for said in signed:
        day = find_period(said["day"])
        if day is not None and day.kind is PeriodKind.DAY and day.end < own.end:
            yield Seen(
                DefectType.CHRONO_IMPOSSIBLE,
                "signed_off_before",
                (At(document.id, *said.span()),),
                f"“{document.filename}” is of a meeting on {show_day(own.end)} and was signed on {show_day(day.end)}, "
                "before it.",
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
