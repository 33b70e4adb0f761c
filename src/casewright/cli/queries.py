"""``casewright queries``: IQL queries kept under a name, each for its owner alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.exit_codes import DONE, INVALID
from casewright.cli.references import MATTER, Documents
from casewright.cli.scopes import Scope
from casewright.cli.state import State, answer
from casewright.cli.thresholds import DEFAULT, Threshold, threshold_of
from casewright.errors import InvalidInput, NotFound
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.bootstrap.home import Casewright
    from casewright.toolbox.queries.save_query import SavedQueryView

app = typer.Typer(no_args_is_help=True)
_Name = Annotated[str, typer.Argument(help="What the query is called.")]


@app.command()
def save(
    context: typer.Context,
    name: _Name,
    query: Annotated[
        str, typer.Argument(help="The IQL query, such as '{IS governing law clause}', or words with --plain.")
    ],
    description: Annotated[str, typer.Option(help="What it is for.")] = "",
    matter: Annotated[
        str | None, typer.Option("--matter", help=f"What it was made for. {MATTER}", show_default=False)
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Take the place of your query of this name.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="QUERY is in plain words; what the query does not say of them is kept.")
    ] = False,
) -> None:
    """Keep a query under a name. Only you see it."""
    from casewright.iql.plain_words import translate
    from casewright.toolbox.queries.save_query import SavedQueryView

    state: State = context.obj
    arguments = {"name": name, "query": query, "description": description, "matter_id": matter, "replace": replace}
    if plain:
        made = translate(query)
        whole = " Asks of whole documents: run it with --scope document." if made.scope == "document" else ""
        arguments |= {"query": made.iql, "words": query, "description": f"{description}{whole}".strip()}
    with state.open() as casewright:
        saved = answer(casewright, SavedQueryView, "save_query", arguments)
    output = state.output
    output.document(saved.data)
    output.line(f"Saved {show_line(saved.output.name)}")
    if plain:
        output.line(f"IQL   {show_line(saved.output.query)}")
    if plain and saved.output.description:
        output.line(show_line(saved.output.description))


@app.command()
def run(
    context: typer.Context,
    name: _Name,
    matter: Annotated[
        str | None,
        typer.Option("--matter", help=f"{MATTER} Default: the one it was made for.", show_default=False),
    ] = None,
    document: Documents = None,
    threshold: Threshold = DEFAULT,
    scope: Annotated[Scope, typer.Option(help="Score each chunk, or each document as a whole.")] = Scope.CHUNK,
    top: Annotated[
        int, typer.Option(help="Clauses listed per document; counts, averages and JSON have all.", min=0)
    ] = 3,
) -> int:
    """Ask a matter with a query that you kept."""
    from casewright.cli.query_results import show_results
    from casewright.toolbox.queries.isaacus_iql import IsaacusIQLOutput

    state: State = context.obj
    least = threshold_of(threshold)
    with state.open() as casewright:
        kept = _kept(casewright, name)
        asked = matter if matter is not None else kept.matter_id
        if asked is None:
            raise InvalidInput(f"{name!r} was made for no matter: name one with --matter")
        arguments = {"matter_id": asked, "query": kept.query, "document_ids": document, "threshold": least}
        arguments |= {"scope": scope.value}
        found = answer(casewright, IsaacusIQLOutput, "isaacus_iql", arguments)
    state.output.document({**found.data, "name": kept.name, "query": kept.query, "description": kept.description})
    state.output.line(f"{show_line(kept.name)}: {show_line(kept.query)}")
    if kept.description:
        state.output.line(show_line(kept.description))
    show_results(state.output, found.output, top=top)
    return INVALID if all(result["error"] for result in found.output.document_results) else DONE


@app.command()
def delete(context: typer.Context, name: _Name) -> None:
    """Delete a query that you kept."""
    from casewright.toolbox.queries.delete_saved_query import DeleteSavedQueryOutput

    state: State = context.obj
    with state.open() as casewright:
        gone = answer(casewright, DeleteSavedQueryOutput, "delete_saved_query", {"name": name})
    state.output.document(gone.data)
    state.output.line(f"Deleted {show_line(gone.output.name)}")


def _kept(casewright: Casewright, name: str) -> SavedQueryView:
    """One's own query of this name. Raises ``NotFound`` with the nearest ones."""
    from casewright.bootstrap.references import nearest
    from casewright.toolbox.queries.list_saved_queries import ListSavedQueriesOutput

    own = answer(casewright, ListSavedQueriesOutput, "list_saved_queries").output.queries
    found = next((one for one in own if one.name == name.strip()), None)
    if found is None:
        near = nearest(name, [one.name for one in own])
        told = f"nearest: {', '.join(map(repr, near))}" if near else "'casewright queries list' shows yours"
        raise NotFound(f"You have no query called {name!r}: {told}")
    return found


@app.command("list")
def list_(
    context: typer.Context,
    matter: Annotated[
        str | None, typer.Option("--matter", help=f"Only those made for it. {MATTER}", show_default=False)
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
