"""Jobs on pages: begun by a form, followed live, given up. What is told of a job becomes HTML here, kind by kind."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi.responses import Response
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event

from casewright.server.jobs import last_event, stream_response
from casewright.server.pages.answer_text import without_links
from casewright.server.pages.page import ENDED, Page, own_path
from casewright.server.pages.visit import Flaw, flaw_of, page_headers
from casewright.tools.calls import Metadata, Status, ToolResult

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from casewright.domain.jobs import Job, JobEvent
    from casewright.server.pages.visit import Visit

AT_ONCE = 0.5
"""Seconds that a page waits for a job before it shows that it runs."""
_PROGRESS = "progress"
_ENDINGS = {
    "cancelled": "It was cancelled before it had ended",
    "lost": "It was cut off, and nobody knows what it did: look at the audit before you ask for it again",
}
_SHOWN = ("state", _PROGRESS, "answer", "debate", "turn")


@dataclass(frozen=True, slots=True)
class Shown:
    """One event, for the template of its kind."""

    kind: str
    data: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Running:
    """A job as ``live_view`` of the components shows it: what was ``told`` by now, up to the event ``after``."""

    job_id: str
    after: int
    told: Sequence[Shown]
    progress: Shown | None
    cancelling: bool


def live_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", "/jobs/{job_id}", _show),
        Page("GET", "/jobs/{job_id}/live", _follow, streams=True),
        Page("POST", "/jobs/{job_id}/cancel", _cancel),
    )


async def begin(visit: Visit, tool: str, arguments: Mapping[str, object]) -> str:
    """Have the call made as a job of whoever sent the form; its id. A form sent twice begins it once.

    A job that is soon over is waited for, so that what is wrong with a form is said at once.
    """
    assert visit.caller is not None
    jobs, actor = visit.serving.jobs, visit.caller.actor
    form = visit.form.text("form_id")[:64]
    job = await jobs.submit(actor, tool, arguments, f"form:{form}" if form else None)
    await jobs.ends_within(await jobs.find(actor, job), AT_ONCE)
    return job


async def running(visit: Visit, job_id: str) -> Running:
    """What a page shows of a job that has not ended. Raises ``NotFound``."""
    assert visit.caller is not None
    job = await visit.serving.jobs.find(visit.caller.actor, job_id)
    told = await visit.serving.jobs.so_far(visit.caller.actor, job)
    shown = [_shown(event) for event in told if event.kind in _SHOWN]
    progress = next((one for one in reversed(shown) if one.kind == _PROGRESS), None)
    steps = [one for one in shown if one.kind != _PROGRESS]
    return Running(job.id, told[-1].seq if told else 0, steps, progress, job.cancelling)


def result_of(job: Mapping[str, Any]) -> ToolResult:
    """How the call of a job ended that ``show_job`` shows as done."""
    return ToolResult(
        id=job["job_id"],
        tool=job["tool"],
        status=Status(job["status"]),
        content=job["content"] or "",
        metadata=Metadata(0.0, error_kind=job["error_kind"], approval_id=job["approval_id"]),
        structured=job["structured"],
        error=job["error"],
    )


def flaw_of_job(job: Mapping[str, Any]) -> Flaw | None:
    """Why a job did not do what was asked; None where it did, or has not ended. ``field`` as tools name it."""
    if job["state"] in ("cancelled", "lost"):
        return Flaw(_ENDINGS[job["state"]])
    if job["state"] != "done" or job["status"] is None or job["status"] == Status.SUCCESS.value:
        return None
    return flaw_of(result_of(job))


async def _show(visit: Visit) -> Response:
    """One job, wherever it was asked for."""
    job: dict[str, Any] = await visit.read("show_job", {"job_id": visit.path("job_id")})
    ended = job["state"] not in ("queued", "doing")
    if job["status"] == Status.APPROVAL_REQUIRED.value and job["approval_id"] is not None:
        return visit.go(f"/approvals/{job['approval_id']}")
    live = None if ended else await running(visit, job["job_id"])
    return visit.show("job.html", job=job, live=live, flaw=flaw_of_job(job), back=own_path(visit.asked("back") or "/"))


async def _follow(visit: Visit) -> Response:
    """What is told of a job, as a stream of HTML that is taken up behind ``Last-Event-ID``, else behind ``after``."""
    assert visit.caller is not None
    job = await visit.serving.jobs.find(visit.caller.actor, visit.path("job_id"))
    after = visit.asked("after", "0")
    seen = last_event(visit.request) or (int(after) if after.isascii() and after.isdigit() and len(after) < 12 else 0)
    return stream_response(_stream(visit, job, seen), job.id)


async def _stream(visit: Visit, job: Job, after: int) -> AsyncIterator[bytes]:
    assert visit.caller is not None
    async with aclosing(visit.serving.jobs.told(visit.request, visit.caller.actor, job, after)) as events:
        async for event in events:
            if event is None:
                yield KEEPALIVE_COMMENT
                continue
            html = await asyncio.to_thread(fragment, visit, event, job.id)
            if html:
                yield format_sse_event(id=str(event.seq), data_str=html)
    # Over, or no longer for whoever listens: the page that this leads to tells which.
    yield ENDED


def fragment(visit: Visit, event: JobEvent, job_id: str) -> str:
    """What a page shows of one event; nothing of a kind that it does not know."""
    if event.kind not in _SHOWN:
        return ""
    values = {"event": _shown(event).data, "job_id": job_id}
    return visit.renderer.render(f"live/{event.kind}.html", visit.language, values).strip()


def _shown(event: JobEvent) -> Shown:
    data = dict(event.data)
    if event.kind == "answer" and data.get("kind") == "text":
        data["text"] = without_links(str(data.get("text", "")))
    return Shown(event.kind, data)


async def _cancel(visit: Visit) -> Response:
    job = visit.path("job_id")
    result = await visit.call("cancel_job", {"job_id": job})
    if visit.is_fragment:
        # Whoever follows it is told by the stream.
        return Response(status_code=204, headers=page_headers(visit.nonce))
    place = own_path(visit.form.text("back") or f"/jobs/{job}")
    if not result.success:
        return visit.go(place)
    return visit.go(place, "job-cancelled")
