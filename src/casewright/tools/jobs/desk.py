"""Where jobs are asked for, cancelled and watched."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4, uuid5

import orjson

from casewright.domain.actors import ActorKind
from casewright.domain.ids import MatterId
from casewright.domain.jobs import Job, JobId, JobState
from casewright.errors import BadArguments, NotFound
from casewright.tools.calls import CallContext, ToolCall
from casewright.tools.gates.kept_results import KEPT_NOWHERE
from casewright.tools.jobs.wakes import Wakes
from casewright.tools.matter_names import named_matter
from casewright.tools.ports.jobs import JobRef
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping
    from datetime import datetime

    from casewright.domain.actors import Actor
    from casewright.domain.ids import TenantId
    from casewright.domain.jobs import JobEvent
    from casewright.tools.definition import Tool
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.jobs import EventLog, JobQueue, JobStore
    from casewright.tools.registry import Registry

    Private = Callable[[Tool, ToolCall, CallContext], bool]

PAGE = 200
"""Events that are read at once."""
ADMINISTRATOR = "ADMIN"
"""The role that sees the jobs of its whole tenant, though not what others' say."""
_KEYED = UUID("5b0f7a0e-4f0c-4a59-9d4c-0f5a1f6d2f11")
"""The namespace of jobs that were asked for under a key."""


