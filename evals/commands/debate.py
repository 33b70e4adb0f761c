"""``python -m evals debate``: how debates by rules about synthetic deals end, and whether each keeps the contract."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State
from casewright.domain.debates import MAX_ROUNDS
from casewright.evidence.stop_rules import check_rounds
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from rich.console import Console

    from evals.debate import DebateReport

_SHOWN = 20
Suites = Annotated[
    list[str] | None,
    typer.Option(
        "--suite",
        metavar="NAME",
        help="Only this suite: small, generated, adversarial, clean or other_trades; may be given several times.",
        show_default=False,
    ),
]


def debate(
    context: typer.Context,
    suite: Suites = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only so many deals of each suite.", show_default=False)
    ] = None,
    max_rounds: Annotated[int, typer.Option(help=f"Rounds of each debate, from 1 to {MAX_ROUNDS}.")] = MAX_ROUNDS,
) -> None:
    """Debate synthetic deals by rules, in a home that is made for it and goes away: how the debates end, and whether
    every output passed, every call was permitted and every call is in the audit.
    """
    from evals.debate import report
    from evals.golden.suites import deals, suite_names
    from evals.golden_room import GoldenRoom

    state: State = context.obj
    check_rounds(max_rounds)
    asked = [(name, islice(deals(name), limit)) for name in suite or suite_names()]
    with TemporaryDirectory() as folder, GoldenRoom(Path(folder)) as room:
        reports = [report(name, golden, room, max_rounds=max_rounds) for name, golden in asked]
    state.output.document({"suites": [one.as_json() for one in reports]})
    if not state.output.json:
        for one in reports:
            _show(state.output.console(), one)


def _show(console: Console, report: DebateReport) -> None:
    said = report.as_json()
    console.rule(report.suite, align="left")
    size = f"{said['deals']} deals, {said['claims']:,} claims, {report.seconds:.1f} s with bringing them in"
    console.print(size, soft_wrap=True)
    for words, share in (
        ("Ended with one stop reason", report.complete),
        ("Drafts that passed the gate", report.passed),
        ("Calls that are in the audit", report.audited),
    ):
        console.print(f"{words:<30}{share.hits:>7,} of {share.of:>7,}")
    console.print(f"{'Calls in the audit':<30}{report.calls:>7,}")
    console.print(f"{'Calls against the policy':<30}{report.violations:>7,}")
    for title, counts in (
        ("Stop reasons", said["stop_reasons"]),
        ("Recommendations", said["recommendations"]),
        ("Rounds", said["rounds"]),
    ):
        told = ", ".join(f"{name} {count}" for name, count in counts.items())
        console.print(f"{title}: {told}", soft_wrap=True)
    for row in said["wrong"][:_SHOWN]:
        console.print(f"  {row['deal']}: {show_line(row['what'])}", soft_wrap=True)
    console.print()
