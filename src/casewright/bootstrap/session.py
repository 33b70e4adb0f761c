"""One person's work on an open home that several share: each act is one call, made as that person."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

from casewright.bootstrap.firewall import case_documents
from casewright.domain.ids import MatterId
from casewright.domain.people import MatterRight
from casewright.tools.calls import CallContext, ToolCall
from casewright.tools.key_scope import WHOLE
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.agents.streaming import Listener
    from casewright.bootstrap.opening import Parts
    from casewright.domain.actors import Actor
    from casewright.domain.ids import BlobId
    from casewright.tools.calls import ToolResult
    from casewright.tools.decisions import Decision
    from casewright.tools.key_scope import KeyScope

E = TypeVar("E")


class Session:
    """Over the parts of an open home; its methods are for the event loop that the home is used on.

    ``matter`` confines every call to that matter; ``scope`` is what the key is for that they brought.
    """

    def __init__(self, parts: Parts, actor: Actor, matter: MatterId | None = None, scope: KeyScope = WHOLE) -> None:
        self.parts = parts
        self.actor = actor
        self.matter = matter
        self.scope = scope

    def context(
        self, *, key: str | None = None, why: str | None = None, deadline: datetime | None = None
    ) -> CallContext:
        """What this person's calls are made within."""
        return CallContext(
            actor=self.actor,
            matter=self.matter,
            idempotency_key=key,
            why=why,
            deadline=deadline,
            scope=self.scope,
        )

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, object] | None = None,
        *,
        key: str | None = None,
        why: str | None = None,
        call_id: str | None = None,
    ) -> ToolResult:
        """Run one tool call; refusals and failures are results too. With ``key`` it runs once, however often asked."""
        call = ToolCall(id=call_id or str(uuid4()), name=tool, arguments=arguments or {})
        return await self.parts.executor.execute(call, self.context(key=key, why=why))

    async def call_heard(
        self, tool: str, arguments: Mapping[str, object], kind: type[E], listener: Listener[E] | None
    ) -> ToolResult:
        """Run one call; ``listener`` hears every event of this kind that an agent tells meanwhile."""
        from casewright.agents.streaming import hear

        with hear(kind, listener):
            return await self.call(tool, arguments)

    async def decide(self, request: str, decision: Decision) -> ToolResult:
        """Take this person's decision on a call that waits; approved, it runs, and its result comes back."""
        return await self.parts.executor.decide(request, decision, self.context())

    def keep(self, matter: str, data: bytes) -> BlobId:
        """Keep bytes that are to become a document of the matter: within an hour, or they are removed again.

        For a case they are held in memory until sealed. Blocks: it writes.
        """
        tenant, materials = self.actor.tenant, self.parts.materials
        with acting_in(tenant):
            if self.is_private(matter):
                return materials.blobs.hold(tenant, data)
            return materials.originals.keep(tenant, data)

    def is_private(self, matter: str) -> bool:
        """Whether bytes for the matter may stand nowhere in clear: it is a case. Blocks: it reads."""
        guard = self.parts.materials.share(case_documents)
        return guard.guards(self.actor.tenant, MatterId(matter.lower()))

    def may_add(self, matter: str) -> bool:
        """Whether the person's part in the matter lets them add to it; their role is the policy's. Blocks: it reads."""
        part = self.parts.materials.visibility.standing(self.context(), MatterId(matter.lower()))
        return part is not None and part.right >= MatterRight.UPLOAD

    def lend(self, data: bytes) -> BlobId:
        """Keep bytes that a call reads and that become no document: within an hour, or they are removed again."""
        with acting_in(self.actor.tenant):
            return self.parts.materials.originals.keep(self.actor.tenant, data)
