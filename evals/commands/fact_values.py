"""``python -m evals fact_values``: typed values read from marked places, against lawyers' answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from casewright.cli.state import State
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from rich.console import Console

    from evals.evidence import Share
    from evals.fact_values import ValueReport

_WIDEST = 300


def fact_values(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with spans.jsonl, whose lines have answers, and contracts/.")],
    half: Annotated[
        Literal["fitted", "unseen"],
        typer.Option(help="The contracts by which the rules were written, or those that were kept unread."),
    ] = "fitted",
    errors: Annotated[int, typer.Option(min=0, help="List so many of what was read otherwise, or not.")] = 0,
) -> None:
    """Measure how right typed values are: places that lawyers marked are read, and held against their answers.

    Contracts are parted in two by a seed. Beside each share stands Wilson's interval of 95 %.
    """
    from evals.fact_values import measure_values

    state: State = context.obj
    report = measure_values(data, half)
    listed = [
        {"row": one.row, "contract": one.contract, "read": one.read, "answer": one.answer, "said": one.said}
        for one in report.errors[:errors]
    ]
    state.output.document(report.as_json() | {"errors": listed})
    if not state.output.json:
        _show(state.output.console(), report, errors)


def _show(console: Console, report: ValueReport, errors: int) -> None:
    console.print(f"Values of marked places, {report.half} half: {report.contracts} contracts")
    head = f"{'':<36}{'of':>5}{'equal':>7}{'other':>7}{'none':>6}  {'right':<19}  right of those read"
    console.print(head, highlight=False, soft_wrap=True)
    for row in report.rows:
        counts = f"{row.right.of:>5}{row.equal:>7}{row.other:>7}{row.none:>6}"
        console.print(
            f"{row.name:<36}{counts}  {_with_interval(row.right):<19}  {_with_interval(row.precise)}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    for one in report.errors[:errors]:
        line = f"{one.row} [{one.outcome}] read {one.read!r}, answer {one.answer!r}: {one.said[:_WIDEST]!r}"
        console.print(f"  {show_line(line)}", markup=False, highlight=False, soft_wrap=True)


def _with_interval(share: Share) -> str:
    if share.value is None:
        return "–"
    low, high = share.interval
    return f"{share.value:.3f} [{low:.2f} {high:.2f}]"
