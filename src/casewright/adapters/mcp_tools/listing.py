"""What another server lists, before the SDK reads it: only what is a tool, and without the schemas of results."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from mcp_types.methods import validate_server_result

from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, MutableMapping
    from contextlib import AbstractAsyncContextManager

_log = logging.getLogger(__name__)
_STRICTEST = "2025-11-25"
"""The version of the protocol whose tools are all tools of the later ones."""


@asynccontextmanager
async def sifted(
    server: str, transport: AbstractAsyncContextManager[Any], left_out: MutableMapping[str, str]
) -> AsyncIterator[Any]:
    """The transport, whose lists of tools hold none that the SDK would refuse the whole list for.

    ``left_out`` takes the names of those that are left out, each with what is wrong with it.
    The SDK would also hold results to the schemas that the server gives for them, and evaluate its expressions.
    """
    async with transport as (incoming, outgoing):
        yield _Sifted(server, incoming, left_out), outgoing


class _Sifted:
    """A stream of messages that is another's, but for what is left out."""

    def __init__(self, server: str, stream: Any, left_out: MutableMapping[str, str]) -> None:
        self._server, self._stream, self._left_out = server, stream, left_out

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __aiter__(self) -> _Sifted:
        return self

    async def __aenter__(self) -> _Sifted:
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> bool | None:
        result: bool | None = await self._stream.__aexit__(*error)
        return result

    async def __anext__(self) -> Any:
        return self._sift(await self._stream.__anext__())

    async def receive(self) -> Any:
        return self._sift(await self._stream.receive())

    def _sift(self, item: Any) -> Any:
        result = getattr(getattr(item, "message", None), "result", None)
        if isinstance(result, dict) and isinstance(result.get("tools"), list):
            result["tools"] = [tool for one in result["tools"] if (tool := self._tool(one)) is not None]
        return item

    def _tool(self, one: Any) -> dict[str, Any] | None:
        name = one.get("name") if isinstance(one, dict) else None
        try:
            tool = {key: value for key, value in one.items() if key != "outputSchema"}
            validate_server_result("tools/list", _STRICTEST, {"tools": [tool]})
        except Exception as error:  # noqa: BLE001 -- another's data, on which the SDK's check may raise anything
            called = show_line(str(name))[:100]
            why = f"it is not listed as the protocol has it ({type(error).__name__})"
            _log.warning("The tool %r of the MCP server %r is left out: %s", called, self._server, why)
            self._left_out[str(name)] = why
            return None
        return tool
