"""``casewright eval``: measure the shipped model on labelled data."""

from __future__ import annotations

import typer

app = typer.Typer(help="Measure the shipped model on labelled data.", no_args_is_help=True)
