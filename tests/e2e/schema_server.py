"""An MCP server over standard input and output that offers the tools of ``tests.schema_tools`` and runs none."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from casewright.tools.schemas import export
from tests.schema_tools import TOOLS

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext


async def list_tools(
    _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    """The tools, as the mcp dialect has them."""
    return types.ListToolsResult(tools=[types.Tool.model_validate(export(tool, "mcp")) for tool in TOOLS])


async def main() -> None:
    """Serve until the client goes away."""
    server = Server("schemas", on_list_tools=list_tools)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
