"""Figures in tables: a cell with the metric of its row, the period of its column, and a unit that something says."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis
from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.extraction.bases import find_basis
from casewright.evidence.extraction.claim_sentence import write_claim
from casewright.evidence.extraction.figures import Figure, figures, value_of
from casewright.evidence.extraction.proposal import TABLED, UNDATED, Proposal
from casewright.evidence.extraction.times import find_period, names_time, period_of_title, times, with_year_end
from casewright.evidence.extraction.unit_words import Unit, find_unit, without_units
from casewright.evidence.extraction.vocabulary import Kind, Metric, find_metric, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from casewright.domain.documents import Table, TableCell
    from casewright.domain.values import Value
    from casewright.evidence.extraction.numbers import Style

_NO_FIGURES = re.compile(r"(?:notes?|no|nr|nr\.? ?(?:crt|rd)?|ref|page|pag|#|remarks?|comments?|rand)\.?")
_UNITS = ("unit", "units", "um", "u.m.", "unitate")
_SHARES = ("share", "% of total")
_OPENING = re.compile(
    r"^(?:beginning|start)\b|\b(?:opening|brought forward|at start|at beginning|(?:at|la) (?:the )?(?:beginning|start"
    r"|inceputul)(?: of (?:the )?(?:financial )?(?:year|period))?)\b|\binitial\b"
)
_CLOSING = re.compile(
    r"^(?:ending|end)\b"
    r"|\b(?:closing|carried forward|at end|at (?:the )?end(?: of (?:the )?(?:financial )?(?:year|period))?"
    r"|la sfarsitul)\b"
)
_LINK = re.compile(r"\b(?:as at|as of|at|in|for|on|la|in anul|din|pentru|the|year|financial|actual)$")
_ASIDE = re.compile(r"\([^()]*\)")
_NUMBERED = re.compile(r"^\s*(?:\d+(?:\.\d+)*\.|[a-z]\)|[ivx]+\.)\s+")
_FISCAL_HEAD = re.compile(r"(?:fy|ytd|ltm|year)\b|fy\d")
_WORDS_AFTER_TITLE = 300
_TITLED = 2
"""Cells of a title with what its amounts are in."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a document says that every figure in it is read by."""

    style: Style
    dollars: str | None = None
    year_end: date | None = None
    entity: str | None = None


@dataclass(slots=True)
class _Column:
    """What the header above a column says."""

    period: Period | None = None
    basis: Basis | None = None
    unit: Unit | None = None
    metric: Metric | None = None
    is_units: bool = False
    is_barred: bool = False
    title: str = ""
    is_unread: bool = False


@dataclass(slots=True)
class _Head:
    """What is known when a row is read: of the table from its title, of the columns from the rows above."""

    unit: Unit | None
    period: Period | None
    basis: Basis
    columns: dict[int, _Column] = field(default_factory=dict)
    corner: Unit | None = None


def in_table(text: str, table: Table, before: str, setting: Setting) -> list[Proposal]:
    """The figures of a table; ``before`` is what stands between it and the table before it."""
    titles = _titles(before, table)
    head = _Head(
        _unit_of(titles, setting),
        _period_of(titles),
        find_basis(" ".join([*titles[:1], table.name or ""])) or Basis.ACTUAL,
    )
    found: list[Proposal] = []
    is_under_header = False
    for cells in table.rows:
        row = [text[cell.start : cell.end].strip() for cell in cells]
        filled = [at for at, shown in enumerate(row) if shown]
        if not filled:
            continue
        if filled == [0]:
            _read_title(row[0], head, setting)
        elif _is_header(row):
            _read_header(_spread(cells, row), head, setting, above=head.columns if is_under_header else {})
            is_under_header = True
            continue
        else:
            found += _row(text, cells, row, head, setting)
        is_under_header = False
    return found


def numbers_of(text: str, table: Table) -> list[str]:
    """The numbers of a table's cells, as evidence of how the document writes them."""
    shown = [text[cell.start : cell.end].strip(" ()-−%\xa0") for row in table.rows for cell in row[1:]]
    return [one for one in shown if one and one[0].isdigit() and re.fullmatch(r"[\d.,]+", one)]


def _titles(before: str, table: Table) -> list[str]:
    """The lines that may be a table's title, the nearest first; the sheet's name is the last."""
    lines = [line.strip() for line in before[-_WORDS_AFTER_TITLE:].split("\n") if line.strip()]
    if table.name is not None:
        return [table.name]
    return [line for line in reversed(lines[-3:]) if len(line) <= 160]


