"""``casewright serve``: this home over HTTP, for people and programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable

_PORT = "8700"


def serve(
    context: typer.Context,
    at: Annotated[
        str,
        typer.Option(
            metavar="[HOST:]PORT",
            help="Where to listen (default host: 127.0.0.1); port 0 takes a free one.",
        ),
    ] = _PORT,
    migrate: Annotated[
        bool,
        typer.Option("--migrate", help="Bring the schema of a PostgreSQL database up to date first."),
    ] = False,
) -> None:
    """Serve this home over HTTP, for people and programs.

    Each request is made as whoever sends it: by the key, or the session, that it brings.
    """
    from casewright.server.logs import stop_json_lines, write_json_lines
    from casewright.server.running import open_served
    from casewright.server.running import serve as run

    state: State = context.obj
    if state.user_key is not None:
        raise InvalidInput("--as names one person, and here each client brings its own key: leave --as out")
    handler = write_json_lines(of_libraries=True)
    try:
        with open_served(state.home, migrate=migrate) as (home, metrics):
            run(home, metrics, at, _teller(state))
    finally:
        stop_json_lines(handler)


def _teller(state: State) -> Callable[[str, str | None], None]:
    def tell(url: str, link: str | None) -> None:
        if link is not None:
            state.output.note(f"Nobody is here yet: the first to follow {url}{link} within 72 hours is ADMIN.")
        state.output.note(f"Casewright at {url}. Ctrl-C ends it.")

    return tell
