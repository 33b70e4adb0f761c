"""``casewright debate``: five roles argue about a deal's claims, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.debate_result import DebateProgress, show_glance, show_result
from casewright.cli.exit_codes import DONE, REFUSED
from casewright.cli.references import Deal, resolved
from casewright.cli.state import State, answer, checked
from casewright.domain.held_debates import DebateStatus
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

app = typer.Typer(no_args_is_help=True)
_Debate = Annotated[
    str | None,
    typer.Argument(metavar="[DEBATE]", help="Id of the debate; left out, the deal's newest."),
]
_Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Do not show what is said while it is said.")]


@app.command()
def run(
    context: typer.Context,
    deal: Deal,
    mind: Annotated[
        list[str] | None,
        typer.Option(
            "--mind",
            metavar="ROLE=MIND",
            help="What thinks in a role (or in all): rules, model (the one that is set) or provider:model; may repeat.",
        ),
    ] = None,
    max_rounds: Annotated[int, typer.Option("--max-rounds", help="How many rounds at most, 1 to 5.")] = 5,
    seed: Annotated[int, typer.Option("--seed", help="The same deal, minds and seed give the same result.")] = 0,
    quiet: _Quiet = False,
) -> int:
    """Hold a debate about a deal. What is said is shown as it is said, on standard error.

    Ends with 3 where the debate waits for a person's decision at a gate.
    """
    arguments = {"deal_id": deal, "max_rounds": max_rounds, "seed": seed, "minds": _minds(mind or ())}
    return _held(context.obj, "run_debate", arguments, quiet=quiet)


@app.command()
def resume(context: typer.Context, deal: Deal, debate: _Debate = None, quiet: _Quiet = False) -> int:
    """Go on with a debate that was cut off, or that a person's decision was awaited in."""
    return _held(context.obj, "resume_debate", {"deal_id": deal, "debate_id": debate}, quiet=quiet)


@app.command()
def show(context: typer.Context, deal: Deal, debate: _Debate = None) -> None:
    """Show a debate: recommendation, argument, dissent, the vote before it, why it stopped."""
    from casewright.toolbox.debates.debate_view import DebateView

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, DebateView, "show_debate", {"deal_id": deal, "debate_id": debate})
    state.output.document(found.data)
    show_result(state.output, found.output, whole=True)


@app.command("list")
def list_(context: typer.Context, deal: Deal) -> None:
    """List the debates about a deal, oldest first."""
    from casewright.toolbox.debates.list_debates import ListDebatesOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListDebatesOutput, "list_debates", {"deal_id": deal})
    output = state.output
    output.document(found.data)
    if not found.output.debates:
        output.line(f"No debate was held yet. Hold one: casewright debate run {deal}")
    for one in found.output.debates:
        show_glance(output, one)


def _held(state: State, tool: str, arguments: Mapping[str, object], *, quiet: bool) -> int:
    from casewright.toolbox.debates.debate_view import DebateView

    progress = DebateProgress(state.output)
    with state.open() as casewright:
        found = checked(
            casewright.debate(tool, resolved(casewright, arguments), None if quiet else progress.hear), DebateView
        )
    state.output.document(found.data)
    show_result(state.output, found.output, whole=False)
    return REFUSED if found.output.status is DebateStatus.WAITING else DONE


def _minds(given: Sequence[str]) -> dict[str, str]:
    found = {}
    for one in given:
        role, equals, mind = one.partition("=")
        if not equals or not role or not mind:
            raise InvalidInput(f"--mind {one!r} is not ROLE=MIND, such as advocate=rules or all=openai:gpt-5")
        found[role.strip()] = mind.strip()
    return found
