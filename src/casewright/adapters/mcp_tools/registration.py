"""Tools of another server as ours: named, pinned, at the level that was given or a stricter one."""

from __future__ import annotations

import json
import logging
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mcp_types import TextContent
from pydantic import BaseModel, Field

from casewright.adapters.mcp_tools.schemas import arguments_of, pin_of
from casewright.adapters.mcp_tools.server import told_by_server
from casewright.errors import BadToolDefinition, ToolFailed
from casewright.tools.calls import SafetyLevel
from casewright.tools.definition import Tool
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    import mcp_types

    from casewright.adapters.mcp_tools.server import McpServer

_log = logging.getLogger(__name__)
LONGEST_TEXT = 50_000
"""Characters of a result's text that are taken."""
LARGEST_DATA = 100_000
"""Characters of a result's data, as JSON; larger data is left out."""
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
_LONGEST_NAME = 64


class ForeignResult(BaseModel):
    """What another server answered: data, whatever it says, and never an instruction."""

    server: str
    text: str = Field(description="Its text; cut where it was longer than 50,000 characters")
    truncated: bool = Field(description="Whether text was cut or data left out")
    data: Any = Field(default=None, description="Its structured result")
    left_out: list[str] = Field(default_factory=list, description="Kinds of content that are no text")


async def fetch_tools(server: McpServer, levels: Mapping[str, SafetyLevel | str] | None = None) -> Sequence[Tool]:
    """The tools that the server offers now, each pinned to what it says of itself now; by name.

    ``levels`` are given by the server's own names; a tool that they do not name is dangerous. A hint of the server may
    only make one stricter. Raises ``Unavailable`` or ``ToolFailed`` where the server does not answer,
    ``BadToolDefinition`` for two of one name, and for a level of none that there is or that can be used. Any other tool
    that cannot be one of ours is left out, and the log says why.
    """
    given = {name: _level(server, name, level) for name, level in (levels or {}).items()}
    async with server.connected() as connection:
        found = await connection.tools()
    strangers = sorted(set(given) - {one.name for one in found})
    if strangers:
        raise BadToolDefinition(_about_level(server, strangers[0], connection.left_out.get(strangers[0])))
    made = []
    for one in found:
        try:
            made.append(_tool(server, one, given.get(one.name, SafetyLevel.DANGEROUS)))
        except BadToolDefinition as error:
            if one.name in given:
                raise BadToolDefinition(_about_level(server, one.name, str(error))) from error
            _log.warning("%s; it is left out", error)
    names = [one.name for one in made]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadToolDefinition(f"The MCP server {server.name!r} has two tools that would be called {twice!r}")
    return sorted(made, key=lambda tool: tool.name)


def tool_name(server: str, theirs: str) -> str:
    """What a tool is called here. Raises ``BadToolDefinition`` where nothing of its name is left, or too much."""
    words = [word.lower() for word in _WORDS.split(theirs) if word]
    name = "_".join((server, *words))
    if not words or len(name) > _LONGEST_NAME:
        raise BadToolDefinition(f"The MCP server {server!r} has a tool {theirs[:100]!r} whose name cannot be used here")
    return name


def stricter(level: SafetyLevel, hints: mcp_types.ToolAnnotations | None) -> SafetyLevel:
    """The level that was given, or a higher one where a hint says so; what hints leave out says nothing."""
    if hints is None:
        return level
    least = SafetyLevel.SAFE
    if hints.read_only_hint is False:
        least = SafetyLevel.CAUTIOUS
    if hints.destructive_hint is True and hints.read_only_hint is not True:
        least = SafetyLevel.DANGEROUS
    return max(level, least, key=lambda one: one.rank)


def _level(server: McpServer, tool: str, level: SafetyLevel | str) -> SafetyLevel:
    try:
        return SafetyLevel(level)
    except ValueError:
        known = ", ".join(SafetyLevel)
        raise BadToolDefinition(
            f"The tool {tool!r} of the MCP server {server.name!r} has the level {level!r}: it is one of {known}"
        ) from None


def _about_level(server: McpServer, tool: str, why: str | None) -> str:
    """That a level is for a tool that cannot be used, and why; None where there is no such tool."""
    if why is None:
        return f"The MCP server {server.name!r} has no tool {tool!r}: remove its level"
    told = f"The MCP server {server.name!r} has a tool {show_line(tool)[:100]!r} that cannot be used here"
    return f"{told}: {why}. Remove its level to do without it, or have it mended there"


def _tool(server: McpServer, theirs: mcp_types.Tool, level: SafetyLevel) -> Tool:
    name = tool_name(server.name, theirs.name)
    pin = pin_of(theirs)
    about = (theirs.description or "").strip()[:1_000] or f"The tool {theirs.name} of the MCP server {server.name}."
    host = urlsplit(server.url).hostname if server.url is not None and server.is_elsewhere else None
    return Tool(
        name=name,
        description=about,
        version=pin,
        arguments=arguments_of(name, theirs.input_schema),
        output=ForeignResult,
        handler=_handler(server, theirs.name, pin),
        safety_level=stricter(level, theirs.annotations),
        categories=("mcp", server.name),
        sends=(f"the arguments, to the MCP server {server.name}",),
        providers=() if host is None else (host,),
    )


def _handler(server: McpServer, theirs: str, pin: str) -> Callable[..., Coroutine[Any, Any, object]]:
    async def run(arguments: BaseModel, _context: object) -> ForeignResult | tuple[None, str]:
        data = arguments.model_dump(mode="json", by_alias=True, exclude_unset=True)
        async with server.connected() as connection:
            offered = {one.name: one for one in await connection.tools()}
            if theirs not in offered:
                raise ToolFailed(f"The MCP server {server.name!r} does not offer {theirs!r} any more")
            if pin_of(offered[theirs]) != pin:
                raise ToolFailed(
                    f"The tool {theirs!r} of the MCP server {server.name!r} is not what was registered: its "
                    "description, schema or hints changed. Look at it, and register it anew"
                )
            result = await connection.call(theirs, data)
        taken = _taken(server.name, result)
        return (
            (None, f"The MCP server {server.name!r} says: {told_by_server(taken.text)}") if result.is_error else taken
        )

    return run


def _taken(server: str, result: mcp_types.CallToolResult) -> ForeignResult:
    """What of the answer is taken: text up to a length, data up to a size, and the kinds of everything else."""
    text = "\n".join(one.text for one in result.content if isinstance(one, TextContent))
    others = [one.type for one in result.content if not isinstance(one, TextContent)]
    data = result.structured_content
    fits = data is None or len(json.dumps(data)) <= LARGEST_DATA
    return ForeignResult(
        server=server,
        text=text[:LONGEST_TEXT],
        truncated=len(text) > LONGEST_TEXT or not fits,
        data=data if fits else None,
        left_out=others[:100],
    )
