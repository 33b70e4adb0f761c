"""The server over standard input and output, for a client that starts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp.server.stdio import stdio_server

from casewright.adapters.mcp_server.bad_messages import AnsweredOverStream
from casewright.adapters.mcp_server.server import make_server

if TYPE_CHECKING:
    from casewright.adapters.mcp_server.door import Door


async def serve_stdio(door: Door) -> None:
    """Serve until the client closes our input."""
    server = make_server(door)
    async with stdio_server() as (incoming, outgoing):
        messages = AnsweredOverStream(incoming, outgoing)
        await server.run(messages, outgoing, server.create_initialization_options())
