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
    from casewright.toolbox.people.add_user import UserView

    state: State = context.obj
    with state.open() as casewright:
        path, result = casewright.add_user(name, role, key_file)
    added = checked(result, UserView)
    output, user = state.output, added.output
    output.document({**added.data, "key_file": str(path)})
    output.line(f"{user.name} is {user.role}. The key is in {path}")
    output.line("Hand it over in private; nobody can make it again.")
    if user.role == "ADMIN" and state.user_key is None:
        output.line("From now on everybody acts with a key of their own: without --as nothing is permitted any more.")
    output.line(f"Next: casewright --as {path} matter list")


@app.command()
def invite(
    context: typer.Context,
    name: _Name,
    role: Annotated[str, typer.Option(help="ADMIN, PARTNER, ANALYST, CLIENT or AUDITOR.", show_default=False)],
) -> None:
    """Invite somebody to the server: print the path of a link, once, by which they choose a password."""
    from casewright.toolbox.people.invite_user import InvitationView

    state: State = context.obj
    with state.open() as casewright:
        path, result = casewright.invite_user(name, role)
    invited = checked(result, InvitationView)
    output, view = state.output, invited.output
    output.document({**invited.data, "path": path})
    output.line(f"{view.name} is invited as {view.role}. The link works once, until {view.expires_at[:16]} UTC:")
    output.line(path)
    output.prose("Put the server's address before it and hand it over in private; nobody can show it again.")


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the users by name."""
    from casewright.toolbox.people.list_users import ListUsersOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListUsersOutput, "list_users")
    output = state.output
    output.document(found.data)
    if not found.output.users:
        output.prose("There are no users yet. Add one: casewright users add NAME --role ROLE")
        return
    for user in found.output.users:
        program = "" if user.kind == "person" else "  service account"
        ended = "" if user.active else "  deactivated"
        since = user.created_at[:10]
        output.line(f"{user.name:<20} {user.role:<8} {since}{program}{ended}")


@app.command()
def deactivate(context: typer.Context, name: _Name) -> None:
    """Deactivate a user for good: the key is refused from now on, the name is never given again."""
    from casewright.toolbox.people.add_user import UserView

    state: State = context.obj
    with state.open() as casewright:
        user = answer(casewright, UserView, "deactivate_user", {"name": name})
    state.output.document(user.data)
    state.output.prose(f"{user.output.name} is deactivated.")
