"""The tool ``end_sessions``: a user is signed out everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.ids import ActorId
from casewright.errors import NotFound, Refused
from casewright.tools.active_people import ADMINISTRATOR
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.accounts import SessionStore
    from casewright.tools.ports.people import UserStore


class EndSessionsInput(Arguments):
    """Input of the ``end_sessions`` tool."""

    user: str = Field(description="The user's name; only ADMIN ends those of others")


class EndSessionsOutput(BaseModel):
    """How many sessions there were."""

    user: str
    ended: int


def end_sessions(*, users: UserStore, sessions: SessionStore) -> Tool:
    """The tool over these stores."""

    def run(arguments: EndSessionsInput, context: CallContext) -> EndSessionsOutput:
        user = ActorId(arguments.user)
        if user != context.actor.id and context.actor.role != ADMINISTRATOR:
            raise Refused("Only ADMIN ends the sessions of others: name yourself")
        if users.get(context.tenant, user) is None:
            raise NotFound(f"User {arguments.user!r} not found: 'casewright users list' shows the names")
        return EndSessionsOutput(user=user, ended=sessions.end_all(context.tenant, user))

    return Tool(
        name="end_sessions",
        description="Sign a user out everywhere: every session of theirs ends; API keys are revoked one by one.",
        arguments=EndSessionsInput,
        output=EndSessionsOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people",),
        idempotent=True,
        writes=("sessions",),
    )
