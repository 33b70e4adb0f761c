"""``python -m evals contractnli``: free statements on ContractNLI."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from casewright.cli.files import Force
from casewright.cli.state import State
from evals.commands.report_page import Html, check_page, show_progress, show_report
from evals.commands.scorer_options import BaseEncoder, Beside, Folds, load_baselines, load_others


def contractnli(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with train.json, dev.json and test.json, or one of them.")],
    split: Annotated[str, typer.Option(help="Which file of a folder: train, dev or test.")] = "dev",
    folds: Folds = None,
    beside: Beside = None,
    base_encoder: BaseEncoder = None,
    html: Html = None,
    force: Force = False,
) -> None:
    """Measure free statements on ContractNLI: whether each hypothesis finds the places that decide it."""
    from casewright.bootstrap.scoring import load_reader
    from evals.contractnli import measure_contractnli
    from evals.model_folders import load_measured

    state: State = context.obj
    check_page(html, force=force)
    scorers = load_measured(folds)
    others = load_others(beside, scorers)
    baselines, reader = load_baselines(base_encoder), load_reader()
    try:
        with show_progress(state) as told:
            report = measure_contractnli(
                data,
                scorers=scorers,
                reader=reader,
                beside=others,
                baselines=baselines,
                split=split,
                progress=told,
            )
    finally:
        reader.close()
    show_report(state, report, html, force=force)
