"""Calls enter beside the event loop: in their order, and without keeping it."""

from __future__ import annotations

import asyncio
import threading
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.engine import open_database
from casewright.adapters.database.limits import SqlCallCounts
from casewright.audit.memory import MemoryAuditLog
from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.definition import tool
from casewright.tools.executor import Executor
from casewright.tools.memory_limits import MemoryCallCounts
from casewright.tools.registry import Registry
from casewright.tools.tenancy import current_tenant
from tests.databases import DATABASES
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.governed import ADMIN, TENANT

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.tools.gates.gate import Candidate, Gate
    from casewright.tools.ports.limits import CallCounts

LIMIT = 7
RULES = f'[roles]\npeople = ["ADMIN"]\n[tools.look]\nroles = ["ADMIN"]\nmax_calls_per_round = {LIMIT}'
WITHIN = CallContext(ADMIN, run="r", round=1)


def executor(*gates: Gate, limits: CallCounts | None = None) -> tuple[Executor, list[int]]:
    """An executor whose gates are asked in threads, and what its tool was asked to look at."""
    looked: list[int] = []

    @tool(safety_level="safe")
    def look(value: int) -> int:
        """Look."""
        looked.append(value)
        return value

    made = Executor(
        Registry([look]),
        policy=compile_policy({"p": RULES}),
        audit=MemoryAuditLog(),
        clock=FixedClock(),
        gates=gates,
        admission="threads",
        limits=limits,
    )
    return made, looked


def calls(count: int) -> list[ToolCall]:
    """So many calls, numbered."""
    return [ToolCall(str(number), "look", {"value": number}) for number in range(count)]


@pytest.mark.requirement("limits-shared", "tool-limits-atomic")
@pytest.mark.parametrize("kind", DATABASES)
def test_executors_that_share_a_database_share_its_limits(kind: str, new_address: Callable[[str], str]) -> None:
    """Of calls side by side the first so many run, and none of another process after that."""
    address = new_address(kind)
    with closing(open_database(address)) as one, closing(open_database(address)) as other:
        first, looked = executor(limits=SqlCallCounts(one))
        second, looked_there = executor(limits=SqlCallCounts(other))
        results = asyncio.run(first.execute_many(calls(20), WITHIN))
        again = asyncio.run(second.execute(calls(1)[0], WITHIN))
        first.close()
        second.close()

    assert [one.status for one in results] == [Status.SUCCESS] * LIMIT + [Status.LIMITED] * (20 - LIMIT)
    assert (sorted(looked), again.status, looked_there) == (list(range(LIMIT)), Status.LIMITED, [])


def test_gates_know_whom_they_work_for_and_keep_no_loop_waiting() -> None:
    """The loop goes on while a gate waits; what the gate finds set is the call's tenant."""
    asked, going = threading.Event(), threading.Event()
    seen: list[object] = []

    def slow(_candidate: Candidate) -> None:
        seen.append((current_tenant.get(), threading.current_thread() is threading.main_thread()))
        asked.set()
        assert going.wait(10)

    made, looked = executor(slow)

    async def both() -> Status:
        call = asyncio.create_task(made.execute(calls(1)[0], WITHIN))
        while not asked.is_set():
            await asyncio.sleep(0)
        going.set()  # only the loop, which must be free, lets the gate go
        return (await call).status

    assert asyncio.run(both()) is Status.SUCCESS
    made.close()
    assert (seen, looked, current_tenant.get()) == ([(TENANT, False)], [0], None)


def test_whoever_leaves_at_the_gates_gives_their_places_back() -> None:
    """A caller that is cancelled meanwhile: nothing runs, and the round has all of its places."""
    asked, going = threading.Event(), threading.Event()

    def slow(_candidate: Candidate) -> None:
        asked.set()
        assert going.wait(10)

    counts = MemoryCallCounts()
    made, looked = executor(slow, limits=counts)

    async def leave() -> None:
        call = asyncio.create_task(made.execute_many(calls(LIMIT), WITHIN))
        while not asked.is_set():
            await asyncio.sleep(0)
        call.cancel()
        with suppress(asyncio.CancelledError):
            await call

    asyncio.run(leave())
    assert looked == []
    going.set()
    made.close()  # waits for the gates

    again, _ = executor(limits=counts)
    results = asyncio.run(again.execute_many(calls(LIMIT), WITHIN))
    again.close()
    assert [one.status for one in results] == [Status.SUCCESS] * LIMIT
