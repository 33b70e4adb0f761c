"""``python -m evals facts``: the facts of contracts, held against what people marked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.files import Force
from casewright.cli.state import State
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line
from evals.commands.report_page import Html, check_page, show_progress, show_report
from evals.commands.scorer_options import Cache, Folds

if TYPE_CHECKING:
    from rich.console import Console

Data = Annotated[Path, typer.Option(help="Folder with spans.jsonl and contracts/, or the public CUAD v1 data.")]
Reader = Annotated[
    str, typer.Option("--reader", metavar="NAME", help="What reads: rules, or module:name of what makes a reader.")
]


def facts(
    context: typer.Context,
    data: Data,
    folds: Folds = None,
    reader: Reader = "rules",
    cache: Cache = None,
    errors: Annotated[
        int, typer.Option(min=0, metavar="N", help="List so many faults of each kind and field.", show_default=False)
    ] = 0,
    html: Html = None,
    force: Force = False,
) -> None:
    """Measure how facts are read out of contracts: places, values and confidence, field by field.

    Contracts that the model was trained on are left out and counted.
    """
    from casewright.bootstrap.scoring import load_reader
    from evals.facts.faults import faults
    from evals.facts.measure import measure_facts
    from evals.facts.readers import HALVES, RULES, load_readers
    from evals.kept import Kept

    state: State = context.obj
    check_page(html, force=force)
    if errors and reader == RULES:
        raise InvalidInput(f"--errors is refused for the rules: nothing is mended by their unseen half. {HALVES}")
    kept, readers, files = Kept(cache), load_readers(reader, folds), load_reader(ocr_seconds=0)
    try:
        with show_progress(state) as told:
            measured = measure_facts(data, readers=readers, reader=files, kept=kept, progress=told)
    finally:
        files.close()
    listed = faults(measured.judged, measured.names, errors)
    show_report(state, measured.report, html, force=force, more={"errors": listed} if errors else {})
    if not state.output.json:
        _show_faults(state.output.console(), listed)


def _show_faults(console: Console, listed: list[dict[str, Any]]) -> None:
    for one in listed:
        said = "" if one["confidence"] is None else f" ({one['confidence']:.2f})"
        line = f"{one['field']}, {one['fault']}{said}, {one['contract']} at {one['start']}: {one['quote']}"
        console.print(f"  {show_line(line)}", soft_wrap=True)
