"""What does jobs: claims them, makes their calls through the executor, and keeps what came of each.

An attempt is fenced by its number: a worker that hangs, or is cut off from the database, loses its job to the next
attempt, and what it writes afterwards is refused. That no effect happens twice is the journal's matter: each attempt
makes the same call under the key ``job:ID`` (``tools.repeats``).
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractContextManager, suppress
from datetime import timedelta
from time import monotonic, sleep
from typing import TYPE_CHECKING, Protocol

import orjson

from casewright.domain.jobs import JobResult, JobState, next_attempt
from casewright.errors import Busy, CasewrightError, IntegrityError, Unavailable
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.jobs.run import Run
from casewright.tools.jobs.watch import Watch
from casewright.tools.progress import reporting

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from casewright.domain.ids import TenantId
    from casewright.tools.calls import ToolResult
    from casewright.tools.jobs.desk import JobDesk
    from casewright.tools.jobs.run import GivenUp
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.jobs import JobRef

    Tell = Callable[[str, Mapping[str, object]], None]
    Listening = Callable[[Tell], AbstractContextManager[None]]

_log = logging.getLogger("casewright.jobs")

LEASE = 30.0
"""Seconds without a sign of life after which a job is taken away from its worker."""


class Caller(Protocol):
    """What jobs' calls are made through: the executor."""

    async def execute(self, call: ToolCall, context: CallContext) -> ToolResult:
        """Run one call and say how it ended."""
        ...


class JobLocks(Protocol):
    """Tells a worker that is gone from one that hangs: a lock ends with its process."""

    def held(self, tenant: TenantId, name: str, /) -> AbstractContextManager[None]:
        """Within it nobody else holds it. Raises ``Busy`` where somebody does, ``Unavailable``."""
        ...


class Listener(Protocol):
    """Hears of jobs that other processes put into the queue."""

    def start(self, offer: Callable[[JobRef], Awaitable[None]], at_once: int) -> None:
        """Begin to offer jobs, on the running loop; ``offer`` returns when the job has ended, or is not taken."""
        ...

    async def stop(self) -> None:
        """Offer no more."""
        ...


