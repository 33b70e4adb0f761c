"""The tool ``list_users``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from casewright.toolbox.people.add_user import UserView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.people import UserStore


class ListUsersInput(Arguments):
    """Input of the ``list_users`` tool: nothing."""


class ListUsersOutput(BaseModel):
    """Every user of the tenant by name, those that are not active included."""

    users: list[UserView]
    total_count: int


def list_users(*, users: UserStore) -> Tool:
    """The tool over this store."""

    def run(_arguments: ListUsersInput, context: CallContext) -> ListUsersOutput:
        found = [UserView.of(user) for user in users.all(context.tenant)]
        return ListUsersOutput(users=found, total_count=len(found))

    return Tool(
        name="list_users",
        description="List the users by name, with their roles and whether they are active.",
        arguments=ListUsersInput,
        output=ListUsersOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("people",),
        reads=("the users",),
    )
