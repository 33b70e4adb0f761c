"""``casewright mcp``: this home's tools, documents and prompts for clients of the Model Context Protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable


def mcp(
    context: typer.Context,
    http: Annotated[
        str | None,
        typer.Option(
            metavar="[HOST:]PORT",
            help="Serve over HTTP there (default host: 127.0.0.1), to whoever brings a personal key as bearer token; "
            "port 0 takes a free one. Left out: one client, over standard input and output, as yourself.",
            show_default=False,
        ),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(
            help="A role of models, such as document_agent: calls are made by that model, on the person's behalf.",
            show_default=False,
        ),
    ] = None,
    matter: Annotated[
        str | None,
        typer.Option(help="Confine every call to this matter: its id, number or title.", show_default=False),
    ] = None,
) -> None:
    """Serve the tools that your role may use to an MCP client, such as a desktop assistant."""
    from casewright.bootstrap.mcp_door import serve_http, serve_stdio
    from casewright.cli.log_notes import warnings_shown

    state: State = context.obj
    # What these libraries warn of may hold what a client sent.
    with warnings_shown(state.output, "mcp", "uvicorn"):
        if http is None:
            serve_stdio(state.home, state.user_key, role, matter)
            return
        if state.user_key is not None:
            raise InvalidInput("--as names one person, and over HTTP each client brings its own key: leave --as out")
        serve_http(state.home, http, role, matter, _teller(state))


def _teller(state: State) -> Callable[[str, str], None]:
    def tell(url: str, listens: str) -> None:
        state.output.note(f"MCP at {url}, listening at {listens}. Ctrl-C ends it.")

    return tell
