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
    str,
    typer.Option(
        "--reader",
        metavar="NAME",
        help="What reads: model (what the product reads with), model-alone, rules, or module:name of what makes one.",
    ),
]
Beside = Annotated[
    str | None,
    typer.Option(
        "--beside",
        metavar="NAME",
        help="Compare with this reader field by field, on the same contracts.",
        show_default=False,
    ),
]


def facts(
    context: typer.Context,
    data: Data,
    folds: Folds = None,
    reader: Reader = "model",
    beside: Beside = None,
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
    from evals.commands.fact_tables import show_beside
    from evals.facts.faults import faults
    from evals.facts.measure import measure_facts, panel_name
    from evals.facts.readers import HALVES, RULES, load_readers
    from evals.kept import Kept

    state: State = context.obj
    check_page(html, force=force)
    if errors and RULES in (reader, beside):
        raise InvalidInput(f"--errors is refused for the rules: nothing is mended by their unseen half. {HALVES}")
    if beside == reader:
        raise InvalidInput(f"--beside {beside!r} is the reader that is measured anyway: name another.")
    kept, readers = Kept(cache), load_readers(reader, None if reader == RULES else folds)
    others = [] if beside is None else load_readers(beside, None if beside == RULES else folds)
    files = load_reader(ocr_seconds=0)
    try:
        with show_progress(state) as told:
            measured = measure_facts(data, readers=readers, reader=files, kept=kept, progress=told, beside=others)
    finally:
        files.close()
    listed = faults(measured.judged, measured.names, errors)
    more: dict[str, object] = {"errors": listed} if errors else {}
    if beside is not None:
        more["beside"] = {"reader": panel_name(others), "fields": [one.as_json() for one in measured.beside]}
    show_report(state, measured.report, html, force=force, more=more)
    if not state.output.json:
        _show_faults(state.output.console(), listed)
        if beside is not None:
            show_beside(state.output.console(), measured.beside, reader, beside)


def _show_faults(console: Console, listed: list[dict[str, Any]]) -> None:
    for one in listed:
        said = "" if one["confidence"] is None else f" ({one['confidence']:.2f})"
        line = f"{one['field']}, {one['fault']}{said}, {one['contract']} at {one['start']}: {one['quote']}"
        console.print(f"  {show_line(line)}", soft_wrap=True)
