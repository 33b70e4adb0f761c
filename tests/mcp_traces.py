"""A program: a tool called over MCP's SDK in this process, with a provider of spans; says who is whose child."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

import mcp
from mcp import types
from mcp.server.lowlevel import Server
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from casewright import Actor, CallContext, Executor, Registry, ToolCall, compile_policy, tool
from casewright.audit.memory import MemoryAuditLog
from casewright.bootstrap.clock import SystemClock
from casewright.bootstrap.telemetry import process_telemetry
from casewright.domain.ids import ActorId, TenantId
from casewright.tools.schemas import export

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

RULES = '[roles]\npeople = ["CLERK"]\n[tools.find]\nroles = ["CLERK"]'


@tool(safety_level="safe")
def find(text: str) -> str:
    """Find it."""
    with trace.get_tracer("test").start_as_current_span("inside"):
        return text


async def main() -> None:
    """Call the tool once over a client and print the spans, each with its parent's name."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    executor = Executor(
        Registry([find]),
        policy=compile_policy({"mine": RULES}),
        audit=MemoryAuditLog(),
        clock=SystemClock(),
        telemetry=process_telemetry(),
    )
    clerk = CallContext(Actor(TenantId("acme"), ActorId("bo"), "CLERK"))

    async def list_tools(
        _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool.model_validate(export(find, "mcp"))])

    async def call_tool(
        _context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        result = await executor.execute(ToolCall("1", params.name, params.arguments or {}), clerk)
        return types.CallToolResult(content=[types.TextContent(type="text", text=result.content)])

    server = Server("traced", on_list_tools=list_tools, on_call_tool=call_tool)
    async with mcp.Client(server) as client:
        await client.call_tool("find", {"text": "x"})
    executor.close()
    spans = exporter.get_finished_spans()
    names = {span.context.span_id: span.name for span in spans if span.context is not None}
    for span in spans:
        parent = None if span.parent is None else names.get(span.parent.span_id)
        status = dict(span.attributes or {}).get("casewright.status")
        sys.stdout.write(f"{span.name} | {span.kind.name} | {parent} | {status}\n")


if __name__ == "__main__":
    asyncio.run(main())
