"""``casewright matter``: create and list matters."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from casewright.cli.state import State, answer

app = typer.Typer(help="Create and list matters, deals and cases.", no_args_is_help=True)


class Kind(StrEnum):
    """The kinds of matter."""

    MATTER = "matter"
    DEAL = "deal"
    CASE = "case"


@app.command()
def create(
    context: typer.Context,
    title: Annotated[str, typer.Argument(help="What the matter is called.")],
    kind: Annotated[Kind, typer.Option(help="matter, deal (with claims and debates) or case.")] = Kind.MATTER,
    description: Annotated[str, typer.Option(help="What it is about.")] = "",
    jurisdiction: Annotated[str | None, typer.Option(help="Such as 'England and Wales'.", show_default=False)] = None,
) -> None:
    """Open a new matter and print its id."""
    state: State = context.obj
    arguments = {"title": title, "kind": kind.value, "description": description, "jurisdiction": jurisdiction}
    with state.open() as casewright:
        matter = answer(casewright, "create_matter", arguments)
    state.output.document(matter)
    if not state.output.json:
        console = state.output.console()
        console.print(f"{matter['number']}  {matter['title']}", markup=False)
        console.print(f"id {matter['matter_id']}", markup=False, soft_wrap=True)
        console.print(f"Next: casewright ingest {matter['matter_id']} PATH…", markup=False, soft_wrap=True)


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the matters, newest first."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_matters")
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["matters"]:
        console.print("There are no matters yet. Create one: casewright matter create TITLE", markup=False)
        return
    for matter in found["matters"]:
        line = f"{matter['number']:<12} {matter['kind']:<7} {matter['status']:<9} {matter['matter_id']}  "
        console.print(line + matter["title"], markup=False, soft_wrap=True)
