"""Events of a job that another process does: soon while something is told, and seldom looked for while nothing is."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from casewright.domain.jobs import JobState
from casewright.tools.jobs.desk import JobDesk
from casewright.tools.ports.jobs import JobRef
from tests.fakes.governed import TENANT
from tests.fakes.job_room import JobRoom
from tests.fakes.memory_jobs import MemoryJobs
from tests.fakes.plain_tools import greet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.jobs import JobEvent


class CountedLog(MemoryJobs):
    """Counts how often it is read."""

    reads = 0

    def read(self, ref: JobRef, after: int, limit: int) -> Sequence[JobEvent]:
        """As every log, counted."""
        self.reads += 1
        return super().read(ref, after, limit)


def test_others_events_come_soon_and_silence_is_cheap() -> None:
    """Nobody wakes the listener here: it looks after 20 ms, and twice as late each time that it finds nothing."""
    room, store = JobRoom(greet), CountedLog()
    room.store = store
    desk = JobDesk(
        store,
        store,
        room.clock,
        registry=lambda: room.governed.registry,
        private=lambda _tool, _call, _context: False,
    )
    room.desk = desk
    ref = JobRef(TENANT, room.ask("greet", {"name": "Ann"}))

    async def follow() -> list[float]:
        return [monotonic() async for one in desk.events(ref.tenant, ref.job, after=1) if one.kind == "answer"]

    async def run() -> tuple[list[float], list[float], int]:
        following = asyncio.create_task(follow())
        told = []
        store.claim(ref, "elsewhere", room.clock.now())
        for number in range(10):
            await asyncio.sleep(0.05)
            told.append(monotonic())
            store.append(ref, [("answer", {"text": str(number)})], room.clock.now())
        await asyncio.sleep(0.2)
        before = store.reads
        await asyncio.sleep(3.0)
        silent = store.reads - before
        store.finish(ref, 1, JobState.DONE, None, room.clock.now())
        return told, await asyncio.wait_for(following, 5), silent

    told, heard, silent = asyncio.run(run())
    delays = sorted(got - said for said, got in zip(told, heard, strict=True))
    assert delays[len(delays) // 2] < 0.2, delays
    assert silent <= 7