class Worker:
    """Does ``at_once`` jobs at a time. ``listening`` has what agents tell within its block told of the job.

    ``poll`` is how many seconds go by before it looks for jobs that nobody woke it for. ``start`` and ``stop`` belong
    to one event loop. ``lease`` is the same for all workers of a database;
    ``listener`` hears of jobs sooner than looking for them does.
    """

    def __init__(
        self,
        desk: JobDesk,
        executor: Caller,
        clock: Clock,
        locks: JobLocks,
        listening: Listening,
        *,
        name: str,
        at_once: int = 2,
        poll: float = 1.0,
        lease: float = LEASE,
        listener: Listener | None = None,
    ) -> None:
        self._desk = desk
        self._executor = executor
        self._clock = clock
        self._locks = locks
        self._listening = listening
        self._name = name
        self._at_once = at_once
        self._poll = poll
        self._lease = lease
        self._listener = listener
        self._runs: dict[JobRef, Run] = {}
        self._working: set[asyncio.Task[None]] = set()
        self._kept: list[AbstractContextManager[None]] = []
        """Locks of attempts that may still be at it, in a thread that nobody can stop: this process ends them."""
        self._unreadable: set[JobRef] = set()
        """Jobs that were changed outside of us, or sealed with another key: others are not kept waiting by them."""
        self._watch = self._new_watch()
        self._wanted = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._claiming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to do jobs, in the running event loop."""
        if self._claiming is not None:
            return
        self._loop, self._wanted, self._watch = asyncio.get_running_loop(), asyncio.Event(), self._new_watch()
        self._desk.wakes.add_worker(self._woken)
        self._watch.start()
        self._claiming = asyncio.create_task(self._claim_on())
        if self._listener is not None and self._at_once:
            self._listener.start(self._offer, self._at_once)

    async def stop(self, grace: float = 10.0) -> None:
        """Claim nothing more; give what runs ``grace`` seconds to end, and put back what does not."""
        if self._claiming is None:
            return
        claiming, self._claiming = self._claiming, None
        self._desk.wakes.remove_worker(self._woken)
        claiming.cancel()
        with suppress(asyncio.CancelledError):
            await claiming
        working = set(self._working)
        if working:
            await asyncio.wait(working, timeout=grace)
            for run in list(self._runs.values()):
                run.give_up("stopped")
            await asyncio.wait(working)
        if self._listener is not None:
            await self._listener.stop()
        await asyncio.to_thread(self._watch.stop)

    def let_go(self) -> None:
        """Let go of the locks of attempts that were given up: once the executor is closed, nothing is at it."""
        while self._kept:
            self._kept.pop().__exit__(None, None, None)

    async def _claim_on(self) -> None:
        while True:
            self._wanted.clear()
            for ref in await asyncio.to_thread(self._due, self._at_once - len(self._working)):
                self._begin(ref)
            # Not wait_for: before Python 3.12 it may lose a cancellation.
            with suppress(TimeoutError):
                async with asyncio.timeout(self._poll):
                    await self._wanted.wait()

    async def _offer(self, ref: JobRef) -> None:
        """Do a job of the queue's, where there is room; where not, whoever has room finds it."""
        if self._claiming is not None and len(self._working) < self._at_once:
            await asyncio.wait({self._begin(ref)})

    def _begin(self, ref: JobRef) -> asyncio.Task[None]:
        task = asyncio.create_task(self.work(ref))
        self._working.add(task)
        task.add_done_callback(self._worked)
        return task

    def _due(self, free: int) -> list[JobRef]:
        """As many jobs as there is room for."""
        if free <= 0:
            return []
        skipped = self._unreadable.union(self._runs)
        try:
            due = self._desk.jobs.due(self._clock.now(), free + len(skipped))
        except CasewrightError as error:
            _log.warning("no jobs can be claimed: %s", error)
            return []
        return [ref for ref in due if ref not in skipped][:free]

    def _worked(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        self._wanted.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a job could not be done: %s", type(error).__name__)

    async def work(self, ref: JobRef) -> None:
        """Claim this job, where it waits, and do it to its end."""
        if ref in self._runs:
            return
        try:
            job = await asyncio.to_thread(self._desk.jobs.claim, ref, self._name, self._clock.now())
        except CasewrightError as error:
            if isinstance(error, IntegrityError):
                self._unreadable.add(ref)
            _log.warning("job %s cannot be claimed: %s", ref.job, error)
            return
        if job is None:
            return
        run = Run(ref, job, self._watch.stir, beaten=monotonic())
        self._runs[ref] = run
        self._desk.wakes.tell(ref)
        try:
            run.task = asyncio.create_task(self._call(run))
            await asyncio.wait({run.task})
            await asyncio.to_thread(self._end, run, run.task)
        finally:
            self._runs.pop(ref, None)
            self._desk.wakes.tell(ref)

    async def _call(self, run: Run) -> ToolResult:
        """Make the call, in a context of its own."""
        job = run.job
        lock = await asyncio.to_thread(self._lock, run)
        context = CallContext(
            actor=job.actor,
            matter=job.matter,
            idempotency_key=f"job:{job.id}",
            why=job.why,
            deadline=None if job.begun_at is None else job.begun_at + timedelta(seconds=job.limit),
            alone=lock is not None,
        )
        try:
            with self._listening(run.tell), reporting(run.report):
                return await self._executor.execute(ToolCall(job.id, job.tool, orjson.loads(job.arguments)), context)
        finally:
            if lock is not None and run.given_up in ("taken", "stopped"):
                self._kept.append(lock)
            elif lock is not None:
                await asyncio.to_thread(lock.__exit__, None, None, None)

    def _lock(self, run: Run) -> AbstractContextManager[None] | None:
        """The job's lock, held: no other attempt is still at it. None where that is not sure."""
        lock = self._locks.held(run.ref.tenant, run.ref.job)
        try:
            lock.__enter__()
        except (Busy, Unavailable):
            return None
        return lock

    def _end(self, run: Run, task: asyncio.Task[ToolResult]) -> None:
        """Keep how the attempt ended. A database that is away for a while is waited for."""
        until = monotonic() + self._lease
        while True:
            try:
                self._watch.write(run)
                self._keep(run, task)
            except CasewrightError as error:
                _log.warning("the end of job %s cannot be kept: %s", run.ref.job, error, exc_info=error)
                if monotonic() >= until:
                    return  # it is taken away from us, and the journal tells the next attempt what came of it
                sleep(0.5)
            else:
                return

    def _keep(self, run: Run, task: asyncio.Task[ToolResult]) -> None:
        jobs, now = self._desk.jobs, self._clock.now()
        if run.given_up == "taken":
            return
        if task.cancelled():
            if run.given_up == "stopped":
                jobs.release(run.ref, run.attempt, now, now)
            else:
                jobs.finish(run.ref, run.attempt, JobState.CANCELLED, None, now)
            return
        error = task.exception()
        if isinstance(error, Unavailable):
            _log.warning("job %s broke off, and is tried again: %s", run.ref.job, error, exc_info=error)
        elif error is not None:
            _log.error("job %s broke off: %s", run.ref.job, type(error).__name__, exc_info=error)
        if error is not None or not _is_known(task.result()):
            jobs.release(run.ref, run.attempt, next_attempt(now, run.attempt), now)
            return
        result = task.result()
        state = JobState.LOST if result.status is Status.UNKNOWN_OUTCOME else JobState.DONE
        jobs.finish(run.ref, run.attempt, state, _kept(result), now)

    def _woken(self, ref: JobRef) -> None:
        """From any thread: there is a job to be claimed, or one of ours to be cancelled."""
        run = self._runs.get(ref)
        if run is not None:
            self._watch.beat_now(run)
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wanted.set)

    def _give_up(self, run: Run, why: GivenUp) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(run.give_up, why)

    def _new_watch(self) -> Watch:
        return Watch(self._desk, self._clock, lambda: self._runs.values(), self._give_up, lease=self._lease)


def _is_known(result: ToolResult) -> bool:
    """Whether it is recorded how the call ended; where it is not, the next attempt hears it from the journal."""
    return result.success or result.metadata.audit_seq is not None


def _kept(result: ToolResult) -> JobResult:
    return JobResult(
        status=result.status.value,
        content=result.content,
        structured=orjson.dumps(result.structured).decode(),
        error=result.error,
        error_kind=result.metadata.error_kind,
        audit_seq=result.metadata.audit_seq,
        approval=result.metadata.approval_id,
    )
