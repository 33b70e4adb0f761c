"""The tool ``revoke_api_key``: a key that opens nothing any more, from the next call on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.errors import NotFound
from casewright.toolbox.people.add_api_key import ApiKeyView
from casewright.tools.active_people import ADMINISTRATOR
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.accounts import ApiKeyStore
    from casewright.tools.ports.clock import Clock


class RevokeApiKeyInput(Arguments):
    """Input of the ``revoke_api_key`` tool."""

    key_id: str = Field(description="The key's id, as list_api_keys shows it")


def revoke_api_key(*, api_keys: ApiKeyStore, clock: Clock) -> Tool:
    """The tool over this store."""

    def run(arguments: RevokeApiKeyInput, context: CallContext) -> ApiKeyView:
        key, at = api_keys.get(context.tenant, arguments.key_id), clock.now()
        theirs = key is not None and (key.user == context.actor.id or context.actor.role == ADMINISTRATOR)
        ended = api_keys.revoke(context.tenant, arguments.key_id, at) if theirs else None
        if ended is None:  # somebody else's reads like one that is not there
            raise NotFound(f"API key {arguments.key_id!r} not found: list_api_keys shows the ids")
        return ApiKeyView.of(ended, at)

    return Tool(
        name="revoke_api_key",
        description="Revoke an API key for good, your own or as ADMIN anybody's: its next call is refused.",
        arguments=RevokeApiKeyInput,
        output=ApiKeyView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("people",),
        idempotent=True,
        writes=("an API key",),
    )
