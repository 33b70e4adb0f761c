"""What a governed call costs, beside what a call costs in other libraries, in one run."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import audit, calibration, peers
from benchmarks.peers import PEERS
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.migrate import upgrade
from casewright.audit.memory import MemoryAuditLog
from casewright.bootstrap.clock import SystemClock
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, ToolCall
from casewright.tools.definition import tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.tools.ports.audit import AuditLog

_CALLS = 3_000
_TURNS = 5
_OURS = "casewright, governed"


@tool(safety_level="safe")
async def add_async(left: int, right: int) -> int:
    """Add two numbers."""
    return left + right


@tool(safety_level="safe")
def add_sync(left: int, right: int) -> int:
    """Add two numbers."""
    return left + right


def executor_over(log: AuditLog) -> Executor:
    """An executor for the two tools."""
    rules = "".join(f'[tools.{name}]\nroles = ["ADMIN"]\n' for name in ("add_async", "add_sync"))
    policy = compile_policy({"bench": f'[roles]\npeople = ["ADMIN"]\n{rules}'})
    return Executor(Registry([add_async, add_sync]), policy=policy, audit=log, clock=SystemClock())


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the p50 and p99 of one call, in µs, per durability and for the peers, and each one's part of theirs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args(arguments).quick
    calls = 200 if quick else _CALLS
    print(f"{calibration.line()}; {calls} calls one after the other, p50 (p99) in µs")
    for sync in (False, True):
        print(f"-- {'a sync' if sync else 'an async'} tool")
        _beside(sync, calls)
        for durability in ("group", "each"):
            _print(f"{_OURS}, audit {durability} on SQLite", _governed(durability, sync, max(50, calls // 10)))
    print("-- events")
    return audit.main(["--quick"] if quick else [])


def _beside(sync: bool, calls: int) -> None:
    """All in turns, so that a slow moment of the machine is everybody's."""
    measured: dict[str, list[float]] = {f"{_OURS}, audit memory": []}
    missing: dict[str, str] = {}
    [ours] = measured
    for _ in range(_TURNS):
        measured[ours] += _governed("memory", sync, calls // _TURNS)
        for name, _ in PEERS if sync else PEERS[1:]:  # without a thread the bare function takes nothing
            try:
                measured.setdefault(name, []).extend(peers.measured(name, sync, calls // _TURNS))
            except ImportError as error:
                missing[name] = str(error)
    mine = statistics.median(measured[ours])
    for name, times in measured.items():
        if name in missing:
            print(f"{name}: left out, it is not installed ({missing[name]})")
        else:
            _print(name, times, "" if name == ours else f"; ours takes {mine / statistics.median(times):.2f} of that")


def _governed(durability: str, sync: bool, calls: int) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        log, close = _log(durability, Path(folder))
        executor = executor_over(log)
        times = _through(executor, "add_sync" if sync else "add_async", calls)
        executor.close()
        close()
    return times


def _through(executor: Executor, name: str, calls: int) -> list[float]:
    context = CallContext(Actor(TenantId("bench"), ActorId("b"), "ADMIN"))

    async def one() -> object:
        return await executor.execute(ToolCall("1", name, {"left": 1, "right": 2}), context)

    return asyncio.run(peers.timed(one, calls))


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


def _print(name: str, times: Sequence[float], ratio: str = "") -> None:
    p50, p99 = statistics.median(times), sorted(times)[int(len(times) * 0.99)]
    print(f"{name}: {p50:.0f} ({p99:.0f}){ratio}")


if __name__ == "__main__":
    sys.exit(main())