def _unit_of(titles: Sequence[str], setting: Setting) -> Unit | None:
    """The unit that the nearest of the titles says that says one of money."""
    for title in titles:
        unit = find_unit(title, setting.dollars)
        if unit is not None and unit.kind is Kind.MONEY:
            return unit
    return None


def _period_of(titles: Sequence[str]) -> Period | None:
    return next((period for title in titles if (period := period_of_title(title)) is not None), None)


def _read_title(title: str, head: _Head, setting: Setting) -> None:
    """A row with nothing but its first cell: a title, or a heading inside the table."""
    unit = find_unit(title, setting.dollars)
    if unit is not None and unit.kind is Kind.MONEY and not _says_less(unit, head.unit):
        head.unit = unit
    head.period = period_of_title(title) or head.period
    said_of = find_basis(title)
    if said_of is not None:
        head.basis = said_of


def _says_less(unit: Unit, before: Unit | None) -> bool:
    """Whether a line names the currency alone of which the scale was said already."""
    return before is not None and unit.currency == before.currency and unit.scale == 1


def _is_header(row: Sequence[str]) -> bool:
    """Whether the row names what stands below it: no cell after the first is a figure, or one names a period."""
    rest = [cell for cell in row[1:] if cell]
    periods = [cell for cell in rest if _header_period(cell) is not None]
    numbers = [
        cell for cell in rest if cell not in periods and any(letter.isdigit() for letter in cell) and _is_numeric(cell)
    ]
    if not numbers and periods:
        return _label(row[0])[0] is None or len(periods) > 1 or _FISCAL_HEAD.match(plain(periods[0])) is not None
    return not any(any(letter.isdigit() for letter in cell) for cell in rest)


def _is_numeric(cell: str) -> bool:
    return sum(letter.isdigit() for letter in cell) * 2 >= len(cell.replace(" ", ""))


def _header_period(cell: str) -> Period | None:
    """The period that a header names; a number that is no year names none."""
    return (
        find_period(cell)
        if re.search(r"(?:19|20)\d\d|\bfy|'\d\d|\b[a-z]{3}-\d\d", plain(cell)) and len(cell) <= 60
        else None
    )


def _spread(cells: Sequence[TableCell], row: Sequence[str]) -> list[str]:
    """What stands over each column: a merged cell over all that it reaches over."""
    over = list(row)
    for at, cell in enumerate(cells):
        for covered in range(at + 1, min(at + cell.columns, len(over))):
            over[covered] = over[covered] or row[at]
    return over


def _read_header(row: Sequence[str], head: _Head, setting: Setting, *, above: Mapping[int, _Column]) -> None:
    """Take in a header; what it leaves open of a column is what the header right above it says."""
    titled = [column.unit for column in above.values() if column.title]
    if len(titled) == _TITLED and titled[-1] is not None and titled[-1].kind is Kind.MONEY and head.unit is None:
        head.unit = titled[-1]  # a title with what all columns below are in
    head.columns = {}
    head.corner = find_unit(row[0], setting.dollars) if row[0] else head.corner if above else None
    head.period = period_of_title(row[0]) or head.period
    if any(find_basis(cell) for cell in row[1:]):
        head.basis = Basis.ACTUAL  # the title speaks of what some of the columns show
    for at, cell in enumerate(row):
        line = " ".join(plain(cell).split())
        column = _Column(title=line)
        column.period = _header_period(cell)
        column.is_unread = column.period is None and names_time(cell)
        column.basis = find_basis(cell)
        column.unit = find_unit(cell, setting.dollars)
        column.is_units = line in _UNITS
        column.is_barred = _NO_FIGURES.fullmatch(line) is not None or line in _SHARES
        column.metric = _label(cell)[0] if at else None
        if at in above:
            column.is_unread = column.is_unread or (column.period is None and above[at].is_unread)
            column.period = None if column.is_unread else column.period or above[at].period
            column.basis = column.basis or above[at].basis
            column.unit = column.unit or above[at].unit
            column.metric = column.metric or above[at].metric
        head.columns[at] = column


def _label(cell: str) -> tuple[Metric | None, str]:
    """The metric that a label names and nothing else, periods and units aside; and the label in plain letters."""
    line = _NUMBERED.sub("", plain(cell))
    for whole in (line, _ASIDE.sub(" ", line)):
        rest = whole
        for time in reversed(times(rest)):
            rest = rest[: time.start] + " " + rest[time.end :]
        for candidate in (rest, without_units(rest), _OPENING.sub(" ", _CLOSING.sub(" ", without_units(rest)))):
            found = _trimmed(candidate)
            if found is not None:
                return found, line
    return None, line


