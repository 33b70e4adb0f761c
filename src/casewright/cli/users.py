"""``casewright users``: who there is beside the operating system's user, each with a key of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from casewright.cli.state import State, answer, checked

app = typer.Typer(no_args_is_help=True)

_Name = Annotated[str, typer.Argument(help="What the user is called: a-z, 0-9, dot, dash and underscore.")]


@app.command()
def add(
    context: typer.Context,
    name: _Name,
    role: Annotated[str, typer.Option(help="ADMIN, PARTNER, ANALYST, CLIENT or AUDITOR.", show_default=False)],
    key_file: Annotated[
        Path | None,
        typer.Option(help="Where the key is written. Default: keys/NAME.key in the home.", show_default=False),
    ] = None,
) -> None:
    """Add a user and write their key into a file, once: only its hash is stored."""
    state: State = context.obj
    with state.open() as casewright:
        path, result = casewright.add_user(name, role, key_file)
    user = checked(result)
    state.output.document({**user, "key_file": str(path)})
    if not state.output.json:
        console = state.output.console()
        console.print(f"{user['name']} is {user['role']}. The key is in {path}", markup=False, soft_wrap=True)
        console.print("Hand it over in private; nobody can make it again.", markup=False, soft_wrap=True)
        console.print(f"Next: casewright --as {path} matter list", markup=False, soft_wrap=True)


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the users by name."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_users")
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["users"]:
        console.print("There are no users yet. Add one: casewright users add NAME --role ROLE", markup=False)
        return
    for user in found["users"]:
        ended = "" if user["active"] else "  deactivated"
        since = user["created_at"][:10]
        console.print(f"{user['name']:<20} {user['role']:<8} {since}{ended}", markup=False, soft_wrap=True)


@app.command()
def deactivate(context: typer.Context, name: _Name) -> None:
    """Deactivate a user for good: the key is refused from now on, the name is never given again."""
    state: State = context.obj
    with state.open() as casewright:
        user = answer(casewright, "deactivate_user", {"name": name})
    state.output.document(user)
    if not state.output.json:
        state.output.console().print(f"{user['name']} is deactivated.", markup=False)
