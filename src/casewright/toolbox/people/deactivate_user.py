"""The tool ``deactivate_user``: a key that no longer opens anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.ids import ActorId
from casewright.errors import NotFound
from casewright.toolbox.people.add_user import UserView
from casewright.tools.active_people import ADMINISTRATOR
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.people import UserStore


class DeactivateUserInput(Arguments):
    """Input of the ``deactivate_user`` tool."""

    name: str = Field(description="The user's name")


def deactivate_user(*, users: UserStore, built_in: Collection[TenantId] = ()) -> Tool:
    """The tool over this store. In tenants that are ``built_in`` somebody acts who is not stored, without an ADMIN."""

    def run(arguments: DeactivateUserInput, context: CallContext) -> UserView:
        keep = None if context.tenant in built_in else ADMINISTRATOR
        ended = users.deactivate(context.tenant, ActorId(arguments.name), keep=keep)
        if ended is None:
            raise NotFound(f"User {arguments.name!r} not found: 'casewright users list' shows the names")
        return UserView.of(ended)

    return Tool(
        name="deactivate_user",
        description="Deactivate a user for good: the key is refused from now on, the name is never given again.",
        arguments=DeactivateUserInput,
        output=UserView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people",),
        idempotent=True,
        writes=("a user",),
    )
