"""The tool ``add_api_key``: a key by which a program acts as a user, in some tools, and in one matter where wished."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from pydantic import BaseModel, Field

from casewright.domain.accounts import EVERY_TOOL, ApiKey, UserKind
from casewright.domain.ids import ActorId
from casewright.domain.people import MatterRight
from casewright.errors import InvalidInput, NotFound, Refused
from casewright.toolbox.matter_id import matter_of
from casewright.tools.active_people import ADMINISTRATOR
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.key_scope import GIVE_ACCESS

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from casewright.tools.ports.accounts import ApiKeyStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.people import UserStore

_LONGEST_DAYS = 366


class AddApiKeyInput(Arguments):
    """Input of the ``add_api_key`` tool. The key itself never comes here: whoever makes it sends its hash."""

    name: str = Field(description="What the key is for, as the list shows it", min_length=1, max_length=100)
    key_hash: str = Field(description="SHA-256 of the domain-separated key", pattern="^[0-9a-f]{64}$")
    tools: list[str] | Literal["*"] = Field(description='Names of the tools that it may call; "*" for every one')
    matter_id: str | None = Field(default=None, description="UUID of the only matter that it may work in")
    expires_days: int = Field(default=90, ge=1, le=_LONGEST_DAYS, description="Days until it opens nothing any more")
    user: str | None = Field(default=None, description="The service account whose key it is; left out: your own key")


class ApiKeyView(BaseModel):
    """An API key, without anything about its secret."""

    key_id: str
    user: str
    name: str
    state: Literal["active", "expired", "revoked"]
    tools: list[str]
    matter_id: str | None
    created_at: str
    expires_at: str
    used_at: str | None
    revoked_at: str | None

    @classmethod
    def of(cls, key: ApiKey, at: datetime) -> ApiKeyView:
        """The view of one key, as it is at this time."""
        ended: Literal["expired", "revoked"] = "expired" if key.revoked_at is None else "revoked"
        return cls(
            key_id=key.id,
            user=key.user,
            name=key.name,
            state="active" if key.is_open(at) else ended,
            tools=sorted(key.tools),
            matter_id=key.matter,
            created_at=key.created_at.isoformat(),
            expires_at=key.expires_at.isoformat(),
            used_at=None if key.used_at is None else key.used_at.isoformat(),
            revoked_at=None if key.revoked_at is None else key.revoked_at.isoformat(),
        )


def add_api_key(*, users: UserStore, api_keys: ApiKeyStore, clock: Clock, tools: Collection[str]) -> Tool:
    """The tool over these stores; ``tools`` are all that there are."""

    def run(arguments: AddApiKeyInput, context: CallContext) -> ApiKeyView | Failure:
        confined = None if arguments.matter_id is None else matter_of(arguments.matter_id)
        if isinstance(confined, Failure):
            return confined
        if context.matter is not None and (confined is None or confined != context.matter.lower()):
            raise Refused("You work in one matter alone: name it as matter_id, a key cannot reach further than you do")
        owner, at = _owner(users, context, arguments.user), clock.now()
        made = ApiKey(
            tenant=context.tenant,
            id=str(uuid4()),
            user=owner,
            name=arguments.name,
            hash=arguments.key_hash,
            tools=_known(arguments.tools, tools),
            matter=confined,
            created_by=context.owner,
            created_at=at,
            expires_at=at + timedelta(days=arguments.expires_days),
        )
        if not api_keys.add(made):
            raise InvalidInput("There is a key with this hash already: make another")
        return ApiKeyView.of(made, at)

    return Tool(
        name="add_api_key",
        description="Add a key by which a program acts as you or as a service account, confined as you say.",
        arguments=AddApiKeyInput,
        output=ApiKeyView,
        handler=run,
        atomic=True,
        on_closed=True,  # what it may do in a closed matter is asked at each of its calls
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people",),
        sensitive=frozenset({"key_hash"}),
        writes=("an API key",),
        needs=MatterRight.VIEW,
    )


def _owner(users: UserStore, context: CallContext, named: str | None) -> ActorId:
    """Whose key it becomes: one's own, or a service account's, which ADMIN makes keys for."""
    if named is None or named == context.actor.id:
        own = users.get(context.tenant, context.actor.id)
        if own is None:
            raise InvalidInput(f"{context.actor.id!r} is no stored user and has no keys: an ADMIN adds users")
        return own.id
    if context.actor.role != ADMINISTRATOR:
        raise Refused("Only ADMIN makes keys for others: leave user out for a key of your own")
    found = users.get(context.tenant, ActorId(named))
    if found is None or not found.active:
        raise NotFound(f"User {named!r} not found: 'casewright users list' shows the names")
    if found.kind is not UserKind.SERVICE_ACCOUNT:
        raise Refused(f"{named!r} is a person, who makes keys of their own: name a service account")
    return found.id


def _known(given: list[str] | str, there: Collection[str]) -> frozenset[str]:
    if isinstance(given, str):
        return frozenset({EVERY_TOOL})
    unknown = sorted({*given} - {*there})
    if unknown or not given:
        raise InvalidInput(f"There is no tool {unknown[0]!r}" if unknown else 'Name at least one tool, or "*"')
    wide = sorted(GIVE_ACCESS & {*given})
    if wide:
        raise InvalidInput(f'{wide[0]!r} gives others access, so only a key with tools "*" may call it: leave it out')
    return frozenset(given)
