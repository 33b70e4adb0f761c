"""The figures of a room with the words that say of what they are: of every cell, and of every figure in a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.domain.periods import PeriodKind
from casewright.evidence.extraction.bases import find_basis
from casewright.evidence.extraction.figure_names import ASIDE, MILLIONS, SCALED
from casewright.evidence.extraction.figures import figures
from casewright.evidence.extraction.grids import blocks, why_no_figure
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.source import source_of, style_and_dollars
from casewright.evidence.extraction.times import find_period, names_time, period_of_title, times, with_year_end
from casewright.evidence.extraction.unit_words import find_unit
from casewright.evidence.extraction.vocabulary import Kind, mentions, plain
from casewright.evidence.rooms.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from datetime import date

    from casewright.domain.claims import Basis
    from casewright.domain.periods import Period
    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.numbers import Style
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.extraction.unit_words import Unit

_REFERENCE = re.compile(r"#|-|\d+|(?=[\w/-]*\d)[A-Za-z]{0,6}[-/ ]?\d[\w/-]*|(?:19|20)\d\d-\d\d-\d\d")
_WORD = re.compile(r"[a-z][a-z'&-]+")
_THINGS = (
    r"kg|tonnes?|tons?|hl|litres?|liters?|kwh|mwh|gwh|kw|mw|gw|km|m2|m3|sqm|hectares?|ha|beds?|rooms?|fte|heads?"
    r"|customers?|clients?|users?|members?|units?|sites?|stores?"
    r"|people|employees?|staff|orders?|tone|litri|clienti|angajati|bucati"
)
_THING = re.compile(rf"\b(?:{_THINGS})\b")
_MASS = re.compile(rf"\b(?:{_THINGS}|hours?|days?|weeks?|months?|years?|points?|bps|ore|zile|luni|ani)\b")
_IDLE = frozenset(
    "the a an of in on at for to by with from as is was were are be been it its our their we you they this that these "
    "those which who whose and or but not no than then more less about around some over under up down total group "
    "company year years month months period end per each all any other others only also has have had will would may "
    "can since before after during until between into out off own one two three first second third last same such "
    "plc ltd limited llc inc gmbh srl sa ab as aps oy de din la al ale si cu pe un o in a fost este sunt pentru ca "
    "thousand thousands million millions eur usd gbp chf ron sek nok dkk pln czk huf lei euro euros k m mn bn "
    "both together altogether everyone everything combined amount amounts value values figure figures number numbers actual note notes".split()
)
_OTHER_TIME = re.compile(
    r"\b(?:(?:year|month|quarter) (?:before|earlier|ago)|(?:prior|previous|preceding|last|next|coming|following)"
    r" (?:\w+ )?(?:year|quarter|month|season)|today|currently|now|since|so far|by then|anul trecut|anterior\w*)\b"
)
_SAME_TIME = re.compile(r"\b(?:same|that) (?:\w+ )?(?:year|quarter|month|period|date|day)\b|\baceeasi perioada\b")
_BESIDE = re.compile(
    r"\b(?:against|over|versus|vs\.?|than(?: in)?|compared (?:with|to)|after|fata de|comparativ cu|since)\s+(?:the )?$"
)
"""Before a time with which a figure is only compared."""
_CALENDAR = re.compile(r"\bcalendar (?:year )?$")
_ON = re.compile(r"\b(?:on|from|din)\s+(?:the )?$")
_CALLED = re.compile(
    r"(?P<cash>\b(?:in the bank|at (?:the )?banks?|cash at bank|bank balances?|in cash)\b)"
    r"|(?P<revenue>\b(?:turnover|net sales|sales|revenues|cifra de afaceri|umsatz)\b)"
    r"|(?P<employee>\b(?:employees|people|staff|heads|headcount|personnel|angajati|salariati)\b)"
    r"|(?P<customer>\b(?:customers|clients|accounts|clienti)\b)"
    r"|(?P<backlog>\b(?:order book|order backlog|orders on hand|portofoliul(?:ui)? de comenzi|backlog)\b)"
    r"|(?P<export>\b(?:exports?|abroad|overseas|foreign markets)\b)"
)
"""Several words for one thing, read as one."""
_GROWTH = re.compile(
    r"\b(?:gr[eo]wth?|grown|grow|increas\w+|rose|risen|rise|up|climb\w*|gain\w*|fell|fallen|fall|declin\w+|decreas\w+"
    r"|dropp?\w*|down|change|more than|less than|higher|lower|vs|crescut|crestere\w*|scazut|scadere\w*)\b"
)
_BOUND = re.compile(
    r"\b(?:floor|ceiling|min(?:imum)?\.?|max(?:imum)?\.?|limit(?:ed)?|cap(?:ped)?|at least|at most|not (?:below|above|more than|less than)"
    r"|up to|below|above|threshold|covenant|target|of no more than|from|between|instead of|against|versus|vs\.?)\s*(?:of |to |is |:)?\s*$"
)
_SUPPOSED = re.compile(r"\W*(?:with|at|assuming|supposing|if|suppose)\b")
_SCOPES = {
    "alike": re.compile(r"\b(?:like[- ]for[- ]like|lfl|same[- ](?:store|site|clinic|shop|pub|unit)\w*|comparable|organic\w*)\b"),
    "adjusted": re.compile(r"\b(?:adjusted|underlying|normali[sz]ed|recurring|before (?:one|exceptional)|ajustat\w*)\b"),
    "run rate": re.compile(r"\b(?:run[- ]rate|annuali[sz]ed|pro forma)\b"),
    "constant": re.compile(r"\b(?:constant currenc\w+|in local currency)\b"),
    "each": re.compile(r"\b(?:per|a|each|average|avg) (?:customer|client|user|employee|head|seat|unit|box|order|site|month|day)\b"),
}
_SUFFIX = re.compile(r"(?:ations?|ments?|ings?|ed|ies|es|s|ly|e|y|ului|ilor|elor|ul|ea|ii|i|a)$")
_STOP = re.compile(r"[,;:(]|\band\b|\bwhile\b|\bsi\b")
_ASIDES = frozenset(
    "the a an of in on at for to our its their total group net gross as reported eur usd gbp chf ron sek dkk nok cad aud k m s "
    "thousand thousands million millions mii lei".split()
)
_SHORTEST = 3
_NEAR = 90
_AFTER = 45
_ABOVE = 600
_HEADING = 60


def stem(word: str) -> str:
    """A word without the ending that only shapes it."""
    short = _SUFFIX.sub("", word)
    return short if len(short) >= _SHORTEST else word


_RATES = frozenset(map(stem, ("rate", "share", "ratio", "percentage", "level", "average", "mean", "rata", "pondere")))


@lru_cache(maxsize=16_384)
def stems(words: str) -> frozenset[str]:
    """The telling words, shortened to their stems; times, numbers and words that name nothing are left out."""
    line = _CALLED.sub(lambda said: next(name for name, one in said.groupdict().items() if one), plain(words))
    for time in reversed(times(line)):
        line = f"{line[: time.start]} {line[time.end :]}"
    return frozenset(stem(word) for word in _WORD.findall(line.replace("'s ", " ")) if word not in _IDLE and len(word) >= _SHORTEST)


@lru_cache(maxsize=16_384)
def phrase(words: str) -> str:
    """The words in plain letters and their order, without times and units."""
    line = _CALLED.sub(lambda said: next(name for name, one in said.groupdict().items() if one), plain(words))
    for time in reversed(times(line)):
        line = f"{line[: time.start]} {line[time.end :]}"
    return " ".join(word for word in re.findall(r"[a-z&]+", line) if word not in _ASIDES)


@dataclass(frozen=True, slots=True)
class Measure:
    """What a figure is in: money of a currency, percent, times, or what it counts; "" where nobody says."""

    kind: Kind
    unit: str = ""

    def fits(self, other: Measure) -> bool:
        """Whether two figures may be compared."""
        if self.kind is not other.kind:
            return False
        return self.unit == other.unit or (self.kind is not Kind.MONEY and not (self.unit and other.unit))


@dataclass(frozen=True, slots=True)
class Labelled:
    """A figure in whole units. ``label`` is what its own words call it, ``around`` what stands near or above it."""

    document: RoomDocument
    at: At
    shown: str
    number: Decimal
    half: Decimal
    measure: Measure
    period: Period | None
    label: frozenset[str]
    around: frozenset[str]
    basis: Basis | None = None
    row: int = -1
    column: int = -1
    block: int = -1
    named: str = ""
    phrase: str = ""
    """What its own words are but for times and units, where it is a cell."""


def cells(document: RoomDocument, year_end: date | None = None) -> Iterator[Labelled]:
    """Every figure of the document's tables; ``year_end`` is a day on which the company's financial years end."""
    _, dollars = style_and_dollars(source_of(document))
    last: tuple[str, Unit | None] = ("", None)
    for number, block in enumerate(blocks(document)):
        sheet = block.rows[0][0].at.cell or ""
        sheet = sheet.rpartition("!")[0]
        own = _money_of(block, dollars)
        if own is None and last[0] == sheet and _is_of_money(block):
            own = last[1]
        elif own is not None:
            last = sheet, own
        for row, row_cells in enumerate(block.rows):
            for column, cell in enumerate(row_cells):
                if cell.number is not None and why_no_figure(block, column, cell) is None:
                    one = _of_cell(document, block, row, column, cell, dollars, own)
                    if one.period is None and (names_time(block.label(row)) or names_time(block.head(column))):
                        continue  # of a time that cannot be read: comparable with nothing
                    yield replace(one, block=number, period=_fiscal(one.period, year_end))


def _of_cell(
    document: RoomDocument, block: Block, row: int, column: int, cell: Cell, dollars: str | None, above: Unit | None
) -> Labelled:
    label, head, title = _row_label(block, row), block.head(column), plain(block.title)
    unit = _unit(block, row, column, cell, dollars) or above
    scale = unit.scale if unit is not None and unit.kind is Kind.MONEY else Decimal(1)
    if unit is None and not cell.is_percent:
        scale = next((scale for words in (label, head, title) if (scale := _scale_of(words)) != 1), Decimal(1))
    own = f"{label} {head}"
    number = cell.number or Decimal(0)
    period = find_period(label) or find_period(head) or (
        None
        if names_time(label) or names_time(head)
        else period_of_title(block.title) or period_of_title(block.above)
    )
    return Labelled(
        document,
        cell.at,
        cell.shown,
        number * scale,
        cell.half * scale,
        _measure(cell, unit, f"{label} {head}", title),
        period,
        _label(own) or stems(f"{block.sections[row]} {block.title}"),
        stems(f"{own} {block.sections[row]} {title} {document.filename.rpartition('.')[0]}"),
        find_basis(f"{title} {head} {label}"),
        row,
        column,
        named=" ".join(part for part in (label, head) if part),
        phrase=phrase(ASIDE.sub(" ", label)) if stems(ASIDE.sub(" ", label)) else "",
    )


def _row_label(block: Block, row: int) -> str:
    """The words at the front of a row, numbers and references of its own left out."""
    for cell in block.rows[row]:
        if cell.shown and cell.number is None and not _REFERENCE.fullmatch(cell.shown.strip()):
            return " ".join(plain(cell.shown).replace("_", " ").split())
    return block.label(row)


def _scale_of(words: str) -> Decimal:
    """What a head or a title multiplies counts by."""
    if MILLIONS.search(words) or re.search(r"\(m\)", words):
        return Decimal(1_000_000)
    return Decimal(1_000) if SCALED.search(words) else Decimal(1)


def _money_of(block: Block, dollars: str | None) -> Unit | None:
    """What a block's title or first head says that its amounts are in."""
    for words in (block.head(0), block.title, block.above):
        unit = find_unit(words, dollars)
        if unit is not None and unit.kind is Kind.MONEY:
            return unit
    return None


