"""What a recorded call costs where a turn makes several at once: they share the commits of the audit."""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks import calibration
from benchmarks.tools import executor_over
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.migrate import upgrade
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.tools.calls import CallContext, ToolCall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.tools.executor import Executor

_TURNS = 100
_CALLS = (1, 4, 8, 32)
_CONTEXT = CallContext(Actor(TenantId("bench"), ActorId("b"), "ADMIN"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the median µs a call, for turns of so many calls, with one flush of the disk before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    turns = 10 if parser.parse_args(arguments).quick else _TURNS
    print(f"{calibration.line()}; {turns} turns each, audit group on SQLite, median µs a call")
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(Path(folder) / "bench.db")
        upgrade(database)
        log = SqlAuditLog(database)
        executor = executor_over(log)
        before = _flush(Path(folder))
        for name in ("add_async", "add_sync"):
            found = [f"{calls}: {asyncio.run(_turn(executor, name, calls, turns)):.0f}" for calls in _CALLS]
            print(f"  {name}, calls a turn: {', '.join(found)}")
        print(f"  one flush of this disk: {before:.0f} before, {_flush(Path(folder)):.0f} after")
        executor.close()
        log.close()
        database.close()
    return 0


async def _turn(executor: Executor, name: str, calls: int, turns: int) -> float:
    times = []
    for _ in range(turns):
        made = [ToolCall(str(at), name, {"left": 1, "right": 2}) for at in range(calls)]
        started = perf_counter()
        await executor.execute_many(made, _CONTEXT)
        times.append((perf_counter() - started) / calls * 1e6)
    return statistics.median(times)


def _flush(folder: Path, times: int = 100) -> float:
    """Median µs of writing a page to a file and having it on the disk."""
    taken = []
    with (folder / "flush").open("wb", buffering=0) as file:
        for _ in range(times):
            file.write(bytes(4096))
            started = perf_counter()
            os.fdatasync(file.fileno())
            taken.append((perf_counter() - started) * 1e6)
    return statistics.median(taken)


if __name__ == "__main__":
    sys.exit(main())
