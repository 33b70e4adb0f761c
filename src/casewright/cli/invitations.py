"""``casewright invitations``: the links by which people become users of a server, and how one is taken back."""

from __future__ import annotations

from typing import Annotated

import typer

from casewright.cli.state import State, answer
from casewright.vocabulary.outside_text import show_line

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the invitations that can still be followed, oldest first."""
    from casewright.toolbox.people.list_invitations import ListInvitationsOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListInvitationsOutput, "list_invitations")
    output = state.output
    output.document(found.data)
    if not found.output.invitations:
        output.prose("No invitation is open. Make one: casewright invitations make NAME --role ROLE")
    for one in found.output.invitations:
        until = f"until {one.expires_at[:16].replace('T', ' ')} UTC"
        name = one.name or "any name"
        output.line(f"{one.invitation_id}  {show_line(name):<20} {one.role:<8} {until}  by {show_line(one.invited_by)}")


@app.command()
def revoke(
    context: typer.Context,
    invitation: Annotated[str, typer.Argument(help="The invitation's id, as 'casewright invitations list' shows it.")],
) -> None:
    """Take an invitation back: its link makes nobody a user any more."""
    from casewright.toolbox.people.invite_user import InvitationView

    state: State = context.obj
    with state.open() as casewright:
        revoked = answer(casewright, InvitationView, "revoke_invitation", {"invitation_id": invitation})
    state.output.document(revoked.data)
    state.output.prose(f"The invitation of {show_line(revoked.output.name or 'any name')} is taken back.")