def _is_of_money(block: Block) -> bool:
    """Whether a row is of what is counted in money, so that a block without a unit has the one above it."""
    return any(
        one.metric.kind is Kind.MONEY for row in range(len(block.rows)) for one in mentions(block.label(row))
    ) and not any(_THING.search(f"{block.head(at)} {block.title.casefold()}") for at in range(block.width))


def _unit(block: Block, row: int, column: int, cell: Cell, dollars: str | None) -> Unit | None:
    for words in (cell.shown, block.label(row), block.head(column), block.sections[row], block.head(0), block.title):
        unit = find_unit(words, dollars)
        if unit is not None:
            return unit
    return None


def _measure(cell: Cell, unit: Unit | None, own: str, title: str) -> Measure:
    if cell.is_percent:
        return Measure(Kind.PERCENT)
    if unit is not None and unit.kind is Kind.MONEY:
        return Measure(Kind.MONEY, unit.currency or "")
    if unit is not None and unit.kind is Kind.PERCENT:
        return Measure(Kind.PERCENT)
    counted = _MASS.search(own) or _THING.search(title)
    return Measure(Kind.COUNT, stem(counted[0]) if counted else "")


def _label(own: str) -> frozenset[str]:
    """The telling words of a label; what it says in brackets and that it is a rate only where it says nothing else."""
    telling = stems(ASIDE.sub(" ", own))
    return telling - _RATES or telling or stems(own)


