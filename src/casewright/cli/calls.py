"""``casewright calls``: see which calls have no outcome, and say what came of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import orjson
import typer

from casewright.cli.state import State, answer

app = typer.Typer(no_args_is_help=True)


class Outcome(StrEnum):
    """What may have come of a call."""

    DONE = "done"
    NOT_DONE = "not-done"


@app.command()
def unresolved(context: typer.Context) -> None:
    """List the calls that were begun and have no outcome: still running, or cut off by a crash."""
    from casewright.toolbox.approvals.list_unresolved_calls import ListUnresolvedCallsOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListUnresolvedCallsOutput, "list_unresolved_calls")
    output = state.output
    output.document(found.data)
    if not found.output.calls:
        output.prose("Every call that was begun has its outcome.")
    for one in found.output.calls:
        when, who = one.begun_at[:19].replace("T", " "), one.agent_id or "before its intent"
        arguments = "" if one.arguments is None else orjson.dumps(one.arguments).decode()
        line = f"{one.call_id:>6}  {when}  {who:<12} {one.tool:<22} {arguments}"
        output.line(line)


@app.command()
def resolve(
    context: typer.Context,
    call: Annotated[str, typer.Argument(help="The call, as 'casewright calls unresolved' shows it.")],
    outcome: Annotated[Outcome, typer.Option(help="Whether it took effect.")],
    note: Annotated[str, typer.Option(help="How you know.")] = "",
) -> None:
    """Say what came of a call that was cut off; the decision is recorded in your name."""
    from casewright.toolbox.approvals.resolve_call import ResolveCallOutput

    state: State = context.obj
    arguments = {"call": call, "outcome": outcome.value.replace("-", "_"), "note": note}
    with state.open() as casewright:
        said = answer(casewright, ResolveCallOutput, "resolve_call", arguments)
    output = state.output
    output.document(said.data)
    output.prose(f"Call {said.output.call} of {said.output.tool} is recorded as {outcome.value}.")
