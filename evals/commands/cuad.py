"""``python -m evals cuad``: clause finding on CUAD."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from casewright.cli.files import Force
from casewright.cli.state import State
from casewright.errors import InvalidInput
from evals.commands.report_page import Html, check_page, show_progress, show_report
from evals.commands.scorer_options import BaseEncoder, Beside, Cache, Folds, load_baselines, load_others


def cuad(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with spans.jsonl and contracts/, or the public CUAD v1 data.")],
    folds: Folds = None,
    refit: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Measure heads on words alone instead, fitted anew in so many folds; needs the training extra.",
            show_default=False,
        ),
    ] = None,
    beside: Beside = None,
    base_encoder: BaseEncoder = None,
    cache: Cache = None,
    html: Html = None,
    force: Force = False,
) -> None:
    """Measure clause finding on CUAD: by heads, in free words, and with each category left out.

    Contracts that the shipped model was trained on are left out and counted: on those give --folds.
    """
    from casewright.bootstrap.scoring import load_reader
    from evals.cuad import measure_cuad
    from evals.kept import Kept
    from evals.model_folders import load_measured

    state: State = context.obj
    if refit is not None and (folds is not None or beside is not None):
        raise InvalidInput(
            "--refit fits heads anew, --folds and --beside measure models that are there: give one or the other."
        )
    check_page(html, force=force)
    kept, scorers = Kept(cache), load_measured(folds)
    others = load_others(beside, scorers)
    baselines, reader = load_baselines(base_encoder), load_reader()
    try:
        with show_progress(state) as told:
            report = measure_cuad(
                data,
                scorers=scorers,
                reader=reader,
                beside=others,
                baselines=baselines,
                refit=refit,
                kept=kept,
                progress=told,
            )
    finally:
        reader.close()
    show_report(state, report, html, force=force)
