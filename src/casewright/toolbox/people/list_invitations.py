"""The tool ``list_invitations``: the links that can still be followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from casewright.toolbox.people.invite_user import InvitationView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.open_invitations import can_be_followed

if TYPE_CHECKING:
    from casewright.tools.ports.accounts import InvitationStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.people import UserStore


class ListInvitationsInput(Arguments):
    """Input of the ``list_invitations`` tool: nothing."""


class ListInvitationsOutput(BaseModel):
    """Invitations that are open, oldest first."""

    invitations: list[InvitationView]
    total_count: int


def list_invitations(*, users: UserStore, invitations: InvitationStore, clock: Clock) -> Tool:
    """The tool over these stores."""

    def run(_arguments: ListInvitationsInput, context: CallContext) -> ListInvitationsOutput:
        at = clock.now()
        found = [InvitationView.of(one) for one in invitations.all(context.tenant) if can_be_followed(one, users, at)]
        return ListInvitationsOutput(invitations=found, total_count=len(found))

    return Tool(
        name="list_invitations",
        description="List the invitations that can still be followed: for whom, in which role, by whom, until when.",
        arguments=ListInvitationsInput,
        output=ListInvitationsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("people",),
        reads=("invitations",),
    )
