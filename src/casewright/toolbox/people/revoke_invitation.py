"""The tool ``revoke_invitation``: a link that nobody can follow any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.errors import NotFound
from casewright.toolbox.people.invite_user import InvitationView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.open_invitations import can_be_followed

if TYPE_CHECKING:
    from casewright.tools.ports.accounts import InvitationStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.people import UserStore


class RevokeInvitationInput(Arguments):
    """Input of the ``revoke_invitation`` tool."""

    invitation_id: str = Field(description="The invitation's id, as list_invitations shows it")


def revoke_invitation(*, users: UserStore, invitations: InvitationStore, clock: Clock) -> Tool:
    """The tool over these stores."""

    def run(arguments: RevokeInvitationInput, context: CallContext) -> InvitationView:
        at = clock.now()
        found = next((one for one in invitations.all(context.tenant) if one.id == arguments.invitation_id), None)
        there = found is not None and can_be_followed(found, users, at)
        if found is None or not there or not invitations.take_back(context.tenant, found.hash):
            raise NotFound(f"Invitation {arguments.invitation_id!r} not found: list_invitations shows the open ones")
        return InvitationView.of(found)

    return Tool(
        name="revoke_invitation",
        description="Take an invitation back: its link makes nobody a user any more.",
        arguments=RevokeInvitationInput,
        output=InvitationView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people",),
        writes=("an invitation",),
    )
