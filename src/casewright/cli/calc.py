"""``casewright calc``: work out figures from a deal's claims, so that anybody can repeat them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.references import Deal
from casewright.cli.state import State, answer
from casewright.domain.calculations import CalcType
from casewright.domain.claims import Materiality
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.toolbox.calculations.calc_view import CalcView

app = typer.Typer(no_args_is_help=True)


@app.command()
def run(
    context: typer.Context,
    deal: Deal,
    calc_type: Annotated[CalcType, typer.Argument(help="What is calculated; 'casewright calc formulas' lists them.")],
    inputs: Annotated[
        list[str], typer.Argument(metavar="NAME=CLAIM…", help="Each input of the formula and the claim that says it.")
    ],
    as_claim: Annotated[bool, typer.Option("--as-claim", help="Make the result a derived claim, too.")] = False,
    materiality: Annotated[Materiality, typer.Option(help="Of that claim.")] = Materiality.MEDIUM,
) -> None:
    """Calculate, such as: calc run DEAL RUNWAY cash=CLAIM monthly_burn=CLAIM."""
    from casewright.toolbox.calculations.run_calculation import RunCalculationOutput

    state: State = context.obj
    arguments = {
        "deal_id": deal,
        "calc_type": calc_type,
        "inputs": [_input(text) for text in inputs],
        "as_claim": as_claim,
        "materiality": materiality,
    }
    with state.open() as casewright:
        found = answer(casewright, RunCalculationOutput, "run_calculation", arguments)
    output = state.output
    output.document(found.data)
    _show(output, found.output.calc)
    if found.output.known:
        output.prose("It was calculated before: nothing was added.")
    if found.output.claim is not None:
        claim = found.output.claim
        output.prose(f"claim {claim.claim_id}  {claim.claim_grade}  {show_line(claim.claim_text)}")


@app.command("list")
def list_(
    context: typer.Context,
    deal: Deal,
    calc_type: Annotated[
        CalcType | None, typer.Option("--type", help="Only calculations of this type.", show_default=False)
    ] = None,
) -> None:
    """List a deal's calculations, oldest first."""
    from casewright.toolbox.calculations.list_calculations import ListCalculationsOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(
            casewright, ListCalculationsOutput, "list_calculations", {"deal_id": deal, "calc_type": calc_type}
        )
    output = state.output
    output.document(found.data)
    if not found.output.calculations:
        output.line(
            f"There are no calculations yet. See what there is: casewright calc formulas; "
            f"then: casewright calc run {deal} TYPE NAME=CLAIM…"
        )
    for one in found.output.calculations:
        _show(output, one)


@app.command()
def formulas(context: typer.Context) -> None:
    """List the formulas with the names of their inputs."""
    from casewright.evidence.calculation.formulas import FORMULAS

    state: State = context.obj
    items = [
        {
            "calc_type": kind.value,
            "expression": formula.expression,
            "version": formula.version,
            "inputs": [
                {
                    "name": one.name,
                    "about": one.words,
                    "measure": one.measure.value,
                    "many": one.many,
                    "optional": one.optional,
                }
                for one in formula.inputs
            ],
        }
        for kind, formula in FORMULAS.items()
    ]
    output = state.output
    output.document({"formulas": items})
    for kind, formula in FORMULAS.items():
        output.line(f"{kind.value:<20}{formula.expression}")
        for one in formula.inputs:
            more = "; may repeat" if one.many else "; may be left out" if one.optional else ""
            output.line(f"  {one.name:<18}{one.words}, {one.measure.value}{more}")


def _input(text: str) -> dict[str, str]:
    name, mark, claim = text.partition("=")
    if not (name and mark and claim):
        raise InvalidInput(f"{text!r} is no input: write NAME=CLAIM, such as cash=<id of a claim>")
    return {"name": name, "claim_id": claim}


def _show(output: Output, calc: CalcView) -> None:
    result = calc.shown if calc.shown is not None else calc.remark
    line = f"{calc.grade}  {calc.calc_type} = {show_line(result or '')}  {calc.calc_id}"
    output.line(line)
    for step in calc.explanation:
        output.line(f"     {show_line(step)}")
    output.line(f"     {calc.reproducibility_hash}", style="dim")
