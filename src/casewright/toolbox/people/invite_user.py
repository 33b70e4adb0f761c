"""The tool ``invite_user``: a link by which a person becomes a user, with a password of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.accounts import INVITATION_ENDS, Invitation
from casewright.domain.ids import ActorId
from casewright.domain.people import USER_NAME
from casewright.errors import InvalidInput
from casewright.toolbox.people.add_user import require_role
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.tools.ports.accounts import InvitationStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.people import UserStore


class InviteUserInput(Arguments):
    """Input of the ``invite_user`` tool. The link's secret never comes here: whoever makes it sends its hash."""

    name: str = Field(description="What the user will be called: a-z, 0-9, dot, dash, underscore", pattern=USER_NAME)
    role: str = Field(description="The role they will have, one of the policy's roles for people")
    invitation_hash: str = Field(
        description="SHA-256 of the domain-separated secret of the link", pattern="^[0-9a-f]{64}$"
    )


class InvitationView(BaseModel):
    """An invitation, without anything about its secret. Without ``name`` whoever follows it chooses one."""

    invitation_id: str
    name: str | None
    role: str
    invited_by: str
    created_at: str
    expires_at: str

    @classmethod
    def of(cls, invitation: Invitation) -> InvitationView:
        """The view of one."""
        return cls(
            invitation_id=invitation.id,
            name=invitation.name,
            role=invitation.role,
            invited_by=invitation.invited_by,
            created_at=invitation.created_at.isoformat(),
            expires_at=invitation.expires_at.isoformat(),
        )


def invite_user(*, users: UserStore, invitations: InvitationStore, clock: Clock, roles: Collection[str]) -> Tool:
    """The tool over these stores; ``roles`` are those that the policy has for people."""

    def run(arguments: InviteUserInput, context: CallContext) -> InvitationView:
        require_role(arguments.role, roles)
        name, at = ActorId(arguments.name), clock.now()
        if users.get(context.tenant, name) is not None:
            raise InvalidInput(f"The name {arguments.name!r} is taken: choose another, names are used once")
        ends, by = at + INVITATION_ENDS, context.owner
        made = Invitation(context.tenant, arguments.invitation_hash, name, arguments.role, by, at, ends)
        if not invitations.add(made):
            raise InvalidInput("There is an invitation with this hash already: make another secret")
        return InvitationView.of(made)

    return Tool(
        name="invite_user",
        description="Invite a person: whoever follows the link becomes that user, once, within 72 hours.",
        arguments=InviteUserInput,
        output=InvitationView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people",),
        sensitive=frozenset({"invitation_hash"}),
        writes=("an invitation",),
    )
