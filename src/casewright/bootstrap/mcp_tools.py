"""Tools of other MCP servers, to be handed in where a home or an executor is opened."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING

from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.tools.calls import SafetyLevel
    from casewright.tools.definition import Tool


def fetch_mcp_tools(
    name: str,
    *,
    command: Sequence[str] = (),
    url: str | None = None,
    environment: Mapping[str, str] | None = None,
    token: str | None = None,
    levels: Mapping[str, SafetyLevel | str] | None = None,
) -> Sequence[Tool]:
    """The tools that the MCP server ``name`` offers now, to be registered: pinned, and called ``<name>_<tool>``.

    It is started by ``command``, with ``environment`` beside a few usual variables, or reached at ``url``, with
    ``token`` as bearer token. A tool that ``levels`` does not name is dangerous. Raises ``BadSettings``,
    ``BadToolDefinition``, ``Unavailable`` or ``ToolFailed``. Not to be called where an event loop runs.
    """
    if find_spec("mcp") is None:
        raise BadSettings("The MCP library is missing: pip install 'casewright[mcp]'")
    from casewright.adapters.mcp_tools.registration import fetch_tools
    from casewright.adapters.mcp_tools.server import McpServer

    server = McpServer(name, command=command, url=url, environment=environment or {}, token=token)
    return asyncio.run(fetch_tools(server, levels))
