"""The doors to a home, each as a function of tool and arguments. A further door is a class here and a line in DOORS."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias
from uuid import uuid4

from langchain_core.messages import ToolMessage
from mcp import Client
from mcp_types import CallToolRequest, CallToolRequestParams, CallToolResult, TextContent

from casewright import Casewright, langchain_tools
from casewright.adapters.mcp_server.server import make_server
from casewright.bootstrap.mcp_door import open_door
from casewright.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from casewright.tools.calls import ToolResult

Told: TypeAlias = "tuple[str, str, Any]"
"""Status, text and structured result of a call, as the door gives them."""


class Door(Protocol):
    """A way to call the tools of a home, as the operating system's user or as the holder of a key."""

    any_name: bool
    """Whether a tool that there is not can be called through it."""

    def call(self, tool: str, arguments: Mapping[str, object], key: Path | None = None) -> Told:
        """What came of the call."""
        ...


class PythonDoor:
    """``Casewright.call``."""

    any_name = True

    def __init__(self, home: Path, _printed: Callable[[], str]) -> None:
        self._home = home

    def call(self, tool: str, arguments: Mapping[str, object], key: Path | None = None) -> Told:
        with Casewright.open(self._home, user_key=key) as casewright:
            return _told(casewright.call(tool, arguments))


class CommandDoor:
    """``casewright tools call``."""

    any_name = True

    def __init__(self, home: Path, printed: Callable[[], str]) -> None:
        self._home = home
        self._printed = printed

    def call(self, tool: str, arguments: Mapping[str, object], key: Path | None = None) -> Told:
        user = [] if key is None else ["--as", str(key)]
        self._printed()
        run(["--home", str(self._home), "--json", *user, "tools", "call", tool, "--args", json.dumps(arguments)])
        said = json.loads(self._printed())
        return said["status"], said["content"], said["structured"]


class LangChainDoor:
    """A LangChain tool that a model's call is handed to. Every tool is in reach; the policy is the executor's."""

    any_name = False

    def __init__(self, home: Path, _printed: Callable[[], str]) -> None:
        self._home = home

    def call(self, tool: str, arguments: Mapping[str, object], key: Path | None = None) -> Told:
        with Casewright.open(self._home, user_key=key) as casewright:
            context = casewright.context()
            [made] = langchain_tools(casewright.executor, lambda _: context, role="ADMIN", names=[tool])
            message = made.invoke({"type": "tool_call", "name": tool, "args": arguments, "id": str(uuid4())})
            assert isinstance(message, ToolMessage)
            status, content, structured = _told(message.artifact)
            assert message.content == content
            assert (message.status == "success") == (status == "success")
            return status, content, structured


class McpDoor:
    """The server that ``casewright mcp`` runs, asked by the SDK's client in this process."""

    any_name = True

    def __init__(self, home: Path, _printed: Callable[[], str]) -> None:
        self._home = home

    def call(self, tool: str, arguments: Mapping[str, object], key: Path | None = None) -> Told:
        request = CallToolRequest(params=CallToolRequestParams(name=tool, arguments=dict(arguments)))
        with open_door(self._home, key) as (casewright, door):

            async def ask() -> CallToolResult:
                async with Client(make_server(door), mode="2026-07-28") as client:
                    return await client.session.send_request(request, CallToolResult)

            result = casewright.wait(ask())
        [content] = result.content
        assert isinstance(content, TextContent)
        assert result.meta is not None
        return result.meta["casewright/result"]["status"], content.text, result.structured_content


def _told(result: ToolResult) -> Told:
    return result.status.value, result.content, result.structured


DOORS: dict[str, Callable[[Path, Callable[[], str]], Door]] = {
    "python": PythonDoor,
    "command line": CommandDoor,
    "langchain": LangChainDoor,
    "mcp": McpDoor,
}
