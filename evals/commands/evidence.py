"""``python -m evals evidence``: what the detectors find of the defects planted in synthetic deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State
from casewright.domain.defects import SEVERITY
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from rich.console import Console

    from evals.evidence import EvidenceReport, Share

_SHOWN = 20
_TITLES = {
    "small": "Twenty deals by hand, written before the detectors",
    "generated": "A hundred deals from seeds, written before the detectors",
    "adversarial": "Thirty defects that are hard to see, written before the detectors",
    "clean": "Forty deals in which nothing is wrong, written before the detectors",
    "other_trades": "Other trades and wordings, written after the detectors, without looking at them",
}
Suites = Annotated[
    list[str] | None,
    typer.Option(
        "--suite",
        metavar="NAME",
        help="Only this suite: small, generated, adversarial, clean or other_trades; may be given several times.",
        show_default=False,
    ),
]


def evidence(context: typer.Context, suite: Suites = None) -> None:
    """Measure the detectors of evidence on synthetic deals: recall per type, and alarms where nothing was planted.

    The deals are made from seeds and come with the repository, and with what was planted in each.
    """
    from casewright.evidence.detection import detect
    from evals.evidence import report
    from evals.golden.suites import deals, suite_names

    state: State = context.obj
    asked = [(name, deals(name)) for name in suite or suite_names()]
    reports = [report(name, golden, detect) for name, golden in asked]
    state.output.document({"suites": [one.as_json() for one in reports]})
    if not state.output.json:
        for one in reports:
            _show(state.output.console(), one)


def _show(console: Console, report: EvidenceReport) -> None:
    console.rule(report.suite, align="left")
    console.print(_TITLES[report.suite], soft_wrap=True)
    size = f"{len(report.judged)} deals, {report.claims:,} claims"
    console.print(f"{size}; the detectors took {report.seconds:.2f} s", soft_wrap=True)
    for line in _lines(report):
        console.print(line, soft_wrap=True)
    missed = [(one.deal.name, planted) for one in report.judged for planted in one.missed]
    alarms = [(one.deal.name, alarm) for one in report.judged for alarm in one.alarms]
    for title, rows in (
        ("Missed", [f"{name} {one.type} ({one.form}): {one.what}" for name, one in missed]),
        ("Alarms that nothing planted accounts for", [f"{name} {one.type}: {one.description}" for name, one in alarms]),
    ):
        if rows:
            console.print(f"\n{title}: {len(rows)}", style="bold")
            for row in rows[:_SHOWN]:
                console.print(f"  {show_line(row)}", soft_wrap=True)
            if len(rows) > _SHOWN:
                console.print(f"  and {len(rows) - _SHOWN} more: --json lists all")
    console.print()


def _lines(report: EvidenceReport) -> list[str]:
    rows: list[tuple[str, str, Share, Share | None]] = []
    for kind in report.types:
        rows.append((kind.value, SEVERITY[kind].value, report.recall(kind), report.alarmed(kind)))
        forms = report.forms(kind)
        if len(forms) > 1:
            rows += [(f"  {form}", "", report.recall(kind, form), None) for form in forms]
    rows.append(("all", "", report.recall(), report.alarmed()))
    if report.fatal.of:
        rows.append(("all FATAL", "", report.fatal, None))
    if report.gated.of:
        rows.append(("hidden, on a citing claim", "", report.gated, None))
    wide = max(len(row[0]) for row in rows)
    head = f"{'':<{wide}} {'':<6} {'found':>11} {'recall':>8} {'95 %':>16} {'claims with an alarm':>24}"
    return [head, *(_row(name.ljust(wide), severity, recall, alarmed) for name, severity, recall, alarmed in rows)]


def _row(name: str, severity: str, recall: Share, alarmed: Share | None) -> str:
    low, high = recall.interval
    found = f"{recall.hits} of {recall.of}" if recall.of else "none"
    share = "" if recall.value is None else f"{recall.value:.1%}"
    interval = f"[{low:.1%}, {high:.1%}]" if recall.of else ""
    row = f"{name} {severity:<6} {found:>11} {share:>8} {interval:>16}"
    if alarmed is None or alarmed.value is None:
        return row.rstrip()
    return f"{row} {alarmed.hits:>7} of {alarmed.of:<6} {alarmed.value:>6.2%}"
