"""The tool ``set_role``: a user has another role from the next call on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.ids import ActorId
from casewright.errors import NotFound
from casewright.toolbox.people.add_user import UserView, require_role
from casewright.tools.active_people import ADMINISTRATOR
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.tools.ports.people import UserStore


class SetRoleInput(Arguments):
    """Input of the ``set_role`` tool."""

    user: str = Field(description="The user's name")
    role: str = Field(description="The role from now on, one of the policy's roles for people")


def set_role(*, users: UserStore, roles: Collection[str]) -> Tool:
    """The tool over this store; ``roles`` are those that the policy has for people."""

    def run(arguments: SetRoleInput, context: CallContext) -> UserView:
        require_role(arguments.role, roles)
        changed = users.set_role(context.tenant, ActorId(arguments.user), arguments.role, keep=ADMINISTRATOR)
        if changed is None:
            raise NotFound(f"User {arguments.user!r} not found: 'casewright users list' shows the names")
        return UserView.of(changed)

    return Tool(
        name="set_role",
        description="Give a user another role, from their next call on; the last active ADMIN keeps theirs.",
        arguments=SetRoleInput,
        output=UserView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people",),
        idempotent=True,
        writes=("a user",),
    )
