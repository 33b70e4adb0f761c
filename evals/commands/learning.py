"""``python -m evals learning``: how well templates are trained on a few examples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from casewright.cli.state import State
from casewright.errors import InvalidInput


def learning(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with spans.jsonl and contracts/, or the public CUAD v1 data.")],
    examples: Annotated[
        list[int] | None, typer.Option(help="How many examples; may repeat. Default: 8 and 32.", show_default=False)
    ] = None,
    folds: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Measure the models in this folder that were never taught some categories, each on these: "
            "`python -m training folds --out DIR` makes them in DIR/left_out.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Measure how well a template is trained on a few examples of a CUAD category, over all of them."""
    from rich.progress import Progress, TaskID
    from rich.table import Table

    from casewright.bootstrap.scoring import load_reader, load_scorer
    from casewright.domain.templates import FEWEST, MOST
    from evals.learning import Panel, measure_learning
    from evals.model_folders import load_learning

    state: State = context.obj
    counts = examples or [FEWEST, MOST]
    wrong = [count for count in counts if not FEWEST <= count <= MOST]
    if wrong:
        raise InvalidInput(f"--examples is {wrong[0]}: templates are trained on {FEWEST} to {MOST}")
    panels = [Panel(load_scorer())] if folds is None else load_learning(folds)
    reader = load_reader()
    try:
        with Progress(console=state.output.notes(), transient=True) as bars:
            tasks: dict[str, TaskID] = {}

            def told(stage: str, done: int, total: int) -> None:
                if stage not in tasks:
                    tasks[stage] = bars.add_task(stage, total=None)
                bars.update(tasks[stage], completed=done, total=total or None)

            report = measure_learning(data, panels=panels, reader=reader, examples=counts, progress=told)
    finally:
        reader.close()
    state.output.document(report.as_json())
    if state.output.json:
        return
    console = state.output.console()
    line = f"{report.model}: {report.contracts} contracts, {report.texts:,} chunks"
    console.print(line, soft_wrap=True)
    console.print(report.note, soft_wrap=True)
    head, *rows = report.rows()
    table = Table(box=None, padding=(0, 1))
    for title in head:
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console.print(table)
