"""``casewright demo``: the sample matter, four questions that a lawyer would ask, and the proof of what was done."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from casewright.cli.exit_codes import DONE, INTEGRITY
from casewright.cli.ingestion import add_files
from casewright.cli.state import State, answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from casewright.bootstrap.home import Casewright

TITLE = "Smith v. Jones"
_ABOUT = "The sample matter that comes with Casewright."
_FOLDER = "smith_v_jones"
_FORMATS = (".pdf", ".docx", ".md", ".txt")


@dataclass(frozen=True, slots=True)
class Question:
    """One question of the demo: in words, in IQL, and how the query is to be read."""

    words: str
    query: str
    scope: str = "chunk"
    top: int = 1


QUESTIONS = (
    Question(
        "Which contract has an indemnity and no cap on liability anywhere?",
        "{IS indemnity clause} AND NOT {IS liability cap clause}",
        scope="document",
        top=2,
    ),
    Question("Where is confidentiality one-sided?", "{IS confidentiality clause} AND {IS unilateral clause}"),
    Question(
        "Which side carries more: what does the Customer owe, and the Supplier not?",
        '{IS clause obligating "Customer"} > {IS clause obligating "Supplier"}',
    ),
    Question(
        "How and where are disputes resolved?",
        "{IS governing law clause} OR {IS choice of venue clause} OR {IS adr clause}",
        top=2,
    ),
)


app = typer.Typer()


@app.callback(invoke_without_command=True)
def demo(context: typer.Context) -> int:
    """Put the sample matter "Smith v. Jones" in, ask four questions, verify the audit. Takes some seconds."""
    if context.invoked_subcommand is not None:
        return DONE
    return run_demo(context.obj)


def run_demo(state: State) -> int:
    """The demo in the home and with the output of ``state``; the exit code."""
    started = perf_counter()
    with state.open() as casewright, ExitStack() as stack:
        matter, documents = sample_matter(casewright, state, stack)
        console = state.output.console()
        if not state.output.json:
            _introduce(console, matter, documents)
        answers = [_ask(casewright, matter["matter_id"], question) for question in QUESTIONS]
        if not state.output.json:
            for number, (question, found) in enumerate(zip(QUESTIONS, answers, strict=True), start=1):
                _show(console, number, question, found)
        proof = casewright.verify_audit()
        reached, flaw = proof.reached, proof.flaw
    seconds = perf_counter() - started
    state.output.document(
        {
            "matter": matter,
            "documents": documents,
            "answers": [
                {"question": question.words, "result": found}
                for question, found in zip(QUESTIONS, answers, strict=True)
            ],
            "audit": {"verified": flaw is None, "count": reached.count, "head": reached.hash},
            "seconds": round(seconds, 3),
        }
    )
    if not state.output.json:
        verdict = f"verified, {reached.count} events, head {reached.hash[:16]}…"
        if flaw is not None:
            verdict = f"NOT verified: {flaw.reason}"
        console.print(f"\nAudit: every step above was one recorded tool call; the chain is {verdict}", markup=False)
        _what_next(console, matter["matter_id"], seconds)
    return DONE if flaw is None else INTEGRITY


def sample_matter(
    casewright: Casewright, state: State, stack: ExitStack
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The sample matter of this home with its documents, put in where they are not there yet."""
    matter = _matter(casewright)
    return matter, _ingest(casewright, matter, state, stack)


@contextmanager
def sample_files() -> Iterator[list[Path]]:
    """The files of the sample matter, by name."""
    with as_file(files("casewright").joinpath("samples", _FOLDER)) as folder:
        yield sorted(path for path in Path(folder).iterdir() if path.suffix in _FORMATS)


def _matter(casewright: Casewright) -> dict[str, Any]:
    for matter in answer(casewright, "list_matters")["matters"]:
        # Of one's own: ADMIN sees what others made of theirs.
        mine = matter["created_by"] == casewright.actor.id
        if mine and matter["title"] == TITLE and matter["description"] == _ABOUT:
            found: dict[str, Any] = matter
            return found
    created: dict[str, Any] = answer(casewright, "create_matter", {"title": TITLE, "description": _ABOUT})
    return created


def _ingest(casewright: Casewright, matter: dict[str, Any], state: State, stack: ExitStack) -> list[dict[str, Any]]:
    """Add the shipped files under their plain names; ``add_document`` knows the ones that are there already."""
    paths = stack.enter_context(sample_files())
    return add_files(casewright, matter["matter_id"], paths, state.output, called=lambda path: path.name)


def _ask(casewright: Casewright, matter: str, question: Question) -> dict[str, Any]:
    arguments = {"matter_id": matter, "query": question.query, "scope": question.scope}
    found: dict[str, Any] = answer(casewright, "isaacus_iql", arguments)
    return found


def _introduce(console: Console, matter: dict[str, Any], documents: list[dict[str, Any]]) -> None:
    console.print(f"{matter['number']}  {matter['title']}", style="bold", markup=False)
    for document in documents:
        known = "  (already there)" if document["duplicate"] else ""
        console.print(f"  {document['filename']}  {document['chunks']} clauses{known}", markup=False)


def _show(console: Console, number: int, question: Question, found: dict[str, Any]) -> None:
    from casewright.cli.query_results import show_results

    console.print()
    console.rule(f"{number}. {question.words}", align="left")
    show_results(console, found, top=question.top)


def _what_next(console: Console, matter: str, seconds: float) -> None:
    console.print(f"Done in {seconds:.1f} s. Try next:", markup=False)
    for line in (
        "casewright iql '{IS termination for convenience clause}' --matter " + matter,
        "casewright iql '{IS governing law clause}' PATH…        your own files or folders",
        "casewright templates                                    what can be asked",
        "casewright audit show                                   what was just recorded",
    ):
        console.print("  " + line, markup=False, soft_wrap=True)
