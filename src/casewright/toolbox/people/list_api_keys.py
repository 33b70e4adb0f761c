"""The tool ``list_api_keys``: one's own keys; for ADMIN everybody's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from casewright.toolbox.people.add_api_key import ApiKeyView
from casewright.tools.active_people import ADMINISTRATOR
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.accounts import ApiKeyStore
    from casewright.tools.ports.clock import Clock


class ListApiKeysInput(Arguments):
    """Input of the ``list_api_keys`` tool: nothing."""


class ListApiKeysOutput(BaseModel):
    """Keys, oldest first, those that open nothing any more included."""

    keys: list[ApiKeyView]
    total_count: int


def list_api_keys(*, api_keys: ApiKeyStore, clock: Clock) -> Tool:
    """The tool over this store."""

    def run(_arguments: ListApiKeysInput, context: CallContext) -> ListApiKeysOutput:
        whose = None if context.actor.role == ADMINISTRATOR else context.actor.id
        at = clock.now()
        found = [ApiKeyView.of(key, at) for key in api_keys.all(context.tenant, whose)]
        return ListApiKeysOutput(keys=found, total_count=len(found))

    return Tool(
        name="list_api_keys",
        description="List your API keys, for ADMIN everybody's: what each may do, and when it was last used.",
        arguments=ListApiKeysInput,
        output=ListApiKeysOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("people",),
        reads=("API keys",),
    )
