"""``casewright plans``: which plan there is, what is left of it this month, and another plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.case_payment import amount
from casewright.cli.state import State, answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

app = typer.Typer(no_args_is_help=True)


@app.command()
def show(context: typer.Context) -> None:
    """Show your plan, what is left of it this month, and every plan there is with its prices."""
    state: State = context.obj
    with state.open() as casewright:
        shown = answer(casewright, "show_plans")
    _shown(state, shown)


@app.command("set")
def set_(
    context: typer.Context,
    plan: Annotated[str, typer.Argument(metavar="PLAN", help="The plan's name, as 'casewright plans show' lists it.")],
) -> None:
    """Set another plan, from now on; what was used this month stays used."""
    state: State = context.obj
    with state.open() as casewright:
        shown = answer(casewright, "set_plan", {"plan": plan})
    _shown(state, shown)


def _shown(state: State, shown: Mapping[str, Any]) -> None:
    state.output.document(shown)
    if not state.output.json:
        _print(state.output.console(), shown)


def _print(console: Console, shown: Mapping[str, Any]) -> None:
    gone = "" if shown["known"] else ", which is none of these plans: set one with 'casewright plans set PLAN'"
    console.print(f"Your plan is {shown['plan']}{gone}", markup=False, soft_wrap=True)
    for tier, left in shown["left"].items():
        used = shown["used"][tier]
        console.print(f"  tier {tier}: {left} left in {shown['month']}, {used} used", markup=False, soft_wrap=True)
    console.print("Plans, with cases a month by tier and the price of one more:", markup=False)
    for plan in shown["plans"]:
        console.print(f"  {plan['name']:<20} {_units(plan)}", markup=False, soft_wrap=True)


def _units(plan: Mapping[str, Any]) -> str:
    prices = plan["extra_case"]
    return " · ".join(
        f"{units} ({amount(prices[tier]) if tier in prices else 'no more for sale'})"
        for tier, units in plan["units"].items()
    )
