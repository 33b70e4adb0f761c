"""An evaluation's report as tables on a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from evals.report import Figure, Report, Row, Section

_WIDEST_NAME = 44


def show(console: Console, report: Report) -> None:
    """Facts, notes, then each section: its scorers side by side, and the model's rows where they are few."""
    facts = ", ".join(
        f"{name.replace('_', ' ')} {value:,}" if isinstance(value, int) else f"{name} {value}"
        for name, value in report.facts.items()
        if value is not None
    )
    for line in (report.title, f"{report.model}: {facts}", *report.notes):
        console.print(line, soft_wrap=True)
    for section in report.sections:
        console.print()
        console.print(section.title, style="bold")
        console.print(section.note, soft_wrap=True)
        _table(console, *_compared(section))
        if section.listed and section.scorers:
            console.print()
            first = section.scorers[0]
            _table(console, *_listed([*first.rows, first.macro], section))
    if report.sections:
        console.print()
        console.print("In brackets: 95 % of resamples of whole contracts, agreements or queries.", soft_wrap=True)
    console.print(report.attribution, soft_wrap=True)


def _compared(section: Section) -> tuple[list[str], list[list[str]]]:
    shown = [name for name in section.compared if any(name in one.macro.figures for one in section.scorers)]
    pooled = any(one.pooled is not None for one in section.scorers)
    head = ["scorer", *(section.headings[name] for name in shown), *(["pooled"] if pooled else [])]
    rows = [
        [
            one.scorer,
            *(_with_interval(one.macro.figures.get(name)) for name in shown),
            *([_with_interval(one.pooled)] if pooled else []),
        ]
        for one in section.scorers
    ]
    return head, rows


def _listed(rows: Sequence[Row], section: Section) -> tuple[list[str], list[list[str]]]:
    shown = [name for name in section.headings if any(name in row.figures for row in rows)]
    head = ["", section.counted, *(section.headings[name] for name in shown)]
    return head, [
        [_cut(row.name), f"{row.positives:,}", *(_plain(row.figures.get(name)) for name in shown)] for row in rows
    ]


def _cut(name: str) -> str:
    clean = show_line(name)
    return clean if len(clean) <= _WIDEST_NAME else clean[: _WIDEST_NAME - 1] + "…"


def _plain(figure: Figure | None) -> str:
    return "–" if figure is None or math.isnan(figure.value) else f"{figure.value:.2f}"


def _with_interval(figure: Figure | None) -> str:
    if figure is None or math.isnan(figure.value) or math.isnan(figure.low):
        return _plain(figure)
    return f"{figure.value:.3f} [{figure.low:.2f} {figure.high:.2f}]"


def _table(console: Console, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 1))
    for number, title in enumerate(head):
        table.add_column(title, justify="left" if number == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    # A narrow terminal would drop whole columns; a line that wraps loses nothing.
    widths = [max(len(line[place]) for line in (head, *rows)) + 2 for place in range(len(head))]
    wide = console.width
    console.width = max(wide, sum(widths))
    console.print(table)
    console.width = wide
