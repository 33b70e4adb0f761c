"""``python -m evals named_documents``: contracts named in words, over all contracts in one matter."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.ingestion import add_files
from casewright.cli.output import Output
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.bootstrap.home import Casewright
    from evals.cuad_data import LabelledContract
    from evals.named_documents import JudgedQuestion, Search


def named_documents(
    context: typer.Context,
    data: Annotated[
        Path, typer.Option(help="Contracts: a folder with spans.jsonl and contracts/, or the public CUAD v1 data.")
    ],
    half: Annotated[str, typer.Option(help="Which questions: fitted, retired, unseen or all.")] = "fitted",
    misses: Annotated[
        bool, typer.Option("--misses", help="List what was not read rightly; not of unseen ones.")
    ] = False,
    names_only: Annotated[
        bool, typer.Option("--names-only", help="Only say what was read; nothing is put in or searched.")
    ] = False,
) -> None:
    """Measure documents named in words: which one is read, and whether search then finds the marked place.

    All contracts are put into one matter. "Given" asks the right document by its id, "only named" reads no names,
    "with names read" is what the product does. Beside each share stands Wilson's interval of 95 %.
    """
    from rich.progress import track

    from casewright.bootstrap.home import Casewright
    from evals import named_documents as names
    from evals.cuad_data import read_contracts
    from evals.named_questions import HALVES, questions

    state: State = context.obj
    if half not in (*HALVES, "all"):
        raise InvalidInput(f"There is no half {half!r}: it is fitted, retired, unseen or all.")
    contracts = {contract.name: contract for contract in read_contracts(data)}
    if not contracts:
        raise InvalidInput(f"{str(data)!r} holds no contracts: give a folder with spans.jsonl and contracts/")
    judged: dict[str, list[JudgedQuestion]] = {}
    with ExitStack() as stack:
        if names_only:
            search = names.names_only(contracts)
        else:
            home = stack.enter_context(TemporaryDirectory(prefix="casewright-"))
            search = _put_in(stack.enter_context(Casewright.open(home)), contracts, Path(home))
        for name in HALVES if half == "all" else (half,):
            asked = track(
                questions(name, list(contracts.values())),
                f"Asking, {name}",
                console=state.output.notes(),
                transient=True,
                disable=state.output.json,
            )
            judged[name] = [names.judge(one, contracts, search, places=not names_only) for one in asked]
    state.output.document({"halves": [names.as_json(name, of) for name, of in judged.items()]})
    if not state.output.json:
        for name, of in judged.items():
            _show(state, name, of, misses=misses and name != "unseen")


def _put_in(casewright: Casewright, contracts: Mapping[str, LabelledContract], home: Path) -> Search:
    """A matter with all contracts; what asks ``isaacus_search`` in it."""
    from casewright.toolbox.documents.isaacus_search import IsaacusSearchOutput
    from casewright.toolbox.matters.create_matter import MatterView

    folder = home / "contracts"
    folder.mkdir()
    paths = []
    for name, contract in contracts.items():
        path = folder / name
        path.write_text(contract.text, "utf-8")
        paths.append(path)
    matter = answer(casewright, MatterView, "create_matter", {"title": "Evaluation"}).output.matter_id
    added = add_files(casewright, matter, paths, Output(json=True), keep_name=True).documents
    ids = {one.filename: one.document_id for one in added if one.document_id is not None}

    def search(query: str, files: Sequence[str] | None, read_names: bool) -> dict[str, Any]:
        arguments = {
            "matter_id": matter,
            "query": query,
            "threshold": 0.0,
            "include_context": False,
            "document_ids": None if files is None else [ids[name] for name in files],
            "read_names": read_names,
        }
        return answer(casewright, IsaacusSearchOutput, "isaacus_search", arguments).output.model_dump(mode="json")

    return search


def _show(state: State, half: str, judged: Sequence[JudgedQuestion], *, misses: bool) -> None:
    from evals.named_documents import figures

    console = state.output.console()
    console.rule(half, align="left")
    if not judged:
        console.print("No questions.")
        return
    for name, share in figures(judged).items():
        low, high = share.interval
        value = "none" if share.value is None else f"{share.value:.1%}"
        line = f"{name:<32} {share.hits:>4} of {share.of:<4} {value:>7}  [{low:.1%}, {high:.1%}]"
        console.print(line, highlight=False)
    for one in judged if misses else ():
        if one.outcome != "right":
            line = f"  {one.outcome}: {show_line(one.question.ask)}  read as {', '.join(one.files) or 'nothing'}"
            console.print(line, soft_wrap=True)
