"""The server over standard input and output, for a client that starts it."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from mcp.server.stdio import stdio_server

from casewright.adapters.mcp_server.bad_messages import AnsweredOverStream, Lines
from casewright.adapters.mcp_server.server import make_server
from casewright.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from typing import Any, TextIO

    from casewright.adapters.mcp_server.door import Door


async def serve_stdio(door: Door) -> None:
    """Serve until the client closes our input. Raises ``Unavailable`` where it was never open."""
    server = make_server(door)
    with _input() as text:
        async with stdio_server(stdin=cast("Any", Lines(_lines(text)))) as (incoming, outgoing):
            messages = AnsweredOverStream(incoming, outgoing)
            await server.run(messages, outgoing, server.create_initialization_options())


async def _lines(text: TextIO) -> AsyncIterator[str]:
    while line := await asyncio.to_thread(text.readline):
        yield line


@contextmanager
def _input() -> Iterator[TextIO]:
    """Standard input, for the server alone: whatever else reads it meanwhile finds it empty."""
    if sys.stdin is None:
        raise Unavailable("Standard input is closed: have an MCP client start 'casewright mcp', or serve with --http")
    own, nowhere = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    try:
        # Left open: a thread may still wait for a line, and closing would wait for the thread.
        yield open(own, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
    finally:
        os.dup2(own, 0)
