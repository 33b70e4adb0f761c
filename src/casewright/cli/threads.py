"""``casewright threads``: your own conversations with the agent in a matter."""

from __future__ import annotations

from typing import Annotated

import typer

from casewright.cli.output import one_line, printable
from casewright.cli.state import State, answer

app = typer.Typer(no_args_is_help=True)
_Matter = Annotated[str, typer.Argument(help="Id of the matter, as 'casewright matter list' shows it.")]


@app.command("list")
def list_(context: typer.Context, matter_id: _Matter) -> None:
    """List your threads in a matter, newest first."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_threads", {"matter_id": matter_id})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["threads"]:
        console.print(f"You have asked nothing yet. Ask: casewright ask {matter_id} QUESTION", markup=False)
    for one in found["threads"]:
        when, tokens = one["created_at"][:16].replace("T", " "), one["input_tokens"] + one["output_tokens"]
        line = f"{one['thread_id']}  {when}  {tokens:>9,} tokens  {one_line(one['title'])}"
        console.print(line, markup=False, soft_wrap=True)


@app.command()
def show(
    context: typer.Context, matter_id: _Matter, thread: Annotated[str, typer.Argument(help="The thread's id.")]
) -> None:
    """Show a thread's questions and answers, oldest first."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_threads", {"matter_id": matter_id, "thread_id": thread})["threads"][0]
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    for turn in found["turns"]:
        console.print(printable(turn["question"]), style="bold", markup=False)
        console.print(printable(turn["text"]), markup=False)
        console.print()
