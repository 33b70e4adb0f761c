"""``casewright eval``: measure the shipped model on labelled data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli import evaluate_extract
from casewright.cli.state import State

if TYPE_CHECKING:
    from casewright.evals.cuad import CuadReport

_TABLE_WIDTH = 118

app = typer.Typer(help="Measure the shipped model on labelled data.", no_args_is_help=True)


app.command("extract")(evaluate_extract.extract)


@app.command()
def cuad(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with spans.jsonl and contracts/, or the public CUAD v1 data.")],
    folds: Annotated[
        int | None,
        typer.Option(
            help="Fit the heads anew and measure by cross-validation over contracts; needs the training extra.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Measure clause finding on CUAD: average precision, F1, calibration, per category and macro.

    Contracts that the shipped model was trained on are left out and counted.
    """
    from rich.progress import Progress, TaskID

    from casewright.bootstrap import load_reader, load_scorer
    from casewright.evals.cuad import measure_cuad

    state: State = context.obj
    reader = load_reader()
    try:
        with Progress(console=state.output.notes(), transient=True) as bars:
            tasks: dict[str, TaskID] = {}

            def told(stage: str, done: int, total: int) -> None:
                if stage not in tasks:
                    tasks[stage] = bars.add_task(stage, total=None)
                bars.update(tasks[stage], completed=done, total=total or None)

            report = measure_cuad(data, scorer=load_scorer(), reader=reader, folds=folds, progress=told)
    finally:
        reader.close()
    state.output.document(report.as_json())
    if not state.output.json:
        _show(state, report)


def _show(state: State, report: CuadReport) -> None:
    from rich.table import Table

    console = state.output.console()
    measured = "the shipped heads" if report.folds is None else f"heads fitted anew in {report.folds} folds"
    console.print(
        f"{report.model}, {measured}: {report.contracts} contracts, {report.chunks:,} chunks, "
        f"{report.left_out} contracts left out",
        markup=False,
        soft_wrap=True,
    )
    console.print(report.note, markup=False, soft_wrap=True)
    head, *rows = report.rows()
    if not rows:
        return
    table = Table(box=None, padding=(0, 1))
    # A narrow terminal would drop whole columns; a line that wraps loses nothing.
    console.width = max(console.width, _TABLE_WIDTH)
    for number, title in enumerate(head):
        table.add_column(title, justify="left" if number == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console.print(table)
