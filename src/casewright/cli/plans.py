"""``casewright plans``: which plan there is, what is left of it this month, and another plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.case_payment import amount
from casewright.cli.state import Answer, State, answer

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.toolbox.billing.show_plans import PlansView, PlanView

app = typer.Typer(no_args_is_help=True)


@app.command()
def show(context: typer.Context) -> None:
    """Show your plan, what is left of it this month, and every plan there is with its prices."""
    from casewright.toolbox.billing.show_plans import PlansView

    state: State = context.obj
    with state.open() as casewright:
        shown = answer(casewright, PlansView, "show_plans")
    _show(state.output, shown)


@app.command("set")
def set_(
    context: typer.Context,
    plan: Annotated[str, typer.Argument(metavar="PLAN", help="The plan's name, as 'casewright plans show' lists it.")],
) -> None:
    """Set another plan, from now on; what was used this month stays used."""
    from casewright.toolbox.billing.show_plans import PlansView

    state: State = context.obj
    with state.open() as casewright:
        shown = answer(casewright, PlansView, "set_plan", {"plan": plan})
    _show(state.output, shown)


def _show(output: Output, answered: Answer[PlansView]) -> None:
    output.document(answered.data)
    shown = answered.output
    gone = "" if shown.known else ", which is none of these plans: set one with 'casewright plans set PLAN'"
    output.line(f"Your plan is {shown.plan}{gone}")
    for tier, left in shown.left.items():
        used = shown.used[tier]
        output.line(f"  tier {tier}: {left} left in {shown.month}, {used} used")
    output.prose("Plans, with cases a month by tier and the price of one more:")
    for plan in shown.plans:
        output.line(f"  {plan.name:<20} {_units(plan)}")


def _units(plan: PlanView) -> str:
    prices = plan.extra_case
    return " · ".join(
        f"{units} ({amount(prices[tier]) if tier in prices else 'no more for sale'})"
        for tier, units in plan.units.items()
    )
