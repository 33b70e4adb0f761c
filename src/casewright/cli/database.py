"""``casewright database``: bring the database up to date, and see how it stands."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from casewright.cli.exit_codes import FAILED
from casewright.cli.state import State
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.bootstrap.migration import DatabaseState
    from casewright.cli.output import Output

app = typer.Typer(no_args_is_help=True)


@app.command()
def migrate(context: typer.Context) -> None:
    """Bring the database's schema up to date; on PostgreSQL, as its owner, and grant the run-time role what it needs.

    Each new version of Casewright may need it once, before its first start; a home that keeps its own database does it
    by itself. Servers of the version before are stopped meanwhile.
    """
    from casewright.bootstrap.migration import prepare_database
    from casewright.config import read_settings

    state: State = context.obj
    _tell(state.output, prepare_database(read_settings(home=state.home)))


@app.command()
def status(context: typer.Context) -> None:
    """Show the schema's revision, the role, and whether tenants are kept apart; exit code 4 where it is not current."""
    from casewright.bootstrap.migration import database_state
    from casewright.config import read_settings

    state: State = context.obj
    found = database_state(read_settings(home=state.home))
    _tell(state.output, found)
    if not found.is_current:
        raise typer.Exit(FAILED)


def _tell(output: Output, state: DatabaseState) -> None:
    output.document({**asdict(state), "unprotected": list(state.unprotected), "current": state.is_current})
    output.line(f"Database {show_line(state.name)}")
    has = "no schema" if state.revision is None else f"revision {show_line(state.revision)}"
    output.line(f"It has {has}; this version needs {state.needed}.")
    if state.revision != state.needed:
        output.line("Bring it up to date with 'casewright database migrate'.")
    if state.role is None:
        return
    if state.confined:
        output.line(f"The role {show_line(state.role)} sees one tenant's rows at a time: the database sees to it.")
    else:
        output.line(f"{show_line(state.why_not or '')}; see docs/postgresql.md.")
    if state.unprotected:
        output.line(f"Not kept apart by tenant: {', '.join(show_line(name) for name in state.unprotected)}.")
