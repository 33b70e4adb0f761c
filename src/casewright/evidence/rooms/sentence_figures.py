"""The figures of a room's sentences with the words that say of what they are, and of which time."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.domain.periods import PeriodKind
from casewright.evidence.extraction.bases import find_basis, is_former
from casewright.evidence.extraction.figures import figures
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.source import source_of, style_and_dollars
from casewright.evidence.extraction.times import find_period, names_time, times, with_year_end
from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.evidence.rooms.labelled_figures import Labelled, Measure, in_fiscal_year
from casewright.evidence.rooms.labels import counted, is_bounding, stems, thing
from casewright.evidence.rooms.statements import sentence_around, statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from casewright.domain.periods import Period
    from casewright.evidence.extraction.figures import Figure
    from casewright.evidence.extraction.numbers import Style
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.extraction.times import Time
    from casewright.evidence.extraction.unit_words import Unit
    from casewright.evidence.rooms.statements import Statement

_OTHER_TIME = re.compile(
    r"\b(?:(?:year|month|quarter) (?:before|earlier|ago)|(?:prior|previous|preceding|last|next|coming|following)"
    r" (?:\w+ )?(?:year|quarter|month|season)|today|currently|now|since|so far|by then|anul trecut|anterior\w*)\b"
)
_SAME_TIME = re.compile(r"\b(?:same|that) (?:\w+ )?(?:year|quarter|month|period|date|day)\b|\baceeasi perioada\b")
_BESIDE = re.compile(
    r"\b(?:against|over|versus|vs\.?|than(?: in)?|compared (?:with|to)|after|fata de|comparativ cu|since)\s+(?:the )?$"
)
"""Before a time with which a figure is only compared."""
_FROM = re.compile(r"\b(?:on|from|din)\s+(?:the )?$")
_CALENDAR = re.compile(r"\bcalendar (?:year )?$")
_SUPPOSED = re.compile(r"\W*(?:with|at|assuming|supposing|if|suppose)\b")
_STOP = re.compile(r"[,;:(]|\band\b|\bwhile\b|\bsi\b")
_NUMBER_AND_WORD = re.compile(r"\s*[\d.,' ]*\d\s*[a-z0-9]+")
_NEAR = 90
_AFTER = 45
_CLOSE = 25
_COUNTED = 40
_ABOVE = 600
_HEADING = 60


@lru_cache(maxsize=4_096)
def sentence_figures(document: RoomDocument, year_end: date | None = None) -> tuple[Labelled, ...]:
    """Every figure of the document's sentences, and of the words in its tables; of a workbook those of its answers.

    The time is the sentence's own, else the one of the sentence before it in its paragraph, else the heading's.
    """
    if document.filename.casefold().endswith(".csv"):
        return ()
    style, dollars = style_and_dollars(source_of(document))
    rows = [] if document.is_workbook else _in_rows(document, style, dollars, year_end)
    return (*rows, *_in_sentences(document, style, dollars, year_end))


def is_bound(one: Labelled) -> bool:
    """Whether a stated figure is a limit, an assumption, of before a restatement, or what something is held against."""
    if is_former(one.document.text, sentence_around(one.document.text, one.at.start, one.at.end)[1]):
        return True
    line = plain(one.named)
    at = line.find(plain(one.shown))
    return is_bounding(line[max(0, at - _NEAR // 2) : at]) or _SUPPOSED.match(line) is not None


def _in_sentences(
    document: RoomDocument, style: Style, dollars: str | None, year_end: date | None
) -> Iterator[Labelled]:
    tables = [(table.start, table.end) for table in document.tables]
    last: tuple[int, Period | None] = (0, None)
    for said in statements(document):
        if document.is_workbook and "?" not in said.plain:
            continue
        if not document.is_workbook and any(start < said.end and said.start < end for start, end in tables):
            continue
        words = document.text[said.start : said.end]
        question = said.plain.partition("?")[0] if document.is_workbook else ""
        if question and not names_time(words):
            last = (said.end, find_period(question))
        named = _times_of(words, year_end)
        if last[1] is not None and not _goes_on(said.plain) and "\n\n" in document.text[last[0] : said.start]:
            last = (said.end, None)
        if not named and last[1] is None and not document.is_workbook:
            last = (said.end, in_fiscal_year(_time_of_heading(document, said.start), year_end))
        lead = None if names_time(words) or _OTHER_TIME.search(said.plain) else in_fiscal_year(last[1], year_end)
        if named:
            last = (said.end, named[-1].period if len({time.period for time in named}) == 1 else None)
        yield from _of(document, said, _figures_of(words, style, dollars), named, lead, stems(question))


def _of(
    document: RoomDocument,
    said: Statement,
    found: Sequence[Figure],
    named: Sequence[Time],
    lead: Period | None,
    asked: frozenset[str],
) -> Iterator[Labelled]:
    """The figures of one sentence; ``lead`` is the time where it names none, ``asked`` the stems of its question."""
    words = document.text[said.start : said.end]
    for at, one in enumerate(found):
        following = [other.start for other in found[at + 1 :]]
        before = max([one.start - _NEAR, 0, *(other.end for other in found[:at])])
        after = min([one.end + _AFTER, len(words), *following])
        stop = _STOP.search(words[one.end : after])
        after = after if stop is None else one.end + stop.start()
        breaks = [one.end + mark.start() for mark in re.finditer(";", words[one.end :])]
        scale = one.unit.scale if one.unit is not None else Decimal(1)
        yield Labelled(
            document,
            At(document.id, said.start + one.start, said.start + one.end, said.cell),
            words[one.start : one.end],
            one.number * scale,
            _half(one.number, scale),
            _measure(one.unit, words[one.start : after]),
            _nearest(named, one, min([*following, *breaks], default=len(words))) or lead,
            stems(f"{words[before : one.start].rstrip()} {words[one.end : after].lstrip()}") | asked,
            stems(words) | asked,
            find_basis(words),
            named=words,
        )


def _figures_of(words: str, style: Style, dollars: str | None) -> list[Figure]:
    spans = [(one.start, one.end) for one in times(words)]
    return [
        one
        for one in figures(words, style, dollars)
        if one.time is None and not any(start <= one.start < end for start, end in spans)
    ]


def _times_of(words: str, year_end: date | None) -> list[Time]:
    """The times that a sentence is about, financial years ending as the company's do."""
    found = []
    for one in times(words):
        before = plain(words[: one.start])
        if _BESIDE.search(before) or (_FROM.search(before) and one.period.kind in (PeriodKind.YEAR, PeriodKind.LTM)):
            continue
        is_own = one.fiscal or _CALENDAR.search(before) is not None
        found.append(one if is_own else replace(one, period=with_year_end(one.period, year_end)))
    return found


