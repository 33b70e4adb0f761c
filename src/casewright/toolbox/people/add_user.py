"""The tool ``add_user``: a person gets a name, a role and a key of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.ids import ActorId
from casewright.domain.people import USER_NAME, User
from casewright.errors import InvalidInput
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.people import UserStore


class AddUserInput(Arguments):
    """Input of the ``add_user`` tool. The key itself never comes here: whoever makes it sends its hash."""

    name: str = Field(description="What the user is called: a-z, 0-9, dot, dash and underscore", pattern=USER_NAME)
    role: str = Field(description="The user's role, one of the policy's roles for people")
    key_hash: str = Field(description="SHA-256 of the user's domain-separated key", pattern="^[0-9a-f]{64}$")


class UserView(BaseModel):
    """A user, without anything about their secrets."""

    name: str
    role: str
    active: bool
    created_at: str
    kind: str

    @classmethod
    def of(cls, user: User) -> UserView:
        """The view of one user."""
        return cls(
            name=user.id,
            role=user.role,
            active=user.active,
            created_at=user.created_at.isoformat(),
            kind=user.kind.value,
        )


def require_role(role: str, roles: Collection[str]) -> None:
    """Raise ``InvalidInput`` where the role is none of those for people."""
    if role not in roles:
        known = ", ".join(sorted(roles)) or "none"
        raise InvalidInput(f"There is no role {role!r} for people: the policy has {known}")


def add_user(*, users: UserStore, clock: Clock, roles: Collection[str]) -> Tool:
    """The tool over this store; ``roles`` are those that the policy has for people."""

    def run(arguments: AddUserInput, context: CallContext) -> UserView:
        require_role(arguments.role, roles)
        added = users.add(
            context.tenant,
            ActorId(arguments.name),
            role=arguments.role,
            key_hash=arguments.key_hash,
            at=clock.now(),
        )
        if added is None:
            raise InvalidInput(f"The name {arguments.name!r} or the key is taken: choose another, names are used once")
        return UserView.of(added)

    return Tool(
        name="add_user",
        description="Add a person with a role; whoever holds the key whose hash is given is that person.",
        arguments=AddUserInput,
        output=UserView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people",),
        sensitive=frozenset({"key_hash"}),
        writes=("a user",),
    )