def _fiscal(period: Period | None, year_end: date | None) -> Period | None:
    return None if period is None else with_year_end(period, year_end)


def told(document: RoomDocument, year_end: date | None = None) -> Iterator[Labelled]:
    """Every figure of the document's sentences, with the words of its part of the sentence."""
    if document.filename.casefold().endswith(".csv"):
        return
    style, dollars = style_and_dollars(source_of(document))
    if not document.is_workbook:
        yield from _told_in_rows(document, style, dollars, year_end)
    inside = [(table.start, table.end) for table in document.tables]
    before_it: tuple[int, Period | None] = (0, None)
    for said in statements(document):
        if document.is_workbook and "?" not in said.plain:
            continue
        if not document.is_workbook and any(start < said.end and said.start < end for start, end in inside):
            continue
        words = document.text[said.start : said.end]
        question = said.plain.partition("?")[0] if document.is_workbook else ""
        asked = stems(question)
        if question and not names_time(words):
            before_it = (said.end, find_period(question))
        named = [
            replace(
                one,
                period=one.period
                if one.fiscal or _CALENDAR.search(plain(words[: one.start]))
                else with_year_end(one.period, year_end),
            )
            for one in times(words)
            if not (
                _BESIDE.search(plain(words[: one.start]))
                or (_ON.search(plain(words[: one.start])) and one.period.kind in (PeriodKind.YEAR, PeriodKind.LTM))
            )
        ]
        if before_it[1] is not None and not _goes_on(said.plain) and "\n\n" in document.text[before_it[0] : said.start]:
            before_it = (said.end, None)
        if not named and before_it[1] is None and not document.is_workbook:
            before_it = (said.end, _fiscal(_time_of_heading(document, said.start), year_end))
        lead = _fiscal(before_it[1], year_end) if not names_time(words) and not _OTHER_TIME.search(said.plain) else None
        if named:
            before_it = (said.end, named[-1].period if len({t.period for t in named}) == 1 else None)
        spans = [(one.start, one.end) for one in times(words)]
        found = [
            one
            for one in figures(words, style, dollars)
            if one.time is None and not any(start <= one.start < end for start, end in spans)
        ]
        for at, one in enumerate(found):
            before = max([one.start - _NEAR, 0, *(other.end for other in found[:at])])
            after = min([one.end + _AFTER, len(words), *(other.start for other in found[at + 1 :])])
            after = one.end + (stop.start() if (stop := _STOP.search(words[one.end : after])) else after - one.end)
            scale = one.unit.scale if one.unit is not None else Decimal(1)
            shown = words[one.start : one.end]
            yield Labelled(
                document,
                At(document.id, said.start + one.start, said.start + one.end, said.cell),
                shown,
                one.number * scale,
                _half(shown, one.number, scale),
                _measure_told(one.unit, words[one.start : after]),
                _nearest_period(
                    [(t.start, t.end, t.period) for t in named],
                    one.start,
                    one.end,
                    min(
                        [
                            *(other.start for other in found[at + 1 :]),
                            *(one.end + stop.start() for stop in re.finditer(";", words[one.end :])),
                        ],
                        default=len(words),
                    ),
                )
                or lead,
                stems(words[before : one.start] + " " + words[one.end : after]) | asked,
                stems(words) | asked,
                find_basis(words),
                named=words,
            )


