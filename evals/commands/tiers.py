"""``python -m evals tiers``: whether the rules find the tier of a case, and ask where they cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from casewright.cli.state import State
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from evals.tiers import TierReport


def tiers(context: typer.Context) -> None:
    """Measure the tiering of cases by rules: the right tier, and the clarifying question where it belongs.

    The descriptions come with the repository, in sets that are reported apart. Beside each share stands Wilson's
    interval of 95 %.
    """
    from casewright.casework.tiers import determine_tier
    from evals.tiers import SETS, measure

    state: State = context.obj
    reports = [measure(name, determine_tier) for name in SETS]
    state.output.document({"sets": [report.as_json() for report in reports]})
    if not state.output.json:
        for report in reports:
            _show(state, report, SETS[report.name])


def _show(state: State, report: TierReport, written: str) -> None:
    console = state.output.console()
    console.rule(report.name, align="left")
    console.print(f"{written}; {len(report.judged)} descriptions", soft_wrap=True)
    for name, share in report.figures.items():
        low, high = share.interval
        value = "none" if share.value is None else f"{share.value:.1%}"
        said = f"{share.hits:>4} of {share.of:<4} {value:>7}  [{low:.1%}, {high:.1%}]"
        console.print(f"{name:<32} {said}", highlight=False)
    console.print(f"Misses: {len(report.misses)}", style="bold")
    for one in report.misses:
        line = f"  {one.described.label}, said {one.said}: {show_line(one.described.words)}"
        console.print(line, soft_wrap=True)
    console.print()
