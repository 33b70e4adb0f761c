"""Somebody else's MCP server: ``python -m tests.mcp.foreign_server FILE`` offers the tools that the file lists now."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp_types import CallToolRequestParams, CallToolResult, ImageContent, ListToolsResult, TextContent, Tool

BIG = 300_000


async def main(file: Path) -> None:
    """Serve until the input ends."""

    async def listed(_ctx: Any, _params: Any) -> ListToolsResult:
        return ListToolsResult(tools=[Tool.model_validate(one) for one in json.loads(file.read_text("utf-8"))])

    async def called(_ctx: Any, params: CallToolRequestParams) -> CallToolResult:
        if params.name == "getBig":
            text, data = "x" * BIG, {"rows": ["y" * BIG]}
            image = ImageContent(data="AAAA", mime_type="image/png")
            return CallToolResult(content=[TextContent(text=text), image], structured_content=data)
        if params.name == "fail":
            return CallToolResult(content=[TextContent(text="no such customer")], is_error=True)
        if params.name == "die":
            sys.exit(3)
        text = json.dumps(params.arguments, sort_keys=True)
        return CallToolResult(content=[TextContent(text=text)], structured_content={"got": params.arguments})

    server: Server[Any] = Server("foreign", on_list_tools=listed, on_call_tool=called)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
