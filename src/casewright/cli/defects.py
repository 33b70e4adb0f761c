"""``casewright defects``: what is wrong with a deal's claims, and how it ends."""

from __future__ import annotations

from typing import Annotated

import typer

from casewright.cli.assessment import show_defect_line, show_regraded
from casewright.cli.deal import Deal
from casewright.cli.output import one_line
from casewright.cli.state import State, answer
from casewright.domain.defects import DefectSeverity

app = typer.Typer(no_args_is_help=True)

_Defect = Annotated[
    str, typer.Argument(metavar="DEFECT", help="Id of the defect, as 'casewright defects list' shows it.")
]
_Reason = Annotated[str, typer.Option(help="Why, in a sentence; it is kept with the defect.")]


@app.command("list")
def list_(
    context: typer.Context,
    deal: Deal,
    all_: Annotated[bool, typer.Option("--all", help="Cured and waived ones, too.")] = False,
    severity: Annotated[DefectSeverity | None, typer.Option(help="Only these.", show_default=False)] = None,
    claim: Annotated[str | None, typer.Option(help="Only those of this claim.", show_default=False)] = None,
) -> None:
    """List the open defects of a deal, gravest first, with what would cure each."""
    state: State = context.obj
    arguments = {
        "deal_id": deal,
        "status": None if all_ else "OPEN",
        "severity": severity,
        "claim_id": claim,
    }
    with state.open() as casewright:
        found = answer(casewright, "list_defects", arguments)
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["defects"]:
        looked = f"There are no {'' if all_ else 'open '}defects. To look over the deal: casewright deal assess {deal}"
        console.print(looked, markup=False, soft_wrap=True)
    for one in found["defects"]:
        show_defect_line(console, one)
        console.print(f"        claim {one['claim_id']}: {one_line(one['claim_text'])}", markup=False, soft_wrap=True)
        if one["status"] == "OPEN":
            end = f"cure: {one['cure_protocol']}"
        else:
            end = f"{one['status']} by {one['resolved_by']}: {one_line(one['reason'])}"
        console.print(f"        {end}", markup=False, soft_wrap=True)


@app.command()
def cure(context: typer.Context, deal: Deal, defect: _Defect, reason: _Reason) -> None:
    """Say that a defect is cured, and by what; the claim is graded at once."""
    _resolve(context.obj, "cure_defect", deal, defect, reason)


@app.command()
def waive(context: typer.Context, deal: Deal, defect: _Defect, reason: _Reason) -> None:
    """Let a defect be, in your name and with a reason; the claim is graded at once."""
    _resolve(context.obj, "waive_defect", deal, defect, reason)


def _resolve(state: State, tool: str, deal: str, defect: str, reason: str) -> None:
    with state.open() as casewright:
        found = answer(casewright, tool, {"deal_id": deal, "defect_id": defect, "reason": reason})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    ended = found["defect"]
    line = f"{ended['defect_type']} is {ended['status'].lower()}; the claim's grade is {found['new_grade']}."
    console.print(line, markup=False, soft_wrap=True)
    show_regraded(console, found["regraded"])