def _time_of_heading(document: RoomDocument, start: int) -> Period | None:
    """The one time that the heading above a place names."""
    for line in reversed(document.text[max(0, start - _ABOVE) : start].split("\n")):
        shown = line.strip()
        if shown and len(shown) <= _HEADING and not shown.endswith((".", ";", ",", ":")) and shown[0] not in "•-–*":
            found = {time.period for time in times(shown)}
            return found.pop() if len(found) == 1 else None
    return None


def _in_rows(document: RoomDocument, style: Style, dollars: str | None, year_end: date | None) -> Iterator[Labelled]:
    """Figures among the words of a table's cells, of what the row is."""
    for block in blocks(document):
        for row, row_cells in enumerate(block.rows):
            for cell in row_cells[1:]:
                found = figures(cell.shown, style, dollars) if cell.number is None and len(cell.shown) > 1 else []
                if len(found) != 1 or found[0].unit is None:
                    continue
                one, unit = found[0], found[0].unit
                words = f"{row_cells[0].shown} {cell.shown}"
                yield Labelled(
                    document,
                    At(document.id, cell.at.start + one.start, cell.at.start + one.end),
                    cell.shown[one.start : one.end],
                    one.number * unit.scale,
                    _half(one.number, unit.scale),
                    _measure(unit, ""),
                    in_fiscal_year(find_period(words), year_end),
                    stems(words),
                    stems(words),
                    find_basis(words),
                    row,
                    named=words,
                )


def _goes_on(said: str) -> bool:
    """Whether a sentence is of the time of the one before it, though a new paragraph begins."""
    return said.startswith(("•", "-", "–", "*")) or _SAME_TIME.search(said) is not None


def _measure(unit: Unit | None, rest: str) -> Measure:
    if unit is not None and unit.kind is Kind.MONEY:
        return Measure(Kind.MONEY, unit.currency or "")
    if unit is not None:
        return Measure(unit.kind)
    line = plain(rest)
    return Measure(Kind.COUNT, counted(line[: _next_word(line)]) or thing(line[:_COUNTED]))


def _next_word(line: str) -> int:
    """Where the first word behind a number ends: a time only counts what it stands next to."""
    found = _NUMBER_AND_WORD.match(line)
    return found.end() if found else 0


def _half(number: Decimal, scale: Decimal) -> Decimal:
    exponent = number.as_tuple().exponent
    return scale * Decimal(5).scaleb((exponent if isinstance(exponent, int) and exponent < 0 else 0) - 1)


def _nearest(named: Sequence[Time], one: Figure, until: int) -> Period | None:
    """The time of a figure: the sentence's only one, else the one right behind it, else the only one before it.

    What stands behind ``until``, the next figure or a semicolon, is of something else.
    """
    if len({time.period for time in named}) == 1:
        return named[0].period if any(time.start < until for time in named) or until <= one.end else None
    after = [time for time in named if 0 <= time.start - one.end <= _CLOSE and time.start < until]
    before = [time for time in named if time.end <= one.start]
    if after:
        return after[0].period
    return before[-1].period if len(before) == 1 else None
