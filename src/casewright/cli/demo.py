"""``casewright demo``: the sample matter, four questions that a lawyer would ask, and the proof of what was done."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import typer

from casewright.bootstrap.samples import ABOUT_MATTER, FORMATS, MATTER_TITLE
from casewright.cli.exit_codes import DONE, INTEGRITY
from casewright.cli.ingestion import add_files
from casewright.cli.state import Answer, State, answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.bootstrap.home import Casewright
    from casewright.cli.added_files import AddedFile
    from casewright.cli.output import Output
    from casewright.toolbox.matters.create_matter import MatterView
    from casewright.toolbox.queries.isaacus_iql import IsaacusIQLOutput

_FOLDER = "smith_v_jones"


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
        made, documents = sample_matter(casewright, state, stack)
        output, matter = state.output, made.output
        _introduce(output, matter, documents)
        answers = [_ask(casewright, matter.matter_id, question) for question in QUESTIONS]
        for number, (question, found) in enumerate(zip(QUESTIONS, answers, strict=True), start=1):
            _show(output, number, question, found.output)
        proof = casewright.verify_audit()
        reached, flaw = proof.reached, proof.flaw
    seconds = perf_counter() - started
    state.output.document(
        {
            "matter": made.data,
            "documents": [one.data for one in documents],
            "answers": [
                {"question": question.words, "result": found.data}
                for question, found in zip(QUESTIONS, answers, strict=True)
            ],
            "audit": {"verified": flaw is None, "count": reached.count, "head": reached.hash},
            "seconds": round(seconds, 3),
        }
    )
    verdict = f"verified, {reached.count} events, head {reached.hash[:16]}…"
    if flaw is not None:
        verdict = f"NOT verified: {flaw.reason}"
    output.prose(f"\nAudit: every step above was one recorded tool call; the chain is {verdict}")
    _what_next(output, matter.matter_id, seconds)
    return DONE if flaw is None else INTEGRITY


def sample_matter(
    casewright: Casewright, state: State, stack: ExitStack
) -> tuple[Answer[MatterView], Sequence[AddedFile]]:
    """The sample matter of this home with its documents, put in where they are not there yet."""
    matter = _matter(casewright)
    return matter, _ingest(casewright, matter.output.matter_id, state, stack)


@contextmanager
def sample_files() -> Iterator[list[Path]]:
    """The files of the sample matter, by name."""
    with as_file(files("casewright").joinpath("samples", _FOLDER)) as folder:
        yield sorted(path for path in Path(folder).iterdir() if path.suffix in FORMATS)


def _matter(casewright: Casewright) -> Answer[MatterView]:
    from casewright.toolbox.matters.create_matter import MatterView
    from casewright.toolbox.matters.list_matters import ListMattersOutput

    listed = answer(casewright, ListMattersOutput, "list_matters")
    for matter, data in zip(listed.output.matters, listed.data["matters"], strict=True):
        # Of one's own: ADMIN sees what others made of theirs.
        mine = matter.created_by == casewright.actor.id
        if mine and matter.title == MATTER_TITLE and matter.description == ABOUT_MATTER:
            return Answer(matter, data)
    return answer(casewright, MatterView, "create_matter", {"title": MATTER_TITLE, "description": ABOUT_MATTER})


def _ingest(casewright: Casewright, matter: str, state: State, stack: ExitStack) -> Sequence[AddedFile]:
    """Add the shipped files under their plain names; ``add_document`` knows the ones that are there already."""
    paths = stack.enter_context(sample_files())
    return add_files(casewright, matter, paths, state.output).documents


def _ask(casewright: Casewright, matter: str, question: Question) -> Answer[IsaacusIQLOutput]:
    from casewright.toolbox.queries.isaacus_iql import IsaacusIQLOutput

    arguments = {"matter_id": matter, "query": question.query, "scope": question.scope}
    return answer(casewright, IsaacusIQLOutput, "isaacus_iql", arguments)


def _introduce(output: Output, matter: MatterView, documents: Sequence[AddedFile]) -> None:
    output.prose(f"{matter.number}  {matter.title}", style="bold")
    for document in documents:
        known = "  (already there)" if document.duplicate else ""
        output.prose(f"  {document.filename}  {document.chunks} clauses{known}")


def _show(output: Output, number: int, question: Question, found: IsaacusIQLOutput) -> None:
    from casewright.cli.query_results import show_results

    output.heading(f"{number}. {question.words}")
    show_results(output, found, top=question.top)


def _what_next(output: Output, matter: str, seconds: float) -> None:
    output.prose(f"Done in {seconds:.1f} s. Try next:")
    for line in (
        "casewright iql '{IS termination for convenience clause}' --matter " + matter,
        "casewright iql '{IS governing law clause}' PATH…        your own files or folders",
        "casewright templates                                    what can be asked",
        "casewright audit show                                   what was just recorded",
    ):
        output.line("  " + line)
