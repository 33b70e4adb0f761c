"""Where the time of one governed call goes: each part of it done by itself, many times."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks import calibration
from casewright.audit.chain import EMPTY, link
from casewright.audit.memory import MemoryAuditLog
from casewright.bootstrap.clock import SystemClock
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.policy.policy import compile_policy
from casewright.tools import outcomes
from casewright.tools.admission import Admitted
from casewright.tools.arguments import parse
from casewright.tools.calls import CallContext, ToolCall
from casewright.tools.definition import tool
from casewright.tools.executor import Executor
from casewright.tools.gates.limits import Limits
from casewright.tools.recorder import Recorder
from casewright.tools.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.policy.policy import Policy

_CALLS = 20_000
_BATCH = 20
_TURNS = 20
_ARGUMENTS = {"left": 1, "right": 2}
_CONTEXT = CallContext(Actor(TenantId("bench"), ActorId("b"), "ADMIN"))


@tool(safety_level="safe")
async def add(left: int, right: int) -> int:
    """Add two numbers."""
    return left + right


_PARSED = parse(add.arguments, _ARGUMENTS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what each part of a call costs, in µs, and what a whole call does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    calls = 1_000 if parser.parse_args(arguments).quick else _CALLS
    print(f"{calibration.line()}; parts of one call of an async tool, audit memory, median µs")
    parts = _parts()
    bare: list[float] = []
    whole: list[float] = []
    costs: list[list[float]] = [[] for _ in parts]
    for _ in range(_TURNS):  # in turns, so that a slow moment of the machine is everybody's
        bare += asyncio.run(_bare(calls // _TURNS))
        whole += asyncio.run(_whole(calls // _TURNS))
        for (_name, _times, part), cost in zip(parts, costs, strict=True):
            cost += _timed(part, calls // _TURNS)
    total = statistics.median(bare)
    _line("the handler itself under its timeout", 1, total)
    for (name, times, _part), cost in zip(parts, costs, strict=True):
        _line(name, times, statistics.median(cost))
        total += times * statistics.median(cost)
    _line("the rest: coroutines, locks and values in between", 1, statistics.median(whole) - total)
    print(f"  {'the whole call':<52}            {statistics.median(whole):5.1f}")
    return 0


def _line(name: str, times: int, cost: float) -> None:
    print(f"  {name:<52} {times} x {cost:4.1f} = {times * cost:5.1f}")


def _parts() -> list[tuple[str, int, Callable[[], object]]]:
    policy = _policy()
    context, call = _CONTEXT, ToolCall("1", "add", _ARGUMENTS)
    recorder, limits = Recorder(SystemClock(), policy.hash, b""), Limits(SystemClock())
    recorded = recorder.recorded(add, call.arguments)
    admitted = Admitted(call, context, add, policy.rules["add"], _PARSED, recorded)
    event = recorder.event("intent", call, context, add, recorded)

    def permit() -> None:
        policy.decide("ADMIN", "add")
        limits.reserve(admitted)

    return [
        ("permission and limit", 1, permit),
        ("arguments written as JSON and validated strictly", 1, lambda: parse(add.arguments, _ARGUMENTS)),
        ("arguments as they are recorded", 1, lambda: recorder.recorded(add, call.arguments)),
        ("event made, with its time", 2, lambda: recorder.event("intent", call, context, add, recorded)),
        ("event as canonical JSON and linked", 2, lambda: link(EMPTY, event)),
        ("result as data, as text and as hash", 1, lambda: outcomes.of_value(add, 3)),
    ]


def _policy() -> Policy:
    return compile_policy({"bench": '[roles]\npeople = ["ADMIN"]\n[tools.add]\nroles = ["ADMIN"]'})


def _timed(part: Callable[[], object], calls: int) -> list[float]:
    """In batches, since one call of a part is too short for the clock."""
    times = []
    for _ in range(calls // _BATCH):
        started = perf_counter()
        for _ in range(_BATCH):
            part()
        times.append((perf_counter() - started) / _BATCH * 1e6)
    return times


async def _bare(calls: int) -> list[float]:
    """The handler under its timeout, which no governance is needed for."""
    times = []
    for _ in range(calls):
        started = perf_counter()
        async with asyncio.timeout(60):
            # An async handler returns a coroutine; Tool.is_async says so.
            await add.handler(_PARSED, _CONTEXT)  # type: ignore[misc]
        times.append((perf_counter() - started) * 1e6)
    return times


async def _whole(calls: int) -> list[float]:
    executor = Executor(Registry([add]), policy=_policy(), audit=MemoryAuditLog(), clock=SystemClock())
    times = []
    for _ in range(calls):
        started = perf_counter()
        await executor.execute(ToolCall("1", "add", _ARGUMENTS), _CONTEXT)
        times.append((perf_counter() - started) * 1e6)
    executor.close()
    return times


if __name__ == "__main__":
    sys.exit(main())
