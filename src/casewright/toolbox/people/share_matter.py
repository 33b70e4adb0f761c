"""The tool ``share_matter``: a user takes part in a matter from now on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.ids import ActorId
from casewright.domain.people import MatterRight, Participant, ParticipantRole
from casewright.errors import InvalidInput, NotFound
from casewright.policy.visibility import Sight, sight_of
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.people.list_participants import ParticipantsView, existing_matter, participants_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.people import ParticipantStore, UserStore


class ShareMatterInput(Arguments):
    """Input of the ``share_matter`` tool."""

    matter_id: str = Field(description="UUID of the matter")
    user: str = Field(description="Name of the user who takes part from now on")
    role: ParticipantRole = Field(description="counsel: everything in it; client: view and upload; observer: view")


def share_matter(*, matters: MatterStore, participants: ParticipantStore, users: UserStore) -> Tool:
    """The tool over these stores."""

    def run(arguments: ShareMatterInput, context: CallContext) -> ParticipantsView | Failure:
        matter_id = matter_of(arguments.matter_id)
        if isinstance(matter_id, Failure):
            return matter_id
        matter = existing_matter(matters, context.tenant, matter_id)
        user = ActorId(arguments.user)
        if user == matter.created_by:
            raise InvalidInput(f"{arguments.user!r} owns this matter and has every right in it: choose another user")
        _require_somebody_who_can_see(users, context.tenant, user)
        participants.put(Participant(context.tenant, matter_id, user, arguments.role))
        return participants_of(matter, participants)

    return Tool(
        name="share_matter",
        description="Let a user take part in a matter as counsel, client or observer; a new part replaces the old one.",
        arguments=ShareMatterInput,
        output=ParticipantsView,
        handler=run,
        atomic=True,
        on_closed=True,  # who may read it can be said as long as there is something to read
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people", "matters"),
        idempotent=True,
        writes=("the matter's participants",),
        needs=MatterRight.MANAGE,
    )


def _require_somebody_who_can_see(users: UserStore, tenant: TenantId, name: ActorId) -> None:
    user = users.get(tenant, name)
    if user is None or not user.active:
        raise NotFound(f"User {name!r} not found: 'casewright users add' adds one")
    if sight_of(user.role) is Sight.NONE:
        raise InvalidInput(f"{name!r} is {user.role}, a role that sees no matter: choose another user")