def _time_of_heading(document: RoomDocument, start: int) -> Period | None:
    """The one time that the heading above a place names."""
    for line in reversed(document.text[max(0, start - _ABOVE) : start].split("\n")):
        shown = line.strip()
        if shown and len(shown) <= _HEADING and not shown.endswith((".", ";", ",", ":")) and shown[0] not in "•-–*":
            found = {time.period for time in times(shown)}
            return found.pop() if len(found) == 1 else None
    return None


def _told_in_rows(
    document: RoomDocument, style: Style, dollars: str | None, year_end: date | None
) -> Iterator[Labelled]:
    """Figures among the words of a table's cells, of what the row is."""
    for block in blocks(document):
        for row, row_cells in enumerate(block.rows):
            for cell in row_cells:
                found = figures(cell.shown, style, dollars) if cell.number is None and len(cell.shown) > 1 else []
                if len(found) != 1 or found[0].unit is None or cell is row_cells[0]:
                    continue
                one, unit = found[0], found[0].unit
                words = f"{row_cells[0].shown} {cell.shown}"
                yield Labelled(
                    document,
                    At(document.id, cell.at.start + one.start, cell.at.start + one.end),
                    cell.shown[one.start : one.end],
                    one.number * unit.scale,
                    _half(cell.shown[one.start : one.end], one.number, unit.scale),
                    _measure_told(unit, ""),
                    _fiscal(find_period(words), year_end),
                    stems(words),
                    stems(words),
                    find_basis(words),
                    row,
                    named=words,
                )


