"""Figures whose metric no vocabulary knows: named by the words of their row, column and table.

Every number of a table is the figure of something. Where columns are times, a row's label says of what; where rows
are times, a column's head; where neither is, the head says of what and the label of whom: a customer's, a site's, a
holder's figure is never the company's. A label that names nothing by itself ("Other", "Total") is read with the title
above it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass, Materiality
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Monetary, Percentage
from casewright.evidence.extraction import vocabulary
from casewright.evidence.extraction.bases import find_basis
from casewright.evidence.extraction.figure_names import (
    ASIDE,
    LONGEST,
    MILLIONS,
    SCALED,
    name_of_label,
    say_figure,
)
from casewright.evidence.extraction.figures import figures
from casewright.evidence.extraction.grids import blocks, why_no_figure
from casewright.evidence.extraction.proposal import NAMED, NAMED_UNDATED, Proposal
from casewright.evidence.extraction.times import find_period, names_time, period_of_title, with_year_end
from casewright.evidence.extraction.unit_words import find_unit
from casewright.evidence.extraction.vocabulary import Kind, plain
from casewright.evidence.metrics import metric_name
from casewright.evidence.value_struct import number_problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from casewright.domain.values import Value
    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.extraction.tables import Setting
    from casewright.evidence.extraction.unit_words import Unit

_RATIO = re.compile(r"\b(?:book[- ]to[- ]bill|ratio|multiple|times|turns?)\b|/ ?(?:cac|ebitda|sales)\b")
_TOTAL = re.compile(r"\b(?:sub-?)?total\b|\bsum\b|\btotal\w*\b")
_COUNTED = re.compile(
    r"^(?:fte|headcount|persons?|people|tonnes?|kg|kwh|mwh|gwh|mw|gw|hl|km|m2|sqm|beds?|units?|hours?|days?"
    r"|months?|years?|x)$"
)


@dataclass(frozen=True, slots=True)
class _About:
    """What a cell is the figure of."""

    metric: str
    owner: str | None
    period: Period | None
    unit: Unit | None
    words: str
    title_ends: int = 0


def in_tables(document: RoomDocument, setting: Setting) -> Iterator[Proposal]:
    """A proposal for every figure of the document's tables, known metric or not."""
    for block in blocks(document):
        yield from _block(document, block, setting)


def _block(document: RoomDocument, block: Block, setting: Setting) -> Iterator[Proposal]:
    counted = set(block.columns())
    timed = sum(names_time(block.head(at)) and not name_of_label(block.head(at), "") for at in counted)
    columns_are_times = timed * 2 > len(counted)
    for row, cells in enumerate(block.rows):
        label = block.label(row)
        for column, cell in enumerate(cells):
            if cell.number is None or column not in counted or why_no_figure(block, column, cell) is not None:
                continue
            about = _about(block, row, column, label, setting, columns_are_times=columns_are_times)
            value = _value(cell, about, setting)
            about = _fitting(about, value)
            if value is not None and about.metric:
                yield _proposal(document, cell, about, value, find_basis(f"{about.words}") or Basis.ACTUAL, setting)


def _fitting(about: _About, value: Value | None) -> _About:
    """Not called as a metric that is measured in something else: staff in euro are costs, not heads."""
    known = vocabulary.metric(metric_name(about.metric))
    if known is None or value is None:
        return about
    kind = Kind.MONEY if isinstance(value, Monetary) else Kind.PERCENT if isinstance(value, Percentage) else Kind.COUNT
    return about if known.kind is kind else replace(about, metric=f"{about.metric} ({kind.value})")


def _about(block: Block, row: int, column: int, label: str, setting: Setting, *, columns_are_times: bool) -> _About:
    head, title = block.head(column), plain(block.title)
    unit = (
        None
        if _RATIO.search(f"{head} {label}")
        else (
            find_unit(label, setting.dollars)
            or _own_unit(block, row, setting)
            or find_unit(head, setting.dollars)
            or find_unit(" ".join(block.head(0).split()), setting.dollars)
            or find_unit(title, setting.dollars)
            or find_unit(block.above, setting.dollars)
        )
    )
    words = f"{title} {head} {label}"
    if columns_are_times:
        named = name_of_label(label, f"{block.sections[row]} {title}")
        return _About(named, None, _period(head, None, setting), unit, words, len(title))
    if names_time(label):
        return _About(name_of_label(head, title), None, _period(label, None, setting), unit, words, len(title))
    owner = None if _TOTAL.search(label) or not label else block.rows[row]
    named = name_of_label(head, title)
    period = _period(head, title, setting)
    if owner is None:
        known = vocabulary.metric(metric_name(named)) is not None  # a part's total is not the whole's
        told = f"{named} in {name_of_label(title, '')}" if label and (known or not named) else named
        return _About(told, None, period, unit, words, len(title))
    if not named or not head:  # two columns: a label and its figure
        return _About(name_of_label(label, title), None, period, unit, words, len(title))
    if _holds_one_figure(block):
        return _About(
            name_of_label(f"{label} {head}" if _means(head) else label, title), None, period, unit, words, len(title)
        )
    return _About(named, _owner_name(block, row), period, unit, words, len(title))


