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
) -> None:
    """Serve this home over HTTP: each request is made as the person or program whose key it brings."""
    from casewright.cli.log_notes import warnings_shown
    from casewright.server.running import serve as run

    state: State = context.obj
    if state.user_key is not None:
        raise InvalidInput("--as names one person, and here each client brings its own key: leave --as out")
    with warnings_shown(state.output, "uvicorn"), state.open() as home:
        run(home, at, _teller(state))


def _teller(state: State) -> Callable[[str], None]:
    def tell(url: str) -> None:
        state.output.note(f"Casewright at {url}. Ctrl-C ends it.")

    return tell