class JobDesk:
    """Over these stores. ``private`` says of a call whether its arguments may hold personal data.

    ``seconds`` is the longest that any call may take; ``kept`` how long a job stays once it has ended. ``poll`` are the
    seconds between two looks at a job that another process does: after something was told, and at most; each look that
    finds nothing doubles them. ``queue`` tells workers of other processes; without it they look now and then.
    """

    def __init__(
        self,
        jobs: JobStore,
        log: EventLog,
        clock: Clock,
        *,
        registry: Callable[[], Registry],
        private: Private,
        seconds: float = 3600.0,
        poll: tuple[float, float] = (0.02, 1.0),
        kept: timedelta = timedelta(days=30),
        queue: JobQueue | None = None,
    ) -> None:
        self.jobs = jobs
        self.log = log
        self.kept = kept
        self.wakes = Wakes()
        self._clock = clock
        self._registry = registry
        self._private = private
        self._seconds = seconds
        self._poll = poll
        self._queue = queue

    def now(self) -> datetime:
        """The time by the desk's clock."""
        return self._clock.now()

    async def submit(
        self,
        actor: Actor,
        tool: str,
        arguments: Mapping[str, object],
        matter: MatterId | None = None,
        why: str | None = None,
        *,
        key: str | None = None,
    ) -> JobId:
        """Have the call made later, as the actor's own; the job's id. As ``submit_now``, beside the loop."""
        return await asyncio.to_thread(self.submit_now, actor, tool, arguments, matter, why, key=key)

    def submit_now(
        self,
        actor: Actor,
        tool: str,
        arguments: Mapping[str, object],
        matter: MatterId | None = None,
        why: str | None = None,
        *,
        retries: JobId | None = None,
        key: str | None = None,
    ) -> JobId:
        """Have the call made later, as the actor's own; the job's id, once it is stored.

        The same call asked for again under the same ``key`` is the same job. Whether it may be made is decided when it
        is made. Raises ``NotFound`` for a tool that is not there,
        ``BadArguments`` for one whose results are kept nowhere, and for arguments that are no JSON.
        """
        if actor.kind is ActorKind.MODEL:
            raise BadArguments(f"{actor.id!r} is a model, and models make their own calls: ask for the job as a person")
        found = self._registry().get(tool)
        if found is None:
            raise NotFound(f"There is no tool {tool!r}: 'casewright tools list' shows them")
        if found.reveals:
            raise BadArguments(f"{tool!r} cannot be a job: {KEPT_NOWHERE}; call it at once")
        now, call, context = self._clock.now(), ToolCall("job", tool, arguments), CallContext(actor, matter)
        with acting_in(actor.tenant):
            private = self._private(found, call, context)
        written = _json(tool, arguments)
        job = Job(
            id=JobId(str(uuid4() if key is None else uuid5(_KEYED, _named(actor, tool, written, key)))),
            actor=actor,
            tool=tool,
            arguments=written,
            created_at=now,
            due=now,
            matter=matter,
            about=_about(matter, arguments),
            why=why,
            private=private,
            limit=min(found.timeout, self._seconds),
            retries=retries,
        )
        with acting_in(actor.tenant):
            added = self.jobs.add(job)
        if added:
            self.announce(JobRef(job.tenant, job.id))
        return job.id

    def announce(self, ref: JobRef) -> None:
        """Wake the workers of this process, and those of others where there is a queue."""
        self.wakes.wake_workers(ref)
        if self._queue is not None:
            self._queue.put(ref)

    def find(self, actor: Actor, job: str) -> Job:
        """The job, where it is the actor's own, or the actor is an ADMIN of its tenant. Raises ``NotFound``."""
        found = self.jobs.get(actor.tenant, JobId(job))
        if found is None or not (is_own(actor, found) or actor.role == ADMINISTRATOR):
            raise NotFound(f"Job {job!r} not found: 'casewright jobs list' shows the ids")
        return found

    def cancel(self, tenant: TenantId, job: JobId) -> JobState | None:
        """Cancel it, or have its worker do so; the state it is in then, None where there is no such job."""
        state = self.jobs.cancel(tenant, job, self._clock.now())
        ref = JobRef(tenant, job)
        if state is JobState.DOING:
            self.wakes.wake_workers(ref)
        self.wakes.tell(ref)
        return state

    def told(self, job: Job) -> list[JobEvent]:
        """What was told of the job by now."""
        found: list[JobEvent] = []
        while page := self.log.read(JobRef(job.tenant, job.id), found[-1].seq if found else 0, PAGE):
            found += page
        return found

    async def events(self, tenant: TenantId, job: JobId, after: int = 0) -> AsyncGenerator[JobEvent]:
        """What is told of the job, from the event behind number ``after`` on, as it is told; ends with the job.

        Told in this process it is there at once, told in another within a moment. Nothing comes of a job that is not
        there: who may see it is for the caller to ask (``find``).
        """
        ref, ended = JobRef(tenant, job), False
        soonest, longest = self._poll
        wait = soonest
        with self.wakes.listening(ref) as woken:
            while True:
                woken.clear()
                told = await asyncio.to_thread(self.log.read, ref, after, PAGE)
                for one in told:
                    after = one.seq
                    yield one
                    if one.kind == "state" and JobState(str(one.data["state"])).final:
                        return
                if told:
                    wait = soonest
                    continue
                if ended:
                    return
                with acting_in(tenant):
                    found = await asyncio.to_thread(self.jobs.get, tenant, job)
                ended = found is None or found.state.final
                if not ended:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await woken.wait()
                    wait = min(longest, wait * 2)


def is_own(actor: Actor, job: Job) -> bool:
    """Whether the actor is who asked for the job."""
    return (actor.tenant, actor.id, actor.kind) == (job.tenant, job.actor.id, job.actor.kind)


def _about(matter: MatterId | None, arguments: Mapping[str, object]) -> MatterId | None:
    named = matter or named_matter(arguments)
    return None if named is None else MatterId(named.lower())


def _named(actor: Actor, tool: str, arguments: str, key: str) -> str:
    """What a job's id is made of, where it is asked for under a key."""
    return orjson.dumps([actor.tenant, actor.id, actor.kind, tool, arguments, key]).decode()


def _json(tool: str, arguments: Mapping[str, object]) -> str:
    try:
        return orjson.dumps(dict(arguments)).decode()
    except (TypeError, ValueError) as error:
        raise BadArguments(f"The arguments for {tool!r} are no JSON: {error}") from error