def _holds_one_figure(block: Block) -> bool:
    """Whether its rows are figures of one thing with one column of numbers: labels in small letters, no names."""
    labels = [next((cell.shown for cell in row if cell.shown and cell.number is None), "") for row in block.rows]
    names = sum(sum(word[:1].isupper() for word in label.split()) * 2 > len(label.split()) for label in labels)
    return len(list(block.columns())) == 1 and names * 2 <= len(labels)


def _means(head: str) -> bool:
    return bool(name_of_label(head, "")) and not names_time(head) and find_unit(head) is None


def _owner_name(block: Block, row: int) -> str:
    shown = next((cell.shown for cell in block.rows[row] if cell.shown and cell.number is None), "")
    return " ".join(shown.split())[:LONGEST]


def _own_unit(block: Block, row: int, setting: Setting) -> Unit | None:
    """What a column of units says of the row."""
    for column in range(block.width):
        if block.head(column) in ("unit", "units", "um", "u.m.", "unitate", "currency"):
            return find_unit(block.rows[row][column].shown, setting.dollars)
    return None


def _period(words: str, title: str | None, setting: Setting) -> Period | None:
    """The time that the words name; the title's where they name none at all."""
    period = find_period(words)
    if period is None and title is not None and not names_time(words):
        period = period_of_title(title)
    if period is not None and period.kind is PeriodKind.YEAR:
        return with_year_end(period, setting.year_end)
    return period


def _value(cell: Cell, about: _About, setting: Setting) -> Value | None:
    number = cell.number
    if number is None:
        return None
    found: Value
    if cell.is_percent:
        found = Percentage(number / 100)
        return None if number_problem(found.fraction) else found
    shown = figures(cell.shown, setting.style, setting.dollars)
    unit = shown[0].unit if len(shown) == 1 and shown[0].unit is not None else about.unit
    if unit is not None and unit.kind is Kind.MONEY and unit.currency is not None:
        amount = number * unit.scale
        return None if number_problem(amount) else Monetary(amount, unit.currency)
    if unit is not None and unit.kind is Kind.PERCENT and abs(number) <= 1_000:
        return Percentage(number / 100)
    scale = 1_000 if SCALED.search(about.words) else 1_000_000 if MILLIONS.search(about.words) else 1
    counted = number * scale
    return None if number_problem(counted) else Count(counted, _counted(about, number))


def _counted(about: _About, number: Decimal) -> str:
    """What a count counts: a unit that its label, or for whole numbers its table, says; else what it is of."""
    own, title = about.words[about.title_ends :], about.words[: about.title_ends]
    places = (own, title) if number == number.to_integral_value() else (own,)
    for words in places:
        for word in re.findall(r"[\w']+", ASIDE.sub(" ", plain(words))):
            if _COUNTED.match(word):
                return str(word)
    return about.metric.split(":")[0][:40] or "units"


def _proposal(
    document: RoomDocument, cell: Cell, about: _About, value: Value, basis: Basis, setting: Setting
) -> Proposal:
    start, end = cell.at.start, cell.at.end
    entity = about.owner or setting.entity
    if cell.at.cell is None:  # the row's words belong to it
        start = max(document.text.rfind("\n", 0, start) + 1, start - 200)
    return Proposal(
        start,
        end,
        figure_start=cell.at.start,
        figure_end=cell.at.end,
        said=say_figure(about.metric, value, about.period, entity, basis),
        metric=about.metric,
        value=value,
        period=about.period,
        entity=entity,
        claim_class=ClaimClass.FINANCIAL if isinstance(value, Monetary) else ClaimClass.OTHER,
        materiality=Materiality.LOW if about.owner is not None else Materiality.MEDIUM,
        basis=basis,
        confidence=NAMED if about.period is not None else NAMED_UNDATED,
        cell=cell.at.cell,
        named_only=True,
    )
