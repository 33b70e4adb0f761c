"""Calls that take long: run as a job where a client asks for that, and followed as a stream of numbered events."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from http import HTTPStatus
from typing import TYPE_CHECKING

import orjson
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event

from casewright.server.answers import json_response
from casewright.server.problems import INVALID, REFUSED, Problem
from casewright.server.route import PREFIX
from casewright.tools.jobs.desk import is_own

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping

    from fastapi import Request, Response

    from casewright.domain.actors import Actor
    from casewright.domain.jobs import Job, JobEvent, JobId
    from casewright.server.credentials import Caller
    from casewright.server.served_parts import Metrics
    from casewright.tools.jobs.desk import JobDesk

STREAM = "text/event-stream"
_FOR_ADMINS = ("state", "progress")
_SECONDS = 10.0
"""Between two signs of life, and two looks whether whoever listens may still."""


class ServedJobs:
    """Over the desk. ``still`` says of a request whether who made it would still be let in."""

    def __init__(self, desk: JobDesk, still: Callable[[Request], Awaitable[bool]], metrics: Metrics) -> None:
        self._desk = desk
        self._still = still
        self._metrics = metrics

    async def begin(
        self, request: Request, caller: Caller, tool: str, arguments: Mapping[str, object]
    ) -> Response | None:
        """A job for the call, where the request prefers one or follows it; None where it waits for its result."""
        follows = STREAM in request.headers.get("accept", "")
        if not follows and "respond-async" not in request.headers.get("prefer", ""):
            return None
        if request.headers.get("idempotency-key") is not None:
            raise Problem(INVALID, "A job is made anew each time: leave the Idempotency-Key out")
        caller.require(tool)
        job = await self._desk.submit(caller.actor, tool, arguments, caller.matter)
        if follows:
            return self._stream(request, caller.actor, await asyncio.to_thread(self._desk.find, caller.actor, job), 0)
        body = {
            "status": "queued",
            "job_id": job,
            "detail": "It runs as a job: follow its events",
        }
        return json_response(body, HTTPStatus.ACCEPTED, {"Location": f"{PREFIX}/jobs/{job}"})

    async def follow(self, request: Request, caller: Caller, job: str) -> Response:
        """The job's events from the one after ``Last-Event-ID`` on. Raises ``NotFound``."""
        after = last_event(request)
        found = await asyncio.to_thread(self._desk.find, caller.actor, job)
        if caller.matter is not None and found.about != caller.matter:
            raise Problem(REFUSED, "This key is for one matter, and the job is not about it")
        return self._stream(request, caller.actor, found, after)

    def _stream(self, request: Request, actor: Actor, job: Job, after: int) -> Response:
        return stream_response(self._written(request, actor, job, after), job.id)

    async def _written(self, request: Request, actor: Actor, job: Job, after: int) -> AsyncIterator[bytes]:
        # The job's id first: whoever is cut off goes on at its events.
        yield format_sse_event(event="job", data_str=orjson.dumps({"job_id": job.id}).decode())
        async with aclosing(self.told(request, actor, job, after)) as events:
            async for event in events:
                yield KEEPALIVE_COMMENT if event is None else _written(event)

    async def told(self, request: Request, actor: Actor, job: Job, after: int) -> AsyncGenerator[JobEvent | None]:
        """What is told of the job from then on that the actor may hear, and None where nothing was for a while.

        It ends with the job, and as soon as whoever made the request would not be let in any more.
        """
        with self._metrics.stream():
            # What waits for the next event is closed before the events are, which else would be waited for still.
            async with (
                aclosing(self._desk.events(job.tenant, job.id, after)) as events,
                aclosing(_with_pauses(events)) as told,
            ):
                async for event in told:
                    if not await self._still(request):
                        return
                    if event is None or _may_hear(actor, job, event):
                        yield event

    async def so_far(self, actor: Actor, job: Job) -> list[JobEvent]:
        """What was told of the job by now that the actor may hear."""
        found = await asyncio.to_thread(self._desk.told, job)
        return [event for event in found if _may_hear(actor, job, event)]

    async def find(self, actor: Actor, job: str) -> Job:
        """The job, where the actor may see it. Raises ``NotFound``."""
        return await asyncio.to_thread(self._desk.find, actor, job)

    async def submit(self, actor: Actor, tool: str, arguments: Mapping[str, object], key: str | None) -> JobId:
        """A job for the call; asked for again under the same key it is the same one."""
        return await self._desk.submit(actor, tool, arguments, key=key)

    async def ends_within(self, job: Job, seconds: float) -> bool:
        """Whether it has ended by then."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), aclosing(self._desk.events(job.tenant, job.id)) as events:
                async for _ in events:
                    pass
                return True
        return False


def last_event(request: Request) -> int:
    """The number of the last event that whoever follows has. Raises ``Problem``."""
    after = request.headers.get("last-event-id", "0")
    if not (after.isascii() and after.isdigit() and len(after) <= 12):
        raise Problem(INVALID, "The Last-Event-ID is no number of an event: leave it out, or send the last 'id'")
    return int(after)


def stream_response(parts: AsyncIterator[bytes], job: JobId) -> Response:
    """A stream that nobody on the way keeps or holds back."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Casewright-Job": job}
    return EventSourceResponse(parts, headers=headers)


def _may_hear(actor: Actor, job: Job, event: JobEvent) -> bool:
    """What an agent says is for who asked; an ADMIN hears how far others' jobs are."""
    return event.kind in _FOR_ADMINS or is_own(actor, job)


async def _with_pauses(events: AsyncGenerator[JobEvent]) -> AsyncGenerator[JobEvent | None]:
    """The events, and None where none came for a while."""
    waiting: asyncio.Future[JobEvent] | None = None
    try:
        while True:
            waiting = waiting or asyncio.ensure_future(anext(events))
            done, _ = await asyncio.wait({waiting}, timeout=_SECONDS)
            if not done:
                yield None
                continue
            try:
                event, waiting = waiting.result(), None
            except StopAsyncIteration:
                return
            yield event
    finally:
        if waiting is not None and not waiting.done():
            waiting.cancel()
            with suppress(asyncio.CancelledError):
                await waiting


def _written(event: JobEvent) -> bytes:
    return format_sse_event(event=event.kind, id=str(event.seq), data_str=orjson.dumps(dict(event.data)).decode())
