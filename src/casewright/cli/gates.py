"""``casewright gates``: where a person has to decide about claims."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from casewright.cli.assessment import show_defect_line, show_regraded
from casewright.cli.references import Deal
from casewright.cli.state import State, answer
from casewright.vocabulary.outside_text import show_line

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
    all_: Annotated[bool, typer.Option("--all", help="Decided and withdrawn ones, too.")] = False,
) -> None:
    """List the open gates of a deal, most urgent first."""
    from casewright.toolbox.gates.list_gates import ListGatesOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListGatesOutput, "list_gates", {"deal_id": deal, "status": None if all_ else "open"})
    output = state.output
    output.document(found.data)
    if not found.output.gates:
        output.prose("No decision is waited for." if not all_ else "There are no gates.")
    for one in found.output.gates:
        kind = f"  {one.candidate}?" if one.candidate else ""
        status = "withdrawn" if one.withdrawn else one.status.value
        head = f"{one.priority:<9}{status:<10}{one.gate_id}  {one.required_role} or above{kind}"
        output.line(head)
        output.line(f"  {show_line(one.reason)}")
        output.line(f"  claims {' '.join(one.claim_ids) or 'none'}", style="dim")
        if one.decided_by:
            output.line(f"  {one.decided_by}: {show_line(one.decision or '')}")


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
    from casewright.toolbox.gates.decide_gate import DecideGateOutput

    state: State = context.obj
    arguments = {"deal_id": deal, "gate_id": gate, "decision": decision.value, "reason": reason}
    with state.open() as casewright:
        found = answer(casewright, DecideGateOutput, "decide_gate", arguments)
    output = state.output
    output.document(found.data)
    output.prose(f"The gate is {found.output.gate.status}.")
    for one in found.output.defects:
        show_defect_line(output, one)
    show_regraded(output, found.output.regraded)
