"""``python -m evals reading``: what the reader makes of documents whose structure is known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from rich.console import Console

    from evals.reading.results import Tally


def reading(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with cuad-train, contractnli and ro-acts, whose texts are used.")],
    half: Annotated[str, typer.Option(help="Which layouts: fitted, retired, unseen or all.")] = "fitted",
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes that read at once.")] = 1,
    without_ocr: Annotated[bool, typer.Option("--without-ocr", help="Leave scanned pages out.")] = False,
    errors: Annotated[int, typer.Option(min=0, help="List so many faults of each kind.")] = 0,
) -> None:
    """Measure the reading of files: furniture, sentences over pages, sections, tables and quotes.

    The files are generated from the texts, with layouts of which everything is known; nothing is kept.
    """
    from evals.reading.results import Tally
    from evals.reading.run import measure_half
    from evals.reading.texts import HALVES

    state: State = context.obj
    if half not in (*HALVES, "all"):
        raise InvalidInput(f"There is no half {half!r}: it is fitted, retired, unseen or all.")
    if errors and half in ("unseen", "all"):
        raise InvalidInput("Faults are not listed of the unseen half: nothing is mended by what it shows.")
    found = []
    for name in HALVES if half == "all" else (half,):
        layouts = measure_half(name, data, jobs=jobs, scans=not without_ocr)
        total = Tally()
        for tally in layouts.values():
            total.add(tally)
        found.append((name, layouts, total))
    state.output.document({"halves": [_as_json(*one, errors) for one in found]})
    if not state.output.json:
        for name, layouts, total in found:
            _show(state.output.console(), name, layouts, total, errors)


def _as_json(name: str, layouts: dict[str, Tally], total: Tally, errors: int) -> dict[str, object]:
    return {
        "half": name,
        "total": total.as_json(),
        "layouts": {layout: tally.as_json() for layout, tally in layouts.items()},
        "faults": _faults(total, errors),
    }


def _faults(total: Tally, errors: int) -> list[str]:
    kinds: dict[str, list[str]] = {}
    for fault in total.faults:
        kinds.setdefault(fault.split(":")[0], []).append(fault)
    return [fault for held in kinds.values() for fault in held[:errors]]


def _show(console: Console, name: str, layouts: dict[str, Tally], total: Tally, errors: int) -> None:
    from evals.reading.results import MEASURES, met

    console.rule(f"{name}: {total.whole['read']} documents, {len(layouts)} layouts and kinds", align="left")
    for measure in MEASURES:
        share = total.share(measure.key)
        counts = f"{total.part[measure.key]:>9,} of {total.whole[measure.key]:>9,}"
        target = "" if measure.target is None else f"{'≥' if measure.bound == 'least' else '≤'} {measure.target:.1%}"
        verdict = {True: "met", False: "MISSED", None: ""}[met(measure, share)]
        shown = "not measured" if share is None else f"{share:8.2%}  {counts}"
        console.print(f"{measure.title:<64}{shown:<34}{target:>9}  {verdict}", soft_wrap=True)
    columns = (
        "furniture",
        "taken",
        "furniture chunks",
        "cut",
        "section right",
        "section near",
        "section wrong",
        "cells",
    )
    console.print("\n" + f"{'':<28}" + "".join(f"{column:>18}" for column in columns), soft_wrap=True)
    for layout, tally in layouts.items():
        if not any(tally.whole[column] for column in columns):
            continue
        row = "".join(f"{'' if (share := tally.share(column)) is None else f'{share:.2%}':>18}" for column in columns)
        console.print(f"{layout:<28}{row}", soft_wrap=True)
    for fault in _faults(total, errors):
        console.print(f"  {show_line(fault)}", soft_wrap=True)
