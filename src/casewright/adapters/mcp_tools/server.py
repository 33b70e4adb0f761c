"""Another MCP server: how it is reached, and what is said where it cannot be."""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED

from casewright.adapters.mcp_tools.listing import sifted
from casewright.adapters.proxies import way_to
from casewright.domain.addresses import is_own_machine
from casewright.errors import BadSettings, CasewrightError, ToolFailed, Unavailable
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence
    from typing import Any

    from mcp_types import CallToolResult, Tool

_NAME = re.compile(r"[a-z][a-z0-9_]{0,30}\Z")
_MOST_PAGES = 20
_MOST_TOOLS = 500
_LONGEST_MESSAGE = 2_000
"""Characters of a server's own message that are told."""


@dataclass(frozen=True, slots=True)
class McpServer:
    """One server, started by ``command`` or reached at ``url``; exactly one of the two.

    ``name`` goes before the names of its tools. ``environment`` is what a started server has beside the few usual
    variables; ``token`` is a bearer token for an address. ``patience`` in seconds is how long it may take to connect.
    Raises ``BadSettings`` for what is none of these.
    """

    name: str
    command: Sequence[str] = ()
    url: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    token: str | None = field(default=None, repr=False)
    patience: float = 15.0

    def __post_init__(self) -> None:
        if not _NAME.match(self.name):
            raise BadSettings(f"{self.name!r} is no name of an MCP server: use a-z, 0-9 and _, at most 31 characters")
        if bool(self.command) == (self.url is not None):
            raise BadSettings(f"MCP server {self.name!r}: give a command that starts it or a url, one of the two")
        if self.url is not None and not (self.url.startswith("https://") or is_own_machine(self.url)):
            raise BadSettings(f"MCP server {self.name!r}: give an https address, or an http one on this machine")

    @property
    def is_elsewhere(self) -> bool:
        """Whether what is sent to it leaves this machine by us."""
        return self.url is not None and not is_own_machine(self.url)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Connection]:
        """A connection for the block. Raises ``Unavailable`` or ``ToolFailed``, in whose words the server is named."""
        left_out: dict[str, str] = {}
        try:
            async with self._transport(left_out) as transport, asyncio.timeout(None) as limit:
                limit.reschedule(asyncio.get_running_loop().time() + self.patience)
                async with Client(transport, cache=None) as client:
                    limit.reschedule(None)
                    yield Connection(client, left_out)
        except CasewrightError:
            raise
        except BaseException as error:
            told = self._told(error)
            if told is None:
                raise
            raise told from error

    @asynccontextmanager
    async def _transport(self, left_out: dict[str, str]) -> AsyncIterator[Any]:  # either is what the SDK's client takes
        if self.url is None:
            program, *arguments = self.command
            started = StdioServerParameters(command=program, args=arguments, env=dict(self.environment))
            # What it writes to standard error is for nobody here, and would steer the terminal.
            with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
                yield sifted(self.name, stdio_client(started, errlog=nowhere), left_out)
            return
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        timeout = httpx2.Timeout(self.patience, read=None)
        way = way_to(self.url, httpx2.create_ssl_context())
        async with httpx2.AsyncClient(headers=headers, timeout=timeout, **way) as connection:
            yield sifted(self.name, streamable_http_client(self.url, http_client=connection), left_out)

    def _told(self, error: BaseException) -> CasewrightError | None:
        """What is said of it in our words: the first of ours in a group, else by what it is; None for cancellation."""
        inner = list(_flat(error))
        ours = next((one for one in inner if isinstance(one, CasewrightError)), None)
        if ours is not None:
            return ours
        if not all(isinstance(one, Exception) for one in inner):
            return None
        refused = next((one for one in inner if isinstance(one, MCPError)), None)
        if refused is not None and refused.error.code == CONNECTION_CLOSED:
            return Unavailable(f"The MCP server {self.name!r} closed the connection: see whether it runs")
        if refused is not None:
            return ToolFailed(f"The MCP server {self.name!r} refused: {told_by_server(refused.error.message)}")
        kinds = ", ".join(sorted({type(one).__name__ for one in inner}))
        return Unavailable(f"The MCP server {self.name!r} cannot be reached ({kinds}): see whether it runs")


class Connection:
    """An open connection to a server. ``left_out`` are the tools that it lists and that are none, each with why."""

    def __init__(self, client: Client, left_out: Mapping[str, str]) -> None:
        self._client = client
        self.left_out = left_out

    async def tools(self) -> Sequence[Tool]:
        """All tools that it offers. Raises ``ToolFailed`` where they come to no end."""
        found: list[Tool] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await self._client.list_tools(cursor=cursor)
            found += page.tools
            cursor = page.next_cursor
            if cursor is None and len(found) <= _MOST_TOOLS:
                return found
        raise ToolFailed(f"The MCP server offers more than {_MOST_TOOLS} tools, or lists them without end")

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """What the server answers to a call."""
        return await self._client.call_tool(tool, dict(arguments))


def told_by_server(text: str) -> str:
    """A server's own words as they may stand in a sentence of ours: one bounded line that steers nothing."""
    return show_line(text[:_LONGEST_MESSAGE])[:_LONGEST_MESSAGE]


def _flat(error: BaseException) -> Sequence[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [one for inner in error.exceptions for one in _flat(inner)]
    return [error]
