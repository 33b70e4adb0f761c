"""The tool ``list_participants``: who takes part in a matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.people import Participant, ParticipantRole
from casewright.errors import NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.matter_names import matter_not_found

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.matters import Matter
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.people import ParticipantStore


class ListParticipantsInput(Arguments):
    """Input of the ``list_participants`` tool."""

    matter_id: str = Field(description="UUID of the matter")


class ParticipantView(BaseModel):
    """One who takes part."""

    user: str
    role: ParticipantRole

    @classmethod
    def of(cls, participant: Participant) -> ParticipantView:
        """The view of one participant."""
        return cls(user=participant.user, role=participant.role)


class ParticipantsView(BaseModel):
    """Everybody in a matter: its owner, and who takes part, by name."""

    matter_id: str
    owner: str
    participants: list[ParticipantView]


def existing_matter(matters: MatterStore, tenant: TenantId, matter: MatterId) -> Matter:
    """The matter. Raises ``NotFound`` in the gate's own words where it is gone."""
    found = matters.get(tenant, matter)
    if found is None:
        raise NotFound(matter_not_found(matter))
    return found


def participants_of(matter: Matter, participants: ParticipantStore) -> ParticipantsView:
    """Everybody in the matter, as it is now."""
    found = participants.of_matter(matter.tenant, matter.id)
    return ParticipantsView(
        matter_id=matter.id,
        owner=matter.created_by,
        participants=[ParticipantView.of(participant) for participant in found],
    )


def list_participants(*, matters: MatterStore, participants: ParticipantStore) -> Tool:
    """The tool over these stores."""

    def run(arguments: ListParticipantsInput, context: CallContext) -> ParticipantsView | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        return participants_of(existing_matter(matters, context.tenant, matter), participants)

    return Tool(
        name="list_participants",
        description="List who owns a matter and who takes part in it, each with their part.",
        arguments=ListParticipantsInput,
        output=ParticipantsView,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("people", "matters"),
        reads=("the matter's participants",),
    )
