"""``casewright threads``: your own conversations with the agent in a matter."""

from __future__ import annotations

from typing import Annotated

import typer

from casewright.cli.references import Matter
from casewright.cli.state import State, answer
from casewright.vocabulary.outside_text import show_line

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_(context: typer.Context, matter_id: Matter) -> None:
    """List your threads in a matter, newest first."""
    from casewright.toolbox.documents.list_threads import ListThreadsOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListThreadsOutput, "list_threads", {"matter_id": matter_id})
    output = state.output
    output.document(found.data)
    if not found.output.threads:
        output.prose(f"You have asked nothing yet. Ask: casewright ask {matter_id} QUESTION")
    for one in found.output.threads:
        when, tokens = one.created_at[:16].replace("T", " "), one.input_tokens + one.output_tokens
        line = f"{one.thread_id}  {when}  {tokens:>9,} tokens  {show_line(one.title)}"
        output.line(line)


@app.command()
def show(
    context: typer.Context, matter_id: Matter, thread: Annotated[str, typer.Argument(help="The thread's id.")]
) -> None:
    """Show a thread's questions and answers, oldest first."""
    from casewright.toolbox.documents.answering.answer_view import QuestionView
    from casewright.toolbox.documents.list_threads import ListThreadsOutput

    state: State = context.obj
    with state.open() as casewright:
        arguments = {"matter_id": matter_id, "thread_id": thread}
        found = answer(casewright, ListThreadsOutput, "list_threads", arguments)
    output = state.output
    output.document(found.data["threads"][0])
    for turn in map(QuestionView.model_validate, found.output.threads[0].turns or ()):
        output.prose(turn.question, style="bold")
        output.prose(turn.text)
        output.line()
