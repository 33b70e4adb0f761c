"""``python -m evals fact_documents``: facts of whole documents by another hand, from the file to the value."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from casewright.cli.ingestion import add_files
from casewright.cli.output import Output
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evals.fact_documents import Cell, Expected

_SETS = Path(__file__).parent.parent / "facts" / "documents"


def fact_documents(
    context: typer.Context,
    half: Annotated[
        Literal["fitted", "unseen", "real"],
        typer.Option(help="The set that readers were mended by, the one kept unread, or real files."),
    ] = "fitted",
    data: Annotated[
        Path | None, typer.Option(help="Folder with the real files, for --half real.", show_default=False)
    ] = None,
    misses: Annotated[bool, typer.Option("--misses", help="List what was not right; not of unseen ones.")] = False,
) -> None:
    """Measure the facts of documents that another hand wrote: put in as a user does, held against what they state.

    A field that a document does not state has to stay empty. Beside each share stands Wilson's interval of 95 %.
    """
    from evals import fact_documents as documents

    state: State = context.obj
    if half == "real" and data is None:
        raise InvalidInput("--half real needs --data: the folder with the real files.")
    if misses and half == "unseen":
        raise InvalidInput("--misses is refused for the unseen set: nothing is mended by it.")
    name = "real.toml" if half == "real" else "expected.toml"
    folder = _SETS / ("fitted" if half == "real" else half)
    if not (folder / name).is_file():
        raise InvalidInput(f"There is no {half} set here: {str(folder / name)!r} is missing.")
    cells = read(documents.expected(folder, data if half == "real" else None, name))
    state.output.document(documents.as_json(half, cells))
    if not state.output.json:
        _show(state, half, cells, misses=misses)


def read(expected: Sequence[Expected]) -> list[Cell]:
    """Every field of the documents, put into a matter of their own."""
    from casewright.bootstrap.home import Casewright
    from casewright.toolbox.facts.fact_view import ContractFactsOutput
    from casewright.toolbox.matters.create_matter import MatterView
    from evals.fact_documents import judge

    cells: list[Cell] = []
    with TemporaryDirectory(prefix="casewright-") as home, Casewright.open(home) as casewright:
        matter = answer(casewright, MatterView, "create_matter", {"title": "Evaluation"}).output.matter_id
        paths = [one.path for one in expected]
        added = add_files(casewright, matter, paths, Output(json=True), keep_name=True).documents
        ids = {one.filename: one.document_id for one in added if one.document_id is not None}
        for one in expected:
            if one.path.name not in ids:
                raise InvalidInput(f"{str(one.path)!r} was not read.")
            told = answer(
                casewright,
                ContractFactsOutput,
                "contract_facts",
                {"matter_id": matter, "document_ids": [ids[one.path.name]]},
            ).output.model_dump(mode="json")
            cells += judge(one, told["documents"][0]["facts"])
    return cells


def _show(state: State, half: str, cells: Sequence[Cell], *, misses: bool) -> None:
    from evals.fact_documents import figures

    console = state.output.console()
    parts = {f"{half}, {len({one.file for one in cells})} documents": list(cells)}
    for language in sorted({one.language for one in cells}):
        parts[f"{half}, language {language}"] = [one for one in cells if one.language == language]
    for title, part in parts.items():
        console.rule(title, align="left")
        for name, share in figures(part).items():
            low, high = share.interval
            value = "none" if share.value is None else f"{share.value:.1%}"
            line = f"{name:<46} {share.hits:>4} of {share.of:<4} {value:>7}  [{low:.1%}, {high:.1%}]"
            console.print(line, highlight=False)
    for one in cells if misses else ():
        if one.outcome not in ("right", "rightly empty"):
            line = f"  {one.outcome} ({one.confidence:.2f}), {one.file}, {one.field}: {show_line(one.said)}"
            console.print(f"{line}  answer: {show_line(one.answer)}", soft_wrap=True, markup=False)
