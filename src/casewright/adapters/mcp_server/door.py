"""What a server of the protocol has of an open home: who calls, and the executor that every call goes through."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_REQUEST

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId
from casewright.errors import CasewrightError
from casewright.policy.decisions import Allow
from casewright.tools.admission import Stop
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.matter_names import MATTER_NAMES
from casewright.tools.persons_own import stays_with_people
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.adapters.mcp_server.approval_page import ApprovalPage
    from casewright.adapters.mcp_server.persons_own import WithinMatter
    from casewright.domain.ids import MatterId
    from casewright.policy.policy import Policy
    from casewright.tools.accounts import KeyHolder
    from casewright.tools.active_people import ActivePeople
    from casewright.tools.calls import ToolResult
    from casewright.tools.definition import Tool
    from casewright.tools.executor import Executor
    from casewright.tools.key_scope import KeyScope
    from casewright.tools.registry import Registry
    from casewright.tools.visibility import Visibility


@dataclass(frozen=True, slots=True)
class Block:
    """A block of instructions that is offered as a prompt."""

    name: str
    description: str
    text: str


@dataclass(frozen=True, slots=True)
class Door:
    """Over these parts of a home. ``caller`` is who makes the request that is answered, and what their key is for.

    With ``model_role`` that model calls on the person's behalf; ``matter`` confines every call to that matter.
    ``compose_context`` writes the message that says which matter and document somebody works on.
    """

    executor: Executor
    registry: Registry
    policy: Policy
    people: ActivePeople
    caller: Callable[[], KeyHolder]
    within_matter: WithinMatter
    approvals: ApprovalPage
    blocks: Sequence[Block]
    compose_context: Callable[..., str]
    visibility: Visibility
    state_key: bytes
    model_role: str | None = None
    matter: MatterId | None = None

    @property
    def unchecked(self) -> CallContext:
        """What a call is made within, the caller in the role they came with: the executor asks who they are now."""
        caller = self.caller()
        return self._within(caller.actor, caller.scope)

    async def context(self) -> CallContext:
        """The same for what is listed, the caller in the role that is stored. Raises ``MCPError`` if they left."""
        try:
            caller = self.caller()
            return self._within(await asyncio.to_thread(self.people.acting, caller.actor), caller.scope)
        except Stop as stop:
            raise MCPError(INVALID_REQUEST, stop.message) from None

    def _within(self, person: Actor, scope: KeyScope) -> CallContext:
        matter = self.matter or scope.matter
        if self.model_role is None:
            return CallContext(actor=person, matter=matter, scope=scope)
        model = ActorId(f"{self.model_role}/{person.id}")
        actor = Actor(tenant=person.tenant, id=model, role=self.model_role, kind=ActorKind.MODEL)
        return CallContext(actor=actor, matter=matter, on_behalf_of=person, scope=scope)

    @property
    def principal(self) -> str:
        """Whom state that is handed to a client is bound to."""
        caller = self.caller()
        matter = self.matter or caller.scope.matter or ""
        return "/".join((caller.actor.tenant, caller.actor.id, self.model_role or "", matter))

    async def title(self, context: CallContext) -> str | None:
        """What the context's matter is called; None where it is not to be seen by the person whom the call is for.

        A model that may list no matters is told the one that it was put into.
        """
        within = replace(context, actor=context.on_behalf_of or context.actor, on_behalf_of=None)
        with acting_in(context.tenant):
            return next((one.title for one in await asyncio.to_thread(self.visibility.matters, within)), None)

    def about_matter(self, tool: str, arguments: Mapping[str, object]) -> Mapping[str, object]:
        """The arguments of a call; of a caller who is confined to a matter, about that one where they may name one."""
        matter = self.matter or self.caller().scope.matter
        if matter is None or any(arguments.get(name) is not None for name in MATTER_NAMES):
            return arguments
        with suppress(CasewrightError):  # a tool that cannot be made is the executor's to tell
            found = self.registry.get(tool)
            schema = {} if found is None else found.input_schema
            known, required = schema.get("properties", {}), schema.get("required", [])
            for name in MATTER_NAMES:
                if name in known and name not in required:
                    return {**arguments, name: matter}
        return arguments

    def offered(self, context: CallContext) -> Sequence[Tool]:
        """The tools that the caller may use here, by name."""
        role, behind = context.actor.role, context.on_behalf_of
        chosen = self.registry.select(role=role, policy=self.policy)
        return sorted(
            (
                tool
                for tool in chosen
                if not stays_with_people(tool)
                and context.scope.may_call(tool.name)
                and not (context.matter is not None and self.within_matter.keeps(tool))
                and (behind is None or isinstance(self.policy.decide_behind(behind.role, tool.name), Allow))
            ),
            key=lambda tool: tool.name,
        )

    async def rows(
        self, context: CallContext, tool: str, arguments: Mapping[str, object], field: str
    ) -> Sequence[Mapping[str, Any]]:
        """What a listing tool returned; nothing where it may not be called. Raises ``MCPError`` where it failed."""
        result = await self.call(context, tool, arguments)
        if result.status is Status.DENIED:
            return []
        if not result.success or not isinstance(result.structured, dict):
            raise MCPError(INTERNAL_ERROR, result.content)
        # Any: a row is plain JSON data, as the tool's output model has it.
        rows: Sequence[Mapping[str, Any]] = result.structured[field]
        return rows

    async def call(self, context: CallContext, tool: str, arguments: Mapping[str, object] | None = None) -> ToolResult:
        """Run one call through the executor."""
        return await self.executor.execute(ToolCall(str(uuid4()), tool, arguments or {}), context)
