"""``casewright templates``: the clause templates that IQL knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from casewright.cli.state import State

if TYPE_CHECKING:
    from casewright.iql import Template


def templates(context: typer.Context) -> None:
    """List the templates that a query can use, with what each one means."""
    from casewright.iql import BUILTIN

    state: State = context.obj
    state.output.document({"templates": [_item(template) for template in BUILTIN.values()]})
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
    console.print(table)
    console.print("Try: casewright iql '{IS governing law clause}' contract.pdf", markup=False)


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
