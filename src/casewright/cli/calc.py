"""``casewright calc``: work out figures from a deal's claims, so that anybody can repeat them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.deal import Deal
from casewright.cli.output import one_line
from casewright.cli.state import State, answer
from casewright.domain.calculations import CalcType
from casewright.domain.claims import Materiality
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from rich.console import Console

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
    state: State = context.obj
    arguments = {
        "deal_id": deal,
        "calc_type": calc_type,
        "inputs": [_input(text) for text in inputs],
        "as_claim": as_claim,
        "materiality": materiality,
    }
    with state.open() as casewright:
        found = answer(casewright, "run_calculation", arguments)
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    _show(console, found["calc"])
    if found["known"]:
        console.print("It was calculated before: nothing was added.", markup=False)
    if found["claim"] is not None:
        claim = found["claim"]
        console.print(
            f"claim {claim['claim_id']}  {claim['claim_grade']}  {one_line(claim['claim_text'])}", markup=False
        )


@app.command("list")
def list_(
    context: typer.Context,
    deal: Deal,
    calc_type: Annotated[
        CalcType | None, typer.Option("--type", help="Only calculations of this type.", show_default=False)
    ] = None,
) -> None:
    """List a deal's calculations, oldest first."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_calculations", {"deal_id": deal, "calc_type": calc_type})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["calculations"]:
        console.print(
            f"There are no calculations yet. See what there is: casewright calc formulas; "
            f"then: casewright calc run {deal} TYPE NAME=CLAIM…",
            markup=False,
            soft_wrap=True,
        )
    for one in found["calculations"]:
        _show(console, one)


@app.command()
def formulas(context: typer.Context) -> None:
    """List the formulas with the names of their inputs."""
    from casewright.evidence.calculating.formulas import FORMULAS

    state: State = context.obj
    items: list[dict[str, Any]] = [
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
    state.output.document({"formulas": items})
    if state.output.json:
        return
    console = state.output.console()
    for item in items:
        console.print(f"{item['calc_type']:<20}{item['expression']}", markup=False, soft_wrap=True)
        for one in item["inputs"]:
            more = "; may repeat" if one["many"] else "; may be left out" if one["optional"] else ""
            console.print(f"  {one['name']:<18}{one['about']}, {one['measure']}{more}", markup=False, soft_wrap=True)


def _input(text: str) -> dict[str, str]:
    name, mark, claim = text.partition("=")
    if not (name and mark and claim):
        raise InvalidInput(f"{text!r} is no input: write NAME=CLAIM, such as cash=<id of a claim>")
    return {"name": name, "claim_id": claim}


def _show(console: Console, calc: dict[str, Any]) -> None:
    result = calc["shown"] if calc["shown"] is not None else calc["remark"]
    line = f"{calc['grade']}  {calc['calc_type']} = {one_line(result)}  {calc['calc_id']}"
    console.print(line, markup=False, soft_wrap=True)
    for step in calc["explanation"]:
        console.print(f"     {one_line(step)}", markup=False, soft_wrap=True)
    console.print(f"     {calc['reproducibility_hash']}", style="dim", markup=False, soft_wrap=True)
