"""The tool ``add_service_account``: a user for a program, which has API keys and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.accounts import UserKind
from casewright.domain.ids import ActorId
from casewright.domain.people import USER_NAME
from casewright.errors import InvalidInput
from casewright.toolbox.people.add_user import UserView, require_role
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.people import UserStore


class AddServiceAccountInput(Arguments):
    """Input of the ``add_service_account`` tool."""

    name: str = Field(description="What it is called: a-z, 0-9, dot, dash and underscore", pattern=USER_NAME)
    role: str = Field(description="Its role, one of the policy's roles for people")


def add_service_account(*, users: UserStore, clock: Clock, roles: Collection[str]) -> Tool:
    """The tool over this store; ``roles`` are those that the policy has for people."""

    def run(arguments: AddServiceAccountInput, context: CallContext) -> UserView:
        require_role(arguments.role, roles)
        added = users.add(
            context.tenant,
            ActorId(arguments.name),
            role=arguments.role,
            at=clock.now(),
            kind=UserKind.SERVICE_ACCOUNT,
            made_by=context.owner,
        )
        if added is None:
            raise InvalidInput(f"The name {arguments.name!r} is taken: choose another, names are used once")
        return UserView.of(added)

    return Tool(
        name="add_service_account",
        description="Add a user for a program: it has no password, acts by API keys, and decides nothing as a person.",
        arguments=AddServiceAccountInput,
        output=UserView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people",),
        writes=("a user",),
    )
