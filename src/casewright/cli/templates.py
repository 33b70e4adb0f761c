"""``casewright templates``: the clause templates that IQL knows, and those of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.example_files import read_examples
from casewright.cli.output import one_line, printable
from casewright.cli.state import State, answer

if TYPE_CHECKING:
    from rich.table import Table

    from casewright.iql import Template

app = typer.Typer()

_Name = Annotated[str, typer.Argument(help="What queries call it; upper and lower case are the same.")]
_Replace = Annotated[bool, typer.Option("--replace", help="Replace a template of this name.")]


@app.callback(invoke_without_command=True)
def templates(context: typer.Context) -> None:
    """List clause templates, and make templates of your own."""
    if context.invoked_subcommand is None:
        list_(context)


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the templates that a query can use, with what each one means."""
    from casewright.iql import BUILTIN

    state: State = context.obj
    own = state.own_templates()
    state.output.document({"templates": [_item(template) for template in BUILTIN.values()], "own": own})
    if state.output.json:
        return
    from rich.table import Table

    console = state.output.console()
    group = None
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for template in BUILTIN.values():
        if template.group != group:
            group = template.group
            table.add_row(f"[bold]{group}[/bold]", "")
        table.add_row(_written(template).replace("[", "\\["), template.meaning)
    _add_own(table, own)
    console.print(table)
    console.print("Try: casewright iql '{IS governing law clause}' contract.pdf", markup=False)


@app.command()
def define(
    context: typer.Context,
    name: _Name,
    query: Annotated[str, typer.Argument(help="The IQL query that it stands for.")],
    argument: Annotated[
        str | None,
        typer.Option(help="What its argument is called; <that> stands for it in the query.", show_default=False),
    ] = None,
    replace: _Replace = False,
) -> None:
    """Define a template that stands for a query, such as: uncapped '{IS indemnity clause} AND NOT {…}'."""
    arguments = {"name": name, "query": query, "argument": argument, "replace": replace}
    _made(context.obj, "define_template", arguments)


@app.command()
def train(
    context: typer.Context,
    name: _Name,
    positive: Annotated[
        list[Path] | None,
        typer.Option(help="A text file with clauses that fit, blank lines between them; may repeat."),
    ] = None,
    negative: Annotated[
        list[Path] | None,
        typer.Option(help="A text file with clauses that do not fit, though they might seem to; may repeat."),
    ] = None,
    replace: _Replace = False,
) -> None:
    """Train a template on 8 to 32 examples. Without examples: again, on those that are stored."""
    arguments: dict[str, Any] = {"name": name, "replace": replace}
    if positive:
        arguments["positive"] = read_examples(positive)
    if negative:
        arguments["negative"] = read_examples(negative)
    _made(context.obj, "train_template", arguments)


@app.command()
def show(context: typer.Context, name: _Name) -> None:
    """Show a template of your own: the query that it stands for, or its examples."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "show_template", {"name": name})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    template = found["template"]
    about = f"{template['usage']}  {template['kind']} by {template['made_by']} on {template['made_at'][:10]}"
    console.print(printable(about), markup=False, soft_wrap=True)
    console.print(_meaning(template), markup=False, soft_wrap=True)
    for sign, texts in (("+", found["positive"]), ("-", found["negative"])):
        for text in texts:
            console.print(f"  {sign} {one_line(text)}", markup=False, soft_wrap=True)


@app.command()
def remove(context: typer.Context, name: _Name) -> None:
    """Ask to remove a template of your own for good, with its examples: somebody has to approve it."""
    state: State = context.obj
    with state.open() as casewright:
        answer(casewright, "remove_template", {"name": name})


def _made(state: State, tool: str, arguments: dict[str, Any]) -> None:
    with state.open() as casewright:
        template = answer(casewright, tool, arguments)
    state.output.document(template)
    if not state.output.json:
        console = state.output.console()
        console.print(f"{printable(template['usage'])} {_meaning(template)}", markup=False, soft_wrap=True)
        console.print(
            f"Try: casewright iql '{printable(template['usage'])}' contract.pdf", markup=False, soft_wrap=True
        )


def _add_own(table: Table, own: list[dict[str, Any]]) -> None:
    if own:
        table.add_row("[bold]Own[/bold]", "")
    for template in own:
        written, meaning = (one_line(text).replace("[", "\\[") for text in (template["usage"], _meaning(template)))
        table.add_row(written, meaning)


def _meaning(template: dict[str, Any]) -> str:
    if template["kind"] == "defined":
        return f"stands for {printable(template['query'])}"
    counted = f"trained on {template['positive']} examples that fit and {template['negative']} that do not"
    stale = "" if template["current"] else f", with {template['model']}: train it again by its name alone"
    return counted + stale


def _item(template: Template) -> dict[str, object]:
    return {
        "name": template.name,
        "argument": template.parameter,
        "group": template.group,
        "meaning": template.meaning,
        "example": template.example,
    }


def _written(template: Template) -> str:
    argument = f' "<{template.parameter}>"' if template.parameter else ""
    return f"{{IS {template.name}{argument}}}"
