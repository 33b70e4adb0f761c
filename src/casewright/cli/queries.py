"""``casewright queries``: IQL queries kept under a name, each for its owner alone."""

from __future__ import annotations

from typing import Annotated

import typer

from casewright.cli.state import State, answer
from casewright.vocabulary.outside_text import show_line

app = typer.Typer(no_args_is_help=True)


@app.command()
def save(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What the query is called.")],
    query: Annotated[str, typer.Argument(help="The IQL query, such as '{IS governing law clause}'.")],
    description: Annotated[str, typer.Option(help="What it is for.")] = "",
    matter: Annotated[
        str | None, typer.Option("--matter", help="Id of the matter it was made for.", show_default=False)
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Take the place of your query of this name.")] = False,
) -> None:
    """Keep a query under a name. Only you see it."""
    from casewright.toolbox.queries.save_query import SavedQueryView

    state: State = context.obj
    arguments = {"name": name, "query": query, "description": description, "matter_id": matter, "replace": replace}
    with state.open() as casewright:
        saved = answer(casewright, SavedQueryView, "save_query", arguments)
    output = state.output
    output.document(saved.data)
    output.line(f"Saved {show_line(saved.output.name)}")


@app.command("list")
def list_(
    context: typer.Context,
    matter: Annotated[
        str | None, typer.Option("--matter", help="Only those made for this matter.", show_default=False)
    ] = None,
) -> None:
    """List the queries that you kept, by name."""
    from casewright.toolbox.queries.list_saved_queries import ListSavedQueriesOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListSavedQueriesOutput, "list_saved_queries", {"matter_id": matter})
    output = state.output
    output.document(found.data)
    if not found.output.queries:
        output.prose("You have kept no queries yet. Keep one: casewright queries save NAME QUERY")
    for one in found.output.queries:
        output.line(f"{show_line(one.name):<24} {show_line(one.query)}")
        if one.description:
            output.line(f"{'':<24} {show_line(one.description)}")
