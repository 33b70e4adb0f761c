"""``python -m evals acord``: search on ACORD."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.files import Force
from casewright.cli.state import State
from evals.commands.report_page import Html, check_page, show_progress, show_report
from evals.commands.scorer_options import BaseEncoder, Beside, load_baselines, load_others

if TYPE_CHECKING:
    from evals.scorers import MeasuredScorer


def acord(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with corpus.jsonl, queries.jsonl and the judgements.")],
    split: Annotated[str, typer.Option(help="Which judgements: qrels/SPLIT.tsv or SPLIT.tsv.")] = "valid",
    beside: Beside = None,
    base_encoder: BaseEncoder = None,
    html: Html = None,
    force: Force = False,
) -> None:
    """Measure search on ACORD: how well each lawyer's query ranks the clauses judged for it."""
    from evals.acord import measure_acord
    from evals.model_folders import load_measured

    state: State = context.obj
    check_page(html, force=force)
    shipped = load_measured()
    scorers: list[MeasuredScorer] = [*shipped, *load_others(beside, shipped)]
    baselines = load_baselines(base_encoder)
    with show_progress(state) as told:
        report = measure_acord(data, scorers=scorers, baselines=baselines, split=split, progress=told)
    show_report(state, report, html, force=force)
