"""The tool ``unshare_matter``: a user no longer takes part in a matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.ids import ActorId
from casewright.domain.people import MatterRight
from casewright.errors import NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.people.list_participants import ParticipantsView, existing_matter, participants_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.people import ParticipantStore


class UnshareMatterInput(Arguments):
    """Input of the ``unshare_matter`` tool."""

    matter_id: str = Field(description="UUID of the matter")
    user: str = Field(description="Name of the user who no longer takes part")


def unshare_matter(*, matters: MatterStore, participants: ParticipantStore) -> Tool:
    """The tool over these stores."""

    def run(arguments: UnshareMatterInput, context: CallContext) -> ParticipantsView | Failure:
        matter_id = matter_of(arguments.matter_id)
        if isinstance(matter_id, Failure):
            return matter_id
        matter = existing_matter(matters, context.tenant, matter_id)
        if not participants.remove(context.tenant, matter_id, ActorId(arguments.user)):
            raise NotFound(
                f"{arguments.user!r} takes no part in this matter: 'casewright matter participants' lists it"
            )
        return participants_of(matter, participants)

    return Tool(
        name="unshare_matter",
        description="End a user's part in a matter; the matter is out of their sight at once.",
        arguments=UnshareMatterInput,
        output=ParticipantsView,
        handler=run,
        atomic=True,
        on_closed=True,  # who may read it can be said as long as there is something to read
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people", "matters"),
        writes=("the matter's participants",),
        needs=MatterRight.MANAGE,
    )
