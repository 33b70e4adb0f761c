"""Tools and their results in the words of the protocol."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, InputRequiredResult, ListToolsResult, TextContent, Tool

from casewright.tools.calls import SafetyLevel, Status
from casewright.tools.schemas import export

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mcp.server.context import ServerRequestContext
    from mcp_types import CallToolRequestParams, PaginatedRequestParams

    from casewright.adapters.mcp_server.door import Door
    from casewright.tools import definition
    from casewright.tools.calls import CallContext, ToolResult

META = "casewright/result"
"""Where a result's ``_meta`` says how the call ended, in our own words."""
KEY = "casewright/idempotency_key"
"""Where a request's ``_meta`` may name the call: the second time it is answered from the record."""
_LONGEST_KEY = 200
_NO_FAILURE = (Status.SUCCESS, Status.APPROVAL_REQUIRED)


class ToolCalls:
    """The handlers of ``tools/list`` and ``tools/call``."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._described: dict[str, Tool] = {}

    async def list_tools(
        self, _ctx: ServerRequestContext[Any, Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """The tools that the caller may use, by name, on one page."""
        context = await self._door.context()
        return ListToolsResult(tools=await asyncio.to_thread(self._offered, context))

    async def call_tool(
        self, ctx: ServerRequestContext[Any, Any], params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        """Run the call. One that waits for a person says so, and sends the client to them where it can go there."""
        door = self._door
        arguments = await asyncio.to_thread(door.about_matter, params.name, params.arguments or {})
        context = door.unchecked
        meta: Mapping[str, object] = dict(ctx.meta or {})
        if KEY in meta:
            key = meta[KEY]
            if not isinstance(key, str) or not 0 < len(key) <= _LONGEST_KEY or not key.isprintable():
                told = f"{KEY!r} in _meta names a call: give it one line of text, {_LONGEST_KEY} characters at most"
                raise MCPError(INVALID_PARAMS, told)
            context = replace(context, idempotency_key=key)
        if params.request_state is not None:
            waiting = await door.approvals.take(params.request_state, context)
            return call_result(await self._after(waiting, params.name, arguments))
        result = await door.call(context, params.name, arguments)
        request = result.metadata.approval_id
        if result.status is Status.APPROVAL_REQUIRED and request is not None:
            asked = await door.approvals.ask(ctx, result)
            if isinstance(asked, InputRequiredResult):
                return asked
            if asked:
                result = await self._after(request, params.name, arguments)
        return call_result(await door.approvals.heard(context, result, arguments))

    async def _after(self, request: str, tool: str, arguments: Mapping[str, object]) -> ToolResult:
        """What came of the call that waited for this request, or that it still waits."""
        approvals = self._door.approvals
        context = await approvals.within(self._door.unchecked, request)
        return await approvals.heard(context, await self._door.call(context, tool, arguments), arguments)

    def _offered(self, context: CallContext) -> list[Tool]:
        """The tools in the words of the protocol, each put into them once: schemas take a while to make."""
        found = self._door.offered(context)
        for tool in found:
            if tool.name not in self._described:
                self._described[tool.name] = self._describe(tool)
        return [self._described[tool.name] for tool in found]

    def _describe(self, tool: definition.Tool) -> Tool:
        described = export(tool, "mcp")
        rule = self._door.policy.rules.get(tool.name)
        if tool.safety_level is SafetyLevel.DANGEROUS or (rule is not None and rule.approval is not None):
            # What waits for a person has no such output yet, and is no failure either.
            described.pop("outputSchema", None)
        return Tool.model_validate(described)


def call_result(result: ToolResult) -> CallToolResult:
    """The executor's result, word for word: its text, its data where that is an object, and how it ended."""
    known = result.metadata
    told = {
        "status": result.status.value,
        "safety_level": None if known.safety_level is None else known.safety_level.value,
        "audit_seq": known.audit_seq,
        "approval_id": known.approval_id,
        "approved_by": known.approved_by,
        "replayed": known.replayed or None,
    }
    return CallToolResult(
        content=[TextContent(text=result.content)],
        structured_content=result.structured if isinstance(result.structured, dict) else None,
        is_error=result.status not in _NO_FAILURE,
        _meta={META: {name: value for name, value in told.items() if value is not None}},
    )
