"""One call of the same addition in other libraries, so that a figure has something of its own run beside it.

Each is imported only when it is measured, and left out with a line where it is not installed.
"""

from __future__ import annotations

import asyncio
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Call = Callable[[], Awaitable[object]]

ARGUMENTS = {"left": 1, "right": 2}


async def add(left: int, right: int) -> int:
    """Add two numbers."""
    return left + right


def add_sync(left: int, right: int) -> int:
    """Add two numbers."""
    return left + right


def _add_named(action: str, left: int, right: int) -> int:  # noqa: ARG001 (the toolkit's policy reads it)
    return left + right


# The libraries are optional and imported by name, so that nothing is known of their types.
def _from(module: str, name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # theirs, about their own future
        return getattr(import_module(module), name)


async def bare(sync: bool) -> Call:
    """The function and nothing else; a sync one is handed to a thread and back, which is the machine's own price."""
    loop = asyncio.get_running_loop()
    return (lambda: loop.run_in_executor(None, add_sync, 1, 2)) if sync else (lambda: add(1, 2))


async def langchain(sync: bool) -> Call:
    """StructuredTool.ainvoke; a sync function runs in an executor's thread."""
    make = _from("langchain_core.tools", "StructuredTool").from_function
    made = make(func=add_sync, name="add") if sync else make(coroutine=add, name="add", description="Add two numbers.")
    return lambda: made.ainvoke(ARGUMENTS)


async def fastmcp(sync: bool) -> Call:
    """The official SDK's server, called directly without a client: FastMCP, which mcp 2 calls MCPServer."""
    server = _from("mcp.server.mcpserver", "MCPServer")("bench", log_level="ERROR")
    server.add_tool(add_sync if sync else add, name="add")
    return lambda: server.call_tool("add", ARGUMENTS)


async def pydantic_ai(sync: bool) -> Call:
    """A FunctionToolset behind its ToolManager, as an agent's step calls it, without hooks and without a model."""
    toolset = _from("pydantic_ai.toolsets", "FunctionToolset")()
    toolset.add_function(add_sync if sync else add, name="add")
    model = _from("pydantic_ai.models.test", "TestModel")()
    context = _from("pydantic_ai", "RunContext")(deps=None, model=model, usage=_from("pydantic_ai.usage", "RunUsage")())
    manager = await _from("pydantic_ai.tool_manager", "ToolManager")(toolset).for_run_step(context)
    part = _from("pydantic_ai.messages", "ToolCallPart")
    return lambda: manager.handle_call(part("add", ARGUMENTS))


async def governance_toolkit(_sync: bool) -> Call:
    """Microsoft's agent governance toolkit: ``govern`` over a sync function, one rule, its audit in memory.

    It knows no async functions; arguments are neither validated nor recorded, and there is no timeout.
    """
    policy = (
        "apiVersion: governance.toolkit/v1\nname: bench\ndefault_action: deny\n"
        "rules:\n  - name: add\n    condition: \"action.type == 'add'\"\n    action: allow\n"
    )
    governed = _from("agentmesh.governance", "govern")(_add_named, policy=policy)

    async def one() -> object:
        answer: object = governed(action="add", **ARGUMENTS)
        return answer

    return one


PEERS: tuple[tuple[str, Callable[[bool], Awaitable[Call]]], ...] = (
    ("the bare function, in a thread where it is sync", bare),
    ("LangChain StructuredTool, not governed", langchain),
    ("FastMCP called directly, not governed", fastmcp),
    ("pydantic-ai ToolManager, not governed", pydantic_ai),
    ("agent-governance-toolkit, policy and attempts only, on the caller's thread", governance_toolkit),
)
