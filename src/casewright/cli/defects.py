"""``casewright defects``: what is wrong with a deal's claims, and how it ends."""

from __future__ import annotations

from typing import Annotated

import typer

from casewright.cli.assessment import show_defect_line, show_regraded
from casewright.cli.references import Deal
from casewright.cli.state import State, answer
from casewright.domain.defects import DefectSeverity, DefectStatus
from casewright.vocabulary.outside_text import show_line

app = typer.Typer(no_args_is_help=True)

_Defect = Annotated[
    str, typer.Argument(metavar="DEFECT", help="Id of the defect, as 'casewright defects list' shows it.")
]
_Reason = Annotated[str, typer.Option(help="Why, in a sentence; it is kept with the defect.")]


@app.command("list")
def list_(
    context: typer.Context,
    deal: Deal,
    all_: Annotated[bool, typer.Option("--all", help="Cured, waived and withdrawn ones, too.")] = False,
    severity: Annotated[DefectSeverity | None, typer.Option(help="Only these.", show_default=False)] = None,
    claim: Annotated[str | None, typer.Option(help="Only those of this claim.", show_default=False)] = None,
) -> None:
    """List the open defects of a deal, gravest first, with what would cure each."""
    from casewright.toolbox.defects.list_defects import ListDefectsOutput

    state: State = context.obj
    arguments = {
        "deal_id": deal,
        "status": None if all_ else "OPEN",
        "severity": severity,
        "claim_id": claim,
    }
    with state.open() as casewright:
        found = answer(casewright, ListDefectsOutput, "list_defects", arguments)
    output = state.output
    output.document(found.data)
    if not found.output.defects:
        looked = f"There are no {'' if all_ else 'open '}defects. To look over the deal: casewright deal assess {deal}"
        output.line(looked)
    for one in found.output.defects:
        show_defect_line(output, one)
        output.line(f"        claim {one.claim_id}: {show_line(one.claim_text)}")
        if one.status is DefectStatus.OPEN:
            end = f"cure: {one.cure_protocol}"
        else:
            end = f"{'withdrawn' if one.withdrawn else one.status} by {one.resolved_by}: {show_line(one.reason or '')}"
        output.line(f"        {end}")


@app.command()
def cure(context: typer.Context, deal: Deal, defect: _Defect, reason: _Reason) -> None:
    """Say that a defect is cured, and by what; the claim is graded at once."""
    _resolve(context.obj, "cure_defect", deal, defect, reason)


@app.command()
def waive(context: typer.Context, deal: Deal, defect: _Defect, reason: _Reason) -> None:
    """Let a defect be, in your name and with a reason; the claim is graded at once."""
    _resolve(context.obj, "waive_defect", deal, defect, reason)


def _resolve(state: State, tool: str, deal: str, defect: str, reason: str) -> None:
    from casewright.toolbox.defects.resolution import ResolveDefectOutput

    arguments = {"deal_id": deal, "defect_id": defect, "reason": reason}
    with state.open() as casewright:
        found = answer(casewright, ResolveDefectOutput, tool, arguments)
    output, ended = state.output, found.output.defect
    output.document(found.data)
    output.line(f"{ended.defect_type} is {ended.status.lower()}; the claim's grade is {found.output.new_grade}.")
    show_regraded(output, found.output.regraded)
