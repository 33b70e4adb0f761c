"""The tool ``link_identity``: a user whom an OpenID provider knows, and may sign in there from now on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.accounts import Identity, UserKind
from casewright.domain.ids import ActorId
from casewright.errors import InvalidInput, NotFound
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.accounts import IdentityStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.people import UserStore


class LinkIdentityInput(Arguments):
    """Input of the ``link_identity`` tool."""

    user: str = Field(description="The user's name")
    issuer: str = Field(description="The provider, as it calls itself: an address", min_length=1, max_length=500)
    subject: str = Field(description="How the provider calls the person, for good", min_length=1, max_length=255)


class IdentityView(BaseModel):
    """Who is known by which identity."""

    user: str
    issuer: str
    subject: str


def link_identity(*, users: UserStore, identities: IdentityStore, clock: Clock) -> Tool:
    """The tool over these stores."""

    def run(arguments: LinkIdentityInput, context: CallContext) -> IdentityView:
        user = users.get(context.tenant, ActorId(arguments.user))
        if user is None or not user.active or user.kind is not UserKind.PERSON:
            raise NotFound(f"Person {arguments.user!r} not found: 'casewright users list' shows the names")
        linked = Identity(context.tenant, arguments.issuer, arguments.subject, user.id, clock.now())
        if not identities.add(linked):
            raise InvalidInput("This identity is another user's already: it can be one user's alone")
        return IdentityView(user=user.id, issuer=linked.issuer, subject=linked.subject)

    return Tool(
        name="link_identity",
        description="Let a person sign in at an OpenID provider, by the subject that it knows them as.",
        arguments=LinkIdentityInput,
        output=IdentityView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people",),
        idempotent=True,
        writes=("an identity of a user",),
    )
