"""What a governed call costs, beside LangChain's StructuredTool, which governs nothing, in one run."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks import calibration
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.migrate import upgrade
from casewright.audit.memory import MemoryAuditLog
from casewright.bootstrap import SystemClock
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, ToolCall
from casewright.tools.definition import tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from casewright.tools.ports.audit_log import AuditLog

_CALLS = 3_000


@tool(safety_level="safe")
async def add_async(left: int, right: int) -> int:
    """Add two numbers."""
    return left + right


@tool(safety_level="safe")
def add_sync(left: int, right: int) -> int:
    """Add two numbers."""
    return left + right


def executor_over(audit: AuditLog) -> Executor:
    """An executor for the two tools."""
    rules = "".join(f'[tools.{name}]\nroles = ["ADMIN"]\n' for name in ("add_async", "add_sync"))
    policy = compile_policy({"bench": f'[roles]\npeople = ["ADMIN"]\n{rules}'})
    return Executor(Registry([add_async, add_sync]), policy=policy, audit=audit, clock=SystemClock())


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the p50 and p99 of one call, in µs, per durability and for the peer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    calls = 200 if parser.parse_args(arguments).quick else _CALLS
    print(f"calibration {calibration.seconds() * 1000:.0f} ms; {calls} calls one after the other, p50 (p99) in µs")
    peer = _langchain(calls)
    for durability in ("memory", "group", "each"):
        with tempfile.TemporaryDirectory() as folder:
            audit, close = _log(durability, Path(folder))
            executor = executor_over(audit)
            for name in ("add_async", "add_sync"):
                few = calls if durability == "memory" else max(50, calls // 10)
                _print(f"casewright {name[4:]}, audit {durability}", _through(executor, name, few), peer)
            executor.close()
            close()
    return 0


def _through(executor: Executor, name: str, calls: int) -> list[float]:
    context = CallContext(Actor(TenantId("bench"), ActorId("b"), "ADMIN"))

    async def one() -> object:
        return await executor.execute(ToolCall("1", name, {"left": 1, "right": 2}), context)

    return asyncio.run(_timed(one, calls))


def _langchain(calls: int) -> float | None:
    try:
        from langchain_core.tools import StructuredTool
    except ImportError:
        print("LangChain StructuredTool: left out, pip install 'casewright[bench]'")
        return None

    async def add(left: int, right: int) -> int:
        """Add two numbers."""
        return left + right

    # Its constructor's types are loose; the coroutine is what ainvoke runs.
    structured: Any = StructuredTool.from_function(coroutine=add, name="add", description="Add two numbers.")

    async def one() -> object:
        result: object = await structured.ainvoke({"left": 1, "right": 2})
        return result

    times = asyncio.run(_timed(one, calls))
    _print("LangChain StructuredTool async, not governed", times, None)
    return statistics.median(times)


async def _timed(one: Callable[[], Awaitable[object]], calls: int) -> list[float]:
    for _ in range(min(50, calls)):
        await one()
    times = []
    for _ in range(calls):
        started = perf_counter()
        await one()
        times.append((perf_counter() - started) * 1e6)
    return times


def _log(durability: str, folder: Path) -> tuple[AuditLog, Callable[[], None]]:
    if durability == "memory":
        return MemoryAuditLog(), lambda: None
    database = open_database(folder / "bench.db")
    upgrade(database)
    log = SqlAuditLog(database, durability="group" if durability == "group" else "each")

    def close() -> None:
        log.close()
        database.close()

    return log, close


def _print(name: str, times: Sequence[float], peer: float | None) -> None:
    p50, p99 = statistics.median(times), sorted(times)[int(len(times) * 0.99)]
    ratio = "" if peer is None else f", {p50 / peer:.2f} of LangChain's"
    print(f"{name}: {p50:.0f} ({p99:.0f}){ratio}")


if __name__ == "__main__":
    sys.exit(main())
