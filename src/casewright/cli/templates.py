"""``casewright templates``: the clause templates that IQL knows, and those of one's own."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.example_files import read_examples
from casewright.cli.state import State, answer
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.text import Text

    from casewright.iql import Template
    from casewright.toolbox.templates.template_view import TemplateView

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
    own_data = [] if own is None else own.data["templates"]
    output = state.output
    output.document({"templates": [_item(template) for template in BUILTIN.values()], "own": own_data})
    own_rows = [] if own is None else list(_own_rows(own.output.templates))
    output.table((), [*_builtin_rows(), *own_rows], padding=(0, 2, 0, 2))
    output.prose("Try: casewright iql '{IS governing law clause}' contract.pdf")


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
    arguments: dict[str, object] = {"name": name, "replace": replace}
    if positive:
        arguments["positive"] = read_examples(positive)
    if negative:
        arguments["negative"] = read_examples(negative)
    _made(context.obj, "train_template", arguments)


@app.command()
def show(context: typer.Context, name: _Name) -> None:
    """Show a template of your own: the query that it stands for, or its examples."""
    from casewright.toolbox.templates.show_template import ShowTemplateOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ShowTemplateOutput, "show_template", {"name": name})
    output = state.output
    output.document(found.data)
    template = found.output.template
    about = f"{template.usage}  {template.kind} by {template.made_by} on {template.made_at[:10]}"
    output.line(about)
    output.line(_meaning(template))
    for sign, texts in (("+", found.output.positive), ("-", found.output.negative)):
        for text in texts:
            output.line(f"  {sign} {show_line(text)}")


@app.command()
def remove(context: typer.Context, name: _Name) -> None:
    """Ask to remove a template of your own for good, with its examples: somebody has to approve it."""
    from casewright.toolbox.templates.remove_template import RemoveTemplateOutput

    state: State = context.obj
    with state.open() as casewright:
        answer(casewright, RemoveTemplateOutput, "remove_template", {"name": name})


def _made(state: State, tool: str, arguments: Mapping[str, object]) -> None:
    from casewright.toolbox.templates.template_view import TemplateView

    with state.open() as casewright:
        made = answer(casewright, TemplateView, tool, arguments)
    output, usage = state.output, show_line(made.output.usage)
    output.document(made.data)
    output.line(f"{usage} {_meaning(made.output)}")
    output.line(f"Try: casewright iql '{usage}' contract.pdf")


def _builtin_rows() -> Iterator[tuple[Text, Text]]:
    from rich.text import Text

    from casewright.iql import BUILTIN

    for group, templates in groupby(BUILTIN.values(), key=lambda template: template.group):
        yield Text(group, "bold"), Text("")
        for template in templates:
            yield Text(_written(template)), Text(template.meaning)


def _own_rows(own: Sequence[TemplateView]) -> Iterator[tuple[Text, Text]]:
    from rich.text import Text

    if own:
        yield Text("Own", "bold"), Text("")
    for template in own:
        yield Text(show_line(template.usage)), Text(show_line(_meaning(template)))


def _meaning(template: TemplateView) -> str:
    if template.kind == "defined":
        return f"stands for {show_line(template.query or '')}"
    counted = f"trained on {template.positive} examples that fit and {template.negative} that do not"
    stale = "" if template.current else f", with {template.model}: train it again by its name alone"
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
