"""How a client is told that a call waits for a person, and hears what came of it.

A client that can open addresses is sent to the page of the request. That it went there, or filled in anything, is no
approval: the answer is not read. Only what a person decided at the executor counts.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import quote
from uuid import uuid4

from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp_types import INVALID_PARAMS, ElicitRequest, ElicitRequestURLParams, InputRequiredResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from casewright.domain.approvals import ApprovalState
from casewright.tools.approval_token import fingerprint
from casewright.tools.approvals import key_of_request
from casewright.tools.calls import SafetyLevel, Status
from casewright.tools.ports.journal import Entry, RecordedResult
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mcp.server.context import ServerRequestContext

    from casewright.tools.calls import CallContext, ToolResult
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.journal import CallJournal

STATE_SECONDS = 3600.0
"""How long a client may keep the state of a call that waits."""
_PATIENCE = 600.0
"""Seconds that a client has to answer that it opened the address."""
_STEP = 0.25
_USED = RecordedResult(Status.SUCCESS.value, "", "null", None, None, "")


@dataclass(frozen=True, slots=True)
class ApprovalPage:
    """Over the requests and the journal. ``url`` is where requests are decided; ``wait`` in seconds.

    The state that a client brings back names the request and is taken once, whichever process takes it: the journal
    keeps which were.
    """

    store: ApprovalStore
    journal: CallJournal
    clock: Clock
    url: str | None
    wait: float

    def address(self, request: str) -> str | None:
        """Where a person decides about the request; None where no such place is set."""
        return None if self.url is None else f"{self.url.rstrip('/')}/{quote(request, safe='')}"

    async def ask(self, ctx: ServerRequestContext[Any, Any], result: ToolResult) -> InputRequiredResult | bool:
        """Send the client to the page of the request that the result waits for.

        On the newer wire that is the answer to the call. On the earlier one the client is asked now; True says that it
        went there. False where it cannot be sent anywhere, would not go, or answered with an error.
        """
        request = result.metadata.approval_id
        address = None if request is None else self.address(request)
        if request is None or address is None or not _opens_addresses(ctx):
            return False
        if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            params = ElicitRequestURLParams(message=result.content, url=address)
            return InputRequiredResult(
                input_requests={"approval": ElicitRequest(params=params)},
                request_state=json.dumps({"approval": request, "nonce": str(uuid4())}),
            )
        try:
            async with asyncio.timeout(_PATIENCE):
                answer = await ctx.session.elicit_url(
                    result.content, address, request, related_request_id=ctx.request_id
                )
        except (NoBackChannelError, TimeoutError, MCPError, ValidationError):
            return False
        return answer.action == "accept"

    async def take(self, state: str, context: CallContext) -> str:
        """The request that the state is about. Raises ``MCPError`` where the state was taken before."""
        told = json.loads(state)
        request, nonce = str(told["approval"]), str(told["nonce"])
        entry = Entry(context.caller, f"mcp.state:{nonce}", request, "mcp.state", self.clock.now())
        with acting_in(context.tenant):
            if await asyncio.to_thread(self.journal.begin, entry) is not None:
                raise MCPError(INVALID_PARAMS, "Invalid or expired requestState", {"reason": "invalid_request_state"})
            await asyncio.to_thread(self.journal.finish, context.caller, entry.key, _USED)
        return request

    async def within(self, context: CallContext, request: str) -> CallContext:
        """The context in which the same call hears what came of the request, once that is known or ``wait`` is over."""
        context = replace(context, idempotency_key=key_of_request(request))
        deadline = asyncio.get_running_loop().time() + self.wait
        while not await asyncio.to_thread(self._is_settled, context, request):
            if asyncio.get_running_loop().time() >= deadline:
                break
            await asyncio.sleep(_STEP)
        return context

    async def heard(self, context: CallContext, result: ToolResult, arguments: Mapping[str, object]) -> ToolResult:
        """The result; in its place what came of the same call after a person approved it.

        A dangerous call that took its own target away is refused by now, since that is out of sight: it was done all
        the same. Nothing else that is out of sight is answered from the record.
        """
        key = context.idempotency_key
        if key is None or not key.startswith(key_of_request("")) or result.metadata.replayed:
            return result
        if result.status is not Status.ERROR or result.metadata.safety_level is not SafetyLevel.DANGEROUS:
            return result
        with acting_in(context.tenant):
            entry = await asyncio.to_thread(self.journal.get, context.caller, key)
        if entry is None or entry.result is None or entry.fingerprint != fingerprint(context, result.tool, arguments):
            return result
        known = entry.result
        return replace(
            result,
            status=Status(known.status),
            content=known.content,
            structured=json.loads(known.structured),
            error=known.error,
            metadata=replace(result.metadata, replayed=True, error_kind=known.error_kind),
        )

    def _is_settled(self, context: CallContext, request: str) -> bool:
        key = key_of_request(request)
        with acting_in(context.tenant):
            found = self.store.standing(context.caller, key, "", self.clock.latest())
            if found is None or found.state is ApprovalState.REJECTED:
                return True
            if found.state is ApprovalState.PENDING:
                return False
            entry = self.journal.get(context.caller, key)
        return entry is not None and entry.result is not None


def _opens_addresses(ctx: ServerRequestContext[Any, Any]) -> bool:
    """Whether the client declared that it can send a person to an address."""
    capabilities = ctx.session.client_capabilities
    return (
        capabilities is not None and capabilities.elicitation is not None and capabilities.elicitation.url is not None
    )
