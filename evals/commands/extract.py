"""``python -m evals extract``: ask questions whose answers are known, and say how many were answered rightly."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.ingestion import add_files
from casewright.cli.output import Output
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.bootstrap.home import Casewright
    from evals.answers import Figures, Given, Judged, Question

_TABLE_WIDTH = 118


def extract(
    context: typer.Context,
    data: Annotated[
        Path | None,
        typer.Option(
            help="Ask about these contracts instead: a folder with spans.jsonl and contracts/, or the public CUAD v1 "
            "data. Left out: the questions about the sample matter.",
            show_default=False,
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="Only so many contracts of DATA, evenly chosen.", min=1, show_default=False)
    ] = None,
    misses: Annotated[bool, typer.Option("--misses", help="List what was not answered rightly.")] = False,
) -> None:
    """Measure isaacus_extract: answers found, in the right place, exact, and false answers where there is none."""
    from rich.progress import track

    from casewright.bootstrap.home import Casewright
    from evals.answers import as_json, figures, judge

    state: State = context.obj
    with TemporaryDirectory(prefix="casewright-") as home, Casewright.open(home) as casewright:
        ids, questions = _sample(casewright) if data is None else _labelled(casewright, data, limit, Path(home))
        asked = track(questions, "Asking", console=state.output.notes(), transient=True, disable=state.output.json)
        judged = [judge(question, _given(casewright, *ids[question.document], question)) for question in asked]
    groups = dict.fromkeys(one.question.group for one in judged)
    rows = [figures(group, [one for one in judged if one.question.group == group]) for group in groups]
    if len(rows) > 1:
        rows.append(figures("all", judged))
    state.output.document(as_json(rows, judged))
    if not state.output.json:
        _show(state, rows, judged if misses else [])


def _sample(casewright: Casewright) -> tuple[dict[str, tuple[str, str]], list[Question]]:
    from casewright.cli.demo import sample_files
    from evals.answers import sample_questions

    with sample_files() as paths:
        ids, texts = _put_in(casewright, paths)
    questions = files("evals").joinpath("sample_questions.toml").read_text("utf-8")
    return ids, sample_questions(questions, texts)


def _labelled(
    casewright: Casewright, data: Path, limit: int | None, home: Path
) -> tuple[dict[str, tuple[str, str]], list[Question]]:
    from evals.answers_cuad import questions_of
    from evals.cuad_data import read_contracts

    contracts = list(read_contracts(data))
    if not contracts:
        raise InvalidInput(f"{str(data)!r} holds no contracts: give a folder with spans.jsonl and contracts/")
    if limit is not None:
        contracts = contracts[:: max(1, len(contracts) // limit)][:limit]
    folder = home / "contracts"
    folder.mkdir()
    paths, named = [], {}
    for number, contract in enumerate(contracts):
        path = folder / f"{number:04d}.txt"
        path.write_text(contract.text, "utf-8")
        paths.append(path)
        named[path.name] = contract
    ids, texts = _put_in(casewright, paths)
    questions = [
        question
        for name, contract in named.items()
        if name in texts
        for question in questions_of(name, contract, texts[name])
    ]
    return ids, questions


def _put_in(casewright: Casewright, paths: Sequence[Path]) -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """Matter and document of each file by its name, and the texts that its answers are counted in."""
    from casewright.toolbox.documents.get_document_text import GetDocumentTextOutput
    from casewright.toolbox.matters.create_matter import MatterView

    matter = answer(casewright, MatterView, "create_matter", {"title": "Evaluation"}).output.matter_id
    added = add_files(casewright, matter, paths, Output(json=True)).documents
    ids = {one.filename: (matter, one.document_id) for one in added if one.document_id is not None and not one.failed}
    texts = {}
    for name, (_, document) in ids.items():
        arguments = {"matter_id": matter, "document_id": document, "max_length": 10_000_000}
        texts[name] = answer(casewright, GetDocumentTextOutput, "get_document_text", arguments).output.text
    return ids, texts


def _given(casewright: Casewright, matter: str, document: str, question: Question) -> Given | None:
    from casewright.toolbox.documents.isaacus_extract import IsaacusExtractOutput
    from evals.answers import Given

    arguments = {"matter_id": matter, "question": question.ask, "document_ids": [document]}
    found = answer(casewright, IsaacusExtractOutput, "isaacus_extract", arguments).output
    place = found.primary_citation
    return None if not found.found or place is None else Given(place["start"], place["end"], found.answer)


def _show(state: State, rows: Sequence[Figures], judged: Iterable[Judged]) -> None:
    from rich.table import Table

    from evals.answers import table

    console = state.output.console()
    head, *lines = table(rows)
    shown = Table(box=None, padding=(0, 1))
    # A narrow terminal would drop whole columns; a line that wraps loses nothing.
    console.width = max(console.width, _TABLE_WIDTH)
    for number, title in enumerate(head):
        shown.add_column(title, justify="left" if number == 0 else "right", no_wrap=True)
    for line in lines:
        shown.add_row(*line)
    console.print(shown)
    for one in judged:
        if one.exact or (one.given is None and not one.question.spans):
            continue
        expected = " | ".join(one.question.answers) or "nothing"
        given = "nothing" if one.given is None else one.given.text
        missed = f"{one.question.document}: {one.question.ask}  expected {expected!r}, answered {given!r}"
        console.print(missed, soft_wrap=True)
