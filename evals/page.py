"""A report as one HTML page: tables, curves and reliability, complete in itself, no scripts, nothing to load."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from evals import judgements
from evals.drawing import Line, curves, reliability, small_curve, small_reliability
from evals.report import RECALLS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from evals.report import Assessed, Figure, Report, Row, Section

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; }
td small { color: #666; } .plots { display: flex; flex-wrap: wrap; gap: 1.5rem; }
figure { margin: 1rem 0; } figcaption { font-size: .85rem; color: #444; max-width: 28rem; }
.small figure { width: 150px; margin: 0; } .small figcaption { font-size: .75rem; }
svg { max-width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: #444; }
tr.mean td { font-weight: 600; }
"""
_BRACKETS = (
    f"<p>In brackets: 95 % of {judgements.ROUNDS:,} resamples of whole contracts, agreements or queries (seed "
    f"{judgements.SEED}). What each figure means: docs/evaluation.md.</p>"
)


def page(report: Report) -> str:
    """The whole page."""
    facts = ", ".join(f"{name.replace('_', ' ')}: {_fact(value)}" for name, value in report.facts.items())
    body = [
        f"<h1>{escape(report.title)}</h1>",
        f"<p><b>{escape(report.model)}</b>. {escape(facts)}.</p>",
        *(f"<p>{escape(note)}</p>" for note in report.notes),
        _BRACKETS,
        *(_section(section) for section in report.sections),
        f"<p>Data: {escape(report.attribution)}</p>",
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(report.title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _section(section: Section) -> str:
    parts = [f"<h2>{escape(section.title)}</h2>", f"<p>{escape(section.note)}</p>", _summary(section)]
    parts.append(f'<div class="plots">{"".join(_plots(section))}</div>')
    parts += [
        f"<details><summary>{escape(one.scorer)}, row by row</summary>{_rows(one, section)}</details>"
        for one in section.scorers
    ]
    if section.scorers and any(row.curve for row in section.scorers[0].rows):
        parts.append(f"<details><summary>Curves, row by row</summary>{_small(section)}</details>")
    if section.scorers and any(row.bins for row in section.scorers[0].rows):
        parts.append(f"<details><summary>Reliability, row by row</summary>{_small_bins(section.scorers[0])}</details>")
    return "\n".join(parts)


def _summary(section: Section) -> str:
    shown = _shown([one.macro for one in section.scorers], section.headings)
    pooled = any(one.pooled is not None for one in section.scorers)
    lines = [
        _head(["scorer", *(section.headings[name] for name in shown), *(["cal. error, pooled"] if pooled else [])])
    ]
    for one in section.scorers:
        cells = [
            escape(one.scorer),
            *(_cell(one.macro.figures.get(name)) for name in shown),
            *([_cell(one.pooled)] if pooled else []),
        ]
        lines.append(_line(cells, mean=one is section.scorers[0]))
    for one in section.scorers:
        if one.behind:
            cells = [
                f"above {escape(one.scorer)} by",
                *(_cell(one.behind.get(name), signed=True) for name in shown),
                *(["–"] if pooled else []),
            ]
            lines.append(_line(cells))
    return f"<table>{''.join(lines)}</table>"


def _rows(one: Assessed, section: Section) -> str:
    shown = _shown([one.macro], section.headings)
    lines = [_head(["", section.counted, *(section.headings[name] for name in shown)])]
    for row in (*one.rows, one.macro):
        cells = [escape(row.name), f"{row.positives:,}", *(_cell(row.figures.get(name)) for name in shown)]
        lines.append(_line(cells, mean=row is one.macro))
    return f"<table>{''.join(lines)}</table>"


def _plots(section: Section) -> Iterator[str]:
    lines = [_of(one.scorer, one.macro) for one in section.scorers if one.macro.curve]
    if lines:
        yield (
            f"<figure>{curves(lines, 'Precision over recall')}<figcaption>Precision over recall, the mean over rows; "
            "at each recall the best precision that reaches it.</figcaption></figure>"
        )
    for one in section.scorers:
        if one.bins:
            drawn = reliability(one.bins, f"Reliability of {one.scorer}")
            yield (
                f"<figure>{drawn}<figcaption>{escape(one.scorer)}: how often what was said came true, over all "
                f"probabilities of at least {judgements.FLOOR}. On the dashed line they are honest; below it, "
                "too sure.</figcaption></figure>"
            )


def _small(section: Section) -> str:
    parts = []
    for place, row in enumerate(section.scorers[0].rows):
        lines = [_of(one.scorer, one.rows[place]) for one in section.scorers if one.rows]
        name = escape(row.name)
        parts.append(f"<figure>{small_curve(lines, row.name)}<figcaption>{name}</figcaption></figure>")
    return f'<div class="plots small">{"".join(parts)}</div>'


def _small_bins(one: Assessed) -> str:
    parts = [
        f"<figure>{small_reliability(row.bins, row.name)}<figcaption>{escape(row.name)}</figcaption></figure>"
        for row in one.rows
        if row.bins
    ]
    return f'<div class="plots small">{"".join(parts)}</div>'


def _of(name: str, row: Row) -> Line:
    return Line(name, RECALLS.tolist(), row.curve)


def _shown(rows: Sequence[Row], headings: Mapping[str, str]) -> list[str]:
    return [name for name in headings if any(name in row.figures for row in rows)]


def _head(cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f'<th scope="col">{escape(cell)}</th>' for cell in cells) + "</tr>"


def _line(cells: Sequence[str], *, mean: bool = False) -> str:
    opening = '<tr class="mean">' if mean else "<tr>"
    return opening + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _cell(figure: Figure | None, *, signed: bool = False) -> str:
    if figure is None or math.isnan(figure.value):
        return "–"
    sign = "+" if signed else ""
    text = f"{figure.value:{sign}.3f}"
    if math.isnan(figure.low):
        return text
    return f"{text} <small>[{figure.low:{sign}.2f}, {figure.high:{sign}.2f}]</small>"


def _fact(value: int | str | None) -> str:
    if value is None:
        return "none"
    return f"{value:,}" if isinstance(value, int) else value