def _trimmed(label: str) -> Metric | None:
    """The metric that a label names once words that lead to its period are taken from its end."""
    cut = " ".join(label.split())
    while True:
        cut = cut.strip(" ,;:-–*.")
        shorter = _LINK.sub("", cut)
        if find_metric(cut) is not None or shorter == cut:
            return find_metric(cut)
        cut = shorter


def _row(
    text: str, cells: Sequence[TableCell], row: Sequence[str], head: _Head, setting: Setting
) -> Iterator[Proposal]:
    wanted, label = _label(row[0])
    row_period = find_period(row[0])
    row_unit = next(
        (
            find_unit(row[at], setting.dollars)
            for at, column in head.columns.items()
            if column.is_units and at < len(row)
        ),
        None,
    )
    for at in range(1, len(row)):
        column = head.columns.get(at, _Column())
        if not row[at] or column.is_barred or column.is_units:
            continue
        if wanted is not None and (column.metric is None or (column.metric == wanted and not wanted.one_of)):
            this, owner = wanted, None
        elif column.metric is not None and (column.metric.one_of or (wanted is None and row_period is not None)):
            this = column.metric
            owner = None if row_period is not None else _owner(row[:at])
            if re.match(r"(?:sub-?|grand )?total|suma?\b", label) or (row_period is None and owner is None):
                continue
        else:
            continue
        figure = _figure(row[at], setting)
        if figure is None:
            continue
        unit = row_unit or find_unit(row[0], setting.dollars) or column.unit or head.corner or head.unit
        value = value_of(this, figure, unit)
        if value is None:
            continue
        title = None if column.is_unread else head.period
        period = _period(this, f"{label} {column.title}", row_period, column.period, title, setting)
        basis = column.basis or find_basis(row[0]) or head.basis
        yield _proposal(text, cells, at, this, value, period, basis, owner, setting)


def _owner(before: Sequence[str]) -> str | None:
    """Whose share a row shows: the first of its cells that is words."""
    return next((" ".join(cell.split()) for cell in before if any(letter.isalpha() for letter in cell)), None)


def _figure(cell: str, setting: Setting) -> Figure | None:
    """The one figure that is all that a cell shows."""
    found = figures(cell, setting.style, setting.dollars)
    if len(found) != 1 or found[0].start > 0 or found[0].end < len(cell):
        return None
    return found[0]


def _period(
    this: Metric, label: str, row: Period | None, column: Period | None, title: Period | None, setting: Setting
) -> Period | None:
    ends = setting.year_end
    if title is not None and title.kind is PeriodKind.YEAR and (title.end.month, title.end.day) != (12, 31):
        ends = title.end
    period = row or column or title
    if period is None:
        return None
    if period.kind is PeriodKind.YEAR:
        period = with_year_end(period, ends)
    if not this.level:
        return period
    if _OPENING.search(label):
        if period.kind is PeriodKind.DAY:
            return replace(period, end=period.end - timedelta(days=1)) if period.end.day == 1 else period
        return Period(PeriodKind.DAY, period.start - timedelta(days=1))
    return Period(PeriodKind.DAY, period.end) if _CLOSING.search(label) else period


def _proposal(
    text: str, cells: Sequence[TableCell], at: int, this: Metric, value: Value, period: Period | None, basis: Basis,
    owner: str | None, setting: Setting,
) -> Proposal:  # fmt: skip
    cell = cells[at]
    shown = text[cell.start : cell.end]
    start = cell.start + len(shown) - len(shown.lstrip())
    end = start + len(shown.strip())
    if this.level and period is not None and period.kind is not PeriodKind.MONTH and owner is not None:
        period = Period(PeriodKind.DAY, period.end)
    entity = owner or setting.entity
    first = cells[0]
    words = (cell.start, cell.end) if cell.address is not None else (min(first.start, start), end)
    return Proposal(
        *words,
        figure_start=start,
        figure_end=end,
        said=write_claim(this, value, period, basis, entity),
        metric=this.name,
        value=value,
        period=period,
        entity=entity,
        claim_class=this.claim_class,
        materiality=this.materiality,
        basis=basis,
        confidence=TABLED if period is not None else UNDATED,
        cell=cell.address,
    )
