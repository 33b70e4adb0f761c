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

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping

    from fastapi import Request, Response

    from casewright.domain.ids import TenantId
    from casewright.domain.jobs import JobEvent, JobId
    from casewright.server.credentials import Caller
    from casewright.server.served_parts import Metrics
    from casewright.tools.jobs.desk import JobDesk

STREAM = "text/event-stream"
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
            return self._stream(request, caller.actor.tenant, job, 0)
        body = {
            "status": "queued",
            "job_id": job,
            "detail": "It runs as a job: follow its events",
        }
        return json_response(body, HTTPStatus.ACCEPTED, {"Location": f"{PREFIX}/jobs/{job}"})

    async def follow(self, request: Request, caller: Caller, job: str) -> Response:
        """The job's events from the one after ``Last-Event-ID`` on. Raises ``NotFound``."""
        after = request.headers.get("last-event-id", "0")
        if not (after.isascii() and after.isdigit() and len(after) <= 12):
            raise Problem(INVALID, "The Last-Event-ID is no number of an event: leave it out, or send the last 'id'")
        found = await asyncio.to_thread(self._desk.find, caller.actor, job)
        if caller.matter is not None and found.about != caller.matter:
            raise Problem(REFUSED, "This key is for one matter, and the job is not about it")
        return self._stream(request, caller.actor.tenant, found.id, int(after))

    def _stream(self, request: Request, tenant: TenantId, job: JobId, after: int) -> Response:
        return EventSourceResponse(
            self._told(request, tenant, job, after),
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Casewright-Job": job},
        )

    async def _told(self, request: Request, tenant: TenantId, job: JobId, after: int) -> AsyncIterator[bytes]:
        # The job's id first: whoever is cut off goes on at its events.
        yield format_sse_event(event="job", data_str=orjson.dumps({"job_id": job}).decode())
        with self._metrics.stream():
            # What waits for the next event is closed before the events are, which else would be waited for still.
            async with (
                aclosing(self._desk.events(tenant, job, after)) as events,
                aclosing(_with_pauses(events)) as told,
            ):
                async for event in told:
                    if not await self._still(request):
                        return
                    yield KEEPALIVE_COMMENT if event is None else _written(event)


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
