"""``python -m evals highlights``: whether what a document's page marks is what it was asked to mark."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from casewright.cli.state import State
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line


def highlights(
    context: typer.Context,
    data: Annotated[
        Path | None, typer.Option(help="Folder of documents; without it, samples and made files.", show_default=False)
    ] = None,
    each: Annotated[int, typer.Option(min=1, help="How many places in files of each kind.")] = 500,
    seed: Annotated[int, typer.Option(help="Which places.")] = 0,
    errors: Annotated[int, typer.Option(min=0, help="List so many faults.")] = 10,
) -> None:
    """Ask for random places over HTTP and compare what is drawn with the text and with the letters on the page.

    Fails where anything is marked that was not asked for.
    """
    from evals.highlight_files import files_of, own_files
    from evals.highlight_marks import EXACT, LITTLE, MUCH, UNKNOWN
    from evals.highlights import measure, reading_room

    state: State = context.obj
    if data is not None and not data.is_dir():
        raise InvalidInput(f"{str(data)!r} is no folder: give the folder that holds the documents.")
    sources = own_files() if data is None else files_of(data, seed)
    with TemporaryDirectory() as home, reading_room(Path(home)) as client:
        tally = measure(client, sources, each, seed)
    columns = (EXACT, MUCH, LITTLE, UNKNOWN)
    kinds = sorted({what for what, _ in tally.verdicts})
    counts = {what: {column: tally.verdicts[what, column] for column in columns} for what in kinds}
    state.output.document({"highlights": counts, "faults": tally.faults[:errors]})
    if not state.output.json:
        console = state.output.console()
        console.print(f"{'':<16}" + "".join(f"{column:>16}" for column in columns), soft_wrap=True)
        for what in kinds:
            row = "".join(f"{counts[what][column]:>16,}" for column in columns)
            console.print(f"{what:<16}{row}", soft_wrap=True)
        for fault in tally.faults[:errors]:
            console.print(f"  {show_line(fault)}", soft_wrap=True, markup=False)
    if not kinds or any(counts[what][MUCH] for what in kinds):
        raise typer.Exit(1)
