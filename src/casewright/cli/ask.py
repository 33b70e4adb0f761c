"""``casewright ask``: a question to a matter's documents, answered with quotes that open at their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.cited_answer import Progress, show_answer
from casewright.cli.exit_codes import DONE, REFUSED
from casewright.cli.references import Documents, Matter, resolved
from casewright.cli.state import State, checked

if TYPE_CHECKING:
    from casewright.bootstrap.home import Casewright
    from casewright.cli.state import Answer
    from casewright.toolbox.documents.ask_matter import AskMatterOutput


def ask(
    context: typer.Context,
    matter_id: Matter,
    question: Annotated[
        str | None,
        typer.Argument(help="The question, in plain words. Left out, the thread goes on where it stopped."),
    ] = None,
    document: Documents = None,
    thread: Annotated[
        str | None, typer.Option("--thread", help="Go on in this thread; left out, a new one begins.")
    ] = None,
    stream: Annotated[
        bool, typer.Option("--stream", help="Show text and steps as they come, on standard error.")
    ] = False,
) -> int:
    """Ask the documents of a matter in plain words. Every quote of the answer was checked at its place.

    Ends with 3 where the answer waits for an approval or the matter's budget is used up.
    """
    state: State = context.obj
    with state.open() as casewright:
        found = put(casewright, state, matter_id, question, document or [], thread, stream=stream)
    state.output.document(found.data)
    show_answer(state.output, found.output)
    return REFUSED if found.output.stopped in ("approval", "budget") else DONE


def put(
    casewright: Casewright,
    state: State,
    matter_id: str,
    question: str | None,
    documents: list[str],
    thread: str | None,
    *,
    stream: bool = False,
) -> Answer[AskMatterOutput]:
    """Put a question; the answer of ``ask_matter``. One document is the one on the screen."""
    from casewright.toolbox.documents.ask_matter import AskMatterOutput

    arguments: dict[str, object] = {"matter_id": matter_id}
    if question is not None:
        arguments["question"] = question
    if thread is not None:
        arguments["thread_id"] = thread
    if len(documents) == 1:
        arguments["document_id"] = documents[0]
    elif documents:
        arguments["document_ids"] = documents
    progress = Progress(state.output, whole=stream)
    found = checked(casewright.ask(resolved(casewright, arguments), progress.hear), AskMatterOutput)
    progress.end()
    return found