def _goes_on(said: str) -> bool:
    """Whether a sentence is of the time of the one before it, though a new paragraph begins."""
    return said.startswith(("•", "-", "–", "*")) or _SAME_TIME.search(said) is not None


def _measure_told(unit: Unit | None, rest: str) -> Measure:
    if unit is not None and unit.kind is Kind.MONEY:
        return Measure(Kind.MONEY, unit.currency or "")
    if unit is not None:
        return Measure(unit.kind)
    counted = _MASS.search(plain(rest)[:40])
    return Measure(Kind.COUNT, stem(counted[0]) if counted else "")


def _half(shown: str, number: Decimal, scale: Decimal) -> Decimal:
    exponent = number.as_tuple().exponent
    return scale * Decimal(5).scaleb((exponent if isinstance(exponent, int) and exponent < 0 else 0) - 1)


def _nearest_period(named: list[tuple[int, int, Period]], start: int, end: int, until: int) -> Period | None:
    if not named:
        return None
    if len({period for _, _, period in named}) == 1:
        return named[0][2] if any(one[0] < until for one in named) or until <= end else None
    after = [one for one in named if 0 <= one[0] - end <= 25 and one[0] < until]
    if after:
        return after[0][2]
    before = [one for one in named if one[1] <= start]
    return before[-1][2] if len(before) == 1 else None


def is_growth(words: str) -> bool:
    """Whether words speak of how much more or less there is than before."""
    return _GROWTH.search(words) is not None


def is_bound(one: Labelled) -> bool:
    """Whether a stated figure is a limit, an assumption, or what there was before."""
    line = plain(one.named)
    at = line.find(plain(one.shown))
    return _BOUND.search(line[max(0, at - _NEAR // 2) : at]) is not None or _SUPPOSED.match(line) is not None


def scope(words: str) -> frozenset[str]:
    """What words say a figure leaves out or is brought to: only figures of one scope are compared."""
    return frozenset(name for name, pattern in _SCOPES.items() if pattern.search(words))


def one_time(one: Period | None, other: Period | None) -> bool:
    """Whether both are of one time as far as that can be told: years and the twelve months to their end are one."""
    if one is None or other is None:
        return one is other
    yearly = (PeriodKind.YEAR, PeriodKind.LTM)
    if one.kind in yearly and other.kind in yearly:
        return one.end == other.end
    if PeriodKind.DAY in (one.kind, other.kind):
        return one.end == other.end
    return one == other
