"""The command ``casewright``: its global options and its commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.commands import Root
from casewright.cli.entry import replace_unprintable, run_app
from casewright.cli.output import Output
from casewright.cli.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence

app = typer.Typer(
    name="casewright",
    cls=Root,
    help="Put contracts into a matter, ask which clauses are there, and open every quote. "
    "Start with [bold]casewright demo[/bold].",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"casewright {version('casewright')}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    home: Annotated[
        Path | None,
        typer.Option(
            "--home",
            envvar="CASEWRIGHT_HOME",
            help="Folder that holds the database, the originals and the keys. Default: the platform's data folder.",
            show_default=False,
        ),
    ] = None,
    user_key: Annotated[
        Path | None,
        typer.Option(
            "--as",
            metavar="KEYFILE",
            help="Act as the user whose personal key file this is (or CASEWRIGHT_USER_KEY). Default: the operating "
            "system's user, ADMIN.",
            show_default=False,
        ),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document on standard output, everything else on the other.")
    ] = False,
    version: Annotated[  # noqa: ARG001 (its callback does the work)
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Hand the global options to the command."""
    context.obj = State(home=home, output=Output(json=json), user_key=user_key)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; ends the process with the exit code. Never shows a traceback unless asked for one."""
    replace_unprintable()
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    return run_app(app, arguments)
