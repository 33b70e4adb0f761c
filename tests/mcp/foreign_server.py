"""Somebody else's MCP server, over HTTP or as a program: ``python -m tests.mcp.foreign_server FILE`` has its tools."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import uvicorn
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolRequestParams, CallToolResult, ImageContent, ListToolsResult, TextContent, Tool

from tests.mcp.relay import free_socket

if TYPE_CHECKING:
    from collections.abc import Iterator

BIG = 300_000


def make_server(file: Path) -> Server[Any]:
    """A server that offers the tools that the file lists whenever it is asked."""

    async def listed(_ctx: Any, _params: Any) -> ListToolsResult:
        return ListToolsResult(tools=[Tool.model_validate(one) for one in json.loads(file.read_text("utf-8"))])

    async def called(_ctx: Any, params: CallToolRequestParams) -> CallToolResult:
        if params.name == "getBig":
            text, data = "x" * BIG, {"rows": ["y" * BIG]}
            image = ImageContent(data="AAAA", mime_type="image/png")
            return CallToolResult(content=[TextContent(text=text), image], structured_content=data)
        if params.name == "fail":
            return CallToolResult(content=[TextContent(text="no such customer")], is_error=True)
        if params.name.endswith("_loudly"):
            sys.stderr.write("to the terminal\n")
            text = "bad\n\x1b[31mline " + "y" * 5_000
            if params.name == "refuse_loudly":
                raise MCPError(-1, text)
            return CallToolResult(content=[TextContent(text=text)], is_error=True)
        if params.name == "die":
            os._exit(3)
        text = json.dumps(params.arguments, sort_keys=True)
        return CallToolResult(content=[TextContent(text=text)], structured_content={"got": params.arguments})

    return Server("foreign", on_list_tools=listed, on_call_tool=called)


@contextmanager
def serving_foreign(file: Path) -> Iterator[str]:
    """The server over HTTP, in a thread; its address."""
    listening = free_socket()
    app = make_server(file).streamable_http_app(stateless_http=True)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None))
    thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    finally:
        server.should_exit = True
        thread.join(timeout=20)


async def main(file: Path) -> None:
    """Serve over standard input and output until the input ends."""
    server = make_server(file)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
