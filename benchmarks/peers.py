"""One call of the same addition in other libraries, so that a figure has something of its own run beside it.

Each is imported only when it is measured, and left out with a line where it is not installed. One that wants other
versions of libraries than ours is run by this module in an environment of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import warnings
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Call = Callable[[], Awaitable[object]]

ARGUMENTS = {"left": 1, "right": 2}
ELSEWHERE = "BENCH_GOVERNANCE"
"""Names the Python of an environment that has what ours has not; ``make bench`` sets it."""


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


async def timed(one: Call, calls: int) -> list[float]:
    """How long each of so many calls took, in µs, after some that are not counted."""
    for _ in range(min(50, calls)):
        await one()
    times = []
    for _ in range(calls):
        started = perf_counter()
        await one()
        times.append((perf_counter() - started) * 1e6)
    return times


def measured(name: str, sync: bool, calls: int) -> list[float]:
    """The times of a peer, here or where it is installed. Raises ``ImportError`` where it is nowhere."""
    make = dict(PEERS)[name]

    async def run() -> list[float]:
        return await timed(await make(sync), calls)

    try:
        return asyncio.run(run())
    except ImportError:
        python = os.environ.get(ELSEWHERE)
        if python is None:
            raise
    command = [python, "-m", "benchmarks.peers", name, "sync" if sync else "async", str(calls)]
    child = subprocess.run(command, capture_output=True, text=True, check=False)
    if child.returncode:
        raise ImportError(f"{python} could not run it: {child.stderr.strip().rpartition(chr(10))[2]}")
    times: list[float] = json.loads(child.stdout)
    return times


if __name__ == "__main__":
    os.environ.pop(ELSEWHERE, None)  # it is here or nowhere
    print(json.dumps(measured(sys.argv[1], sys.argv[2] == "sync", int(sys.argv[3]))))
