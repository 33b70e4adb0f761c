"""A desk and a worker of jobs over tools of a test's own, everything in memory."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager
from functools import wraps
from typing import TYPE_CHECKING

from casewright.bootstrap.jobs import hear_agents
from casewright.errors import Busy
from casewright.tools.jobs.desk import JobDesk
from casewright.tools.jobs.worker import Worker
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_jobs import MemoryJobs
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping

    from casewright.domain.ids import TenantId
    from casewright.domain.jobs import JobEvent, JobId
    from casewright.tools.definition import Tool

PATIENCE = 10.0


def on_a_loop(test: Callable[[], Coroutine[None, None, None]]) -> Callable[[], None]:
    """The test, run on an event loop of its own."""

    @wraps(test)
    def run() -> None:
        asyncio.run(test())

    return run


class OneProcess:
    """Fits ``JobLocks``: a lock is free once its block has ended."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    @contextmanager
    def held(self, tenant: TenantId, name: str, /) -> Iterator[None]:
        if name in self.taken:
            raise Busy(f"{name} is taken")
        self.taken.add(name)
        try:
            yield
        finally:
            self.taken.discard(name)


class JobRoom:
    """An ADMIN asks at ``desk``; workers do what is asked while ``working`` is open."""

    def __init__(self, *tools: Tool) -> None:
        self.journal = MemoryJournal()
        self.governed = Governed(*tools, journal=self.journal)
        self.clock = self.governed.clock
        self.store = MemoryJobs()
        self.locks = OneProcess()
        self.desk = JobDesk(
            self.store,
            self.store,
            self.clock,
            registry=lambda: self.governed.registry,
            private=lambda _tool, _call, _context: False,
            poll=(0.02, 0.05),
        )

    def worker(self, name: str = "w1", *, at_once: int = 2) -> Worker:
        """A worker that is not started."""
        return Worker(
            self.desk,
            self.governed.executor,
            self.clock,
            self.locks,
            hear_agents,
            name=name,
            at_once=at_once,
            poll=0.05,
        )

    @asynccontextmanager
    async def working(self, *, at_once: int = 2, grace: float = 5.0) -> AsyncIterator[Worker]:
        """A worker within the block."""
        worker = self.worker(at_once=at_once)
        await worker.start()
        try:
            yield worker
        finally:
            await worker.stop(grace)

    def ask(self, tool: str, arguments: Mapping[str, object] | None = None) -> JobId:
        """Ask for a job as ADMIN."""
        return self.desk.submit_now(ADMIN, tool, arguments or {})

    async def told(self, job: JobId, after: int = 0) -> list[JobEvent]:
        """Everything that is told of the job until it has ended."""
        async with asyncio.timeout(PATIENCE):
            return [one async for one in self.desk.events(TENANT, job, after)]

    async def until(self, job: JobId, state: str) -> None:
        """Wait until the job was told to be in this state."""
        async with asyncio.timeout(PATIENCE):
            async for one in self.desk.events(TENANT, job):
                if one.data.get("state") == state:
                    return

    async def until_queued_again(self, job: JobId) -> None:
        """Wait until the job was taken away from its worker."""
        async with asyncio.timeout(PATIENCE):
            async for one in self.desk.events(TENANT, job):
                if one.data.get("state") == "queued" and one.data["attempt"]:
                    return
