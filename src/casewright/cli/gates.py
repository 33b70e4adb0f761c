"""``casewright gates``: where a person has to decide about claims."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from casewright.cli.assessment import show_defect_line, show_regraded
from casewright.cli.deal import Deal
from casewright.cli.output import one_line
from casewright.cli.state import State, answer

app = typer.Typer(no_args_is_help=True)


class Decision(StrEnum):
    """What a gate may be decided to be."""

    APPROVED = "approved"
    CORRECTED = "corrected"
    REJECTED = "rejected"


@app.command("list")
def list_(
    context: typer.Context,
    deal: Deal,
    all_: Annotated[bool, typer.Option("--all", help="Decided ones, too.")] = False,
) -> None:
    """List the open gates of a deal, most urgent first."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_gates", {"deal_id": deal, "status": None if all_ else "open"})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["gates"]:
        console.print("No decision is waited for." if not all_ else "There are no gates.", markup=False)
    for one in found["gates"]:
        kind = f"  {one['candidate']}?" if one["candidate"] else ""
        head = f"{one['priority']:<9}{one['status']:<10}{one['gate_id']}  {one['required_role']} or above{kind}"
        console.print(head, markup=False, soft_wrap=True)
        console.print(f"  {one_line(one['reason'])}", markup=False, soft_wrap=True)
        console.print(f"  claims {' '.join(one['claim_ids']) or 'none'}", style="dim", markup=False, soft_wrap=True)
        if one["decided_by"]:
            console.print(f"  {one['decided_by']}: {one_line(one['decision'])}", markup=False, soft_wrap=True)


@app.command()
def decide(
    context: typer.Context,
    deal: Deal,
    gate: Annotated[str, typer.Argument(metavar="GATE", help="Id of the gate, as 'casewright gates list' shows it.")],
    decision: Annotated[
        Decision, typer.Argument(help="approved: it is so; corrected: it was, and was put right; rejected: it is not.")
    ],
    reason: Annotated[str, typer.Option(help="Why, in a sentence; it is kept with the gate.")],
) -> None:
    """Decide a gate in your name. A confirmed candidate becomes a defect, and its claims are graded at once."""
    state: State = context.obj
    arguments = {"deal_id": deal, "gate_id": gate, "decision": decision.value, "reason": reason}
    with state.open() as casewright:
        found = answer(casewright, "decide_gate", arguments)
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    console.print(f"The gate is {found['gate']['status']}.", markup=False)
    for one in found["defects"]:
        show_defect_line(console, one)
    show_regraded(console, found["regraded"])
