"""``python -m evals muhasabah``: whether the gate lets the right outputs of a debate pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from casewright.cli.state import State

if TYPE_CHECKING:
    from rich.console import Console

    from evals.muhasabah.measure import MuhasabahReport


def muhasabah(context: typer.Context) -> None:
    """Measure the gate behind every output of a debate: valid ones must pass, and invalid ones must not.

    The outputs come with the repository in three sets, reported apart: one was written before the rules that judge
    them, one after, and for the last one nothing was changed.
    """
    from evals.muhasabah.measure import measure

    state: State = context.obj
    reports = measure()
    state.output.document({"sets": [report.as_json() for report in reports]})
    if not state.output.json:
        for report in reports:
            _show(state.output.console(), report)


def _show(console: Console, report: MuhasabahReport) -> None:
    from evals.muhasabah.measure import SETS

    console.rule(report.name, align="left")
    console.print(SETS[report.name], soft_wrap=True)
    for words, (count, total) in (("Valid outputs that pass", report.passed), ("Invalid that pass", report.slipped)):
        console.print(f"{words:<26}{count:>5} of {total:>4}  {count / total:>7.1%}")
    console.print("\nRefused by the right rule", style="bold")
    for problem, (right, total) in report.by_problem.items():
        console.print(f"  {problem:<62}{right:>4} of {total:>4}")
    for one in report.misses:
        console.print(f"\n{one.case.name}: {one.case.output.content[:300]!r}", soft_wrap=True)
        for violation in one.found.violations:
            console.print(f"  {violation.rule}: {violation.detail}", soft_wrap=True)
