"""``casewright eval``: measure the shipped model on labelled data."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli import evaluate_extract, evaluate_figures
from casewright.cli.files import place_text
from casewright.cli.output import printable
from casewright.cli.state import State
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.evals.measured import MeasuredScorer, Progress, Ranker
    from casewright.evals.report import Report

app = typer.Typer(help="Measure the shipped model on labelled data.", no_args_is_help=True)

Html = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write tables and plots into this file too, one page; one that is there is replaced.",
        show_default=False,
    ),
]
BaseEncoder = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Rank by the vectors of this encoder too, as it is: such as one that nobody tuned.",
        show_default=False,
    ),
]
Beside = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Measure another model on the same items too: a model's folder, or one whose folders each hold one.",
        show_default=False,
    ),
]
Models = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Measure the models in this folder's folders instead, each document by the first that has not seen it.",
        show_default=False,
    ),
]


app.command("extract")(evaluate_extract.extract)
app.command("figures")(evaluate_figures.figures)


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
    models: Models = None,
    beside: Beside = None,
    base_encoder: BaseEncoder = None,
    html: Html = None,
) -> None:
    """Measure clause finding on CUAD: by heads, in free words, and with each category left out.

    Contracts that the shipped model was trained on are left out and counted.
    """
    from casewright.bootstrap.model_folders import load_measured
    from casewright.bootstrap.scoring import load_reader
    from casewright.evals.cuad import measure_cuad

    state: State = context.obj
    if folds is not None and (models is not None or beside is not None):
        raise InvalidInput(
            "--folds fits heads anew, --models and --beside measure models that are there: give one or the other."
        )
    _check(html)
    scorers = load_measured(models)
    others = _others(beside, scorers)
    baselines, reader = _baselines(base_encoder), load_reader()
    try:
        with _told(state) as told:
            report = measure_cuad(
                data,
                scorers=scorers,
                reader=reader,
                beside=others,
                baselines=baselines,
                folds=folds,
                progress=told,
            )
    finally:
        reader.close()
    _show(state, report, html)


@app.command()
def acord(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with corpus.jsonl, queries.jsonl and the judgements.")],
    split: Annotated[str, typer.Option(help="Which judgements: qrels/SPLIT.tsv or SPLIT.tsv.")] = "valid",
    beside: Beside = None,
    base_encoder: BaseEncoder = None,
    html: Html = None,
) -> None:
    """Measure search on ACORD: how well each lawyer's query ranks the clauses judged for it."""
    from casewright.bootstrap.model_folders import load_measured
    from casewright.evals.acord import measure_acord

    state: State = context.obj
    _check(html)
    shipped = load_measured()
    scorers: list[MeasuredScorer] = [*shipped, *_others(beside, shipped)]
    baselines = _baselines(base_encoder)
    with _told(state) as told:
        report = measure_acord(data, scorers=scorers, baselines=baselines, split=split, progress=told)
    _show(state, report, html)


@app.command()
def contractnli(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with train.json, dev.json and test.json, or one of them.")],
    split: Annotated[str, typer.Option(help="Which file of a folder: train, dev or test.")] = "dev",
    models: Models = None,
    beside: Beside = None,
    base_encoder: BaseEncoder = None,
    html: Html = None,
) -> None:
    """Measure free statements on ContractNLI: whether each hypothesis finds the places that decide it."""
    from casewright.bootstrap.model_folders import load_measured
    from casewright.bootstrap.scoring import load_reader
    from casewright.evals.contractnli import measure_contractnli

    state: State = context.obj
    _check(html)
    scorers = load_measured(models)
    others = _others(beside, scorers)
    baselines, reader = _baselines(base_encoder), load_reader()
    try:
        with _told(state) as told:
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
    _show(state, report, html)


def _baselines(base_encoder: Path | None) -> list[Ranker]:
    """BM25, and the cosine of an encoder's vectors where one is given. Raises ``IntegrityError`` for a damaged one."""
    from casewright.bootstrap.model_folders import load_encoder
    from casewright.evals.measured import Bm25Ranker, CosineRanker

    bm25: list[Ranker] = [Bm25Ranker()]
    return bm25 if base_encoder is None else [*bm25, CosineRanker(load_encoder(base_encoder))]


def _others(beside: Path | None, measured: Sequence[MeasuredScorer]) -> list[MeasuredScorer]:
    """The models to measure beside. Raises ``InvalidInput`` where they are those that are measured anyway."""
    from casewright.bootstrap.model_folders import load_measured

    if beside is None:
        return []
    others: list[MeasuredScorer] = [*load_measured(beside)]
    if {other.model for other in others} & {scorer.model for scorer in measured}:
        raise InvalidInput(
            f"--beside {printable(str(beside))!r} holds the model that is measured anyway: name another."
        )
    return others


def _check(html: Path | None) -> None:
    """Before minutes of work: whether the page can be written where it was asked for."""
    if html is not None and html.is_dir():
        raise InvalidInput(f"--html {printable(str(html))!r} is a folder: name a file.")
    if html is not None and not html.parent.is_dir():
        raise InvalidInput(f"--html: there is no folder {printable(str(html.parent))!r}: make it, or name another.")


@contextmanager
def _told(state: State) -> Iterator[Progress]:
    """Progress, stage by stage, on standard error."""
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    with Bars(console=state.output.notes(), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def told(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=None)
            bars.update(tasks[stage], completed=done, total=total or None)

        yield told


def _show(state: State, report: Report, html: Path | None) -> None:
    from casewright.cli.figures import show

    if html is not None:
        from casewright.evals.page import page

        place_text(html, page(report).encode("utf-8"))
    state.output.document(report.as_json())
    if not state.output.json:
        show(state.output.console(), report)
        if html is not None:
            state.output.console().print(f"Written to {printable(str(html))}", markup=False, soft_wrap=True)
