"""Questions to a matter's documents: asked of what is open, followed as they are answered, kept in threads."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from casewright.server import problems
from casewright.server.pages.answer_text import blocks, label_of
from casewright.server.pages.live import begin, flaw_of_job, result_of, running
from casewright.server.pages.page import Page
from casewright.server.pages.places import place_path
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastapi import Response

    from casewright.server.pages.visit import Flaw, Visit

_TOOL = "ask_matter"
_OPEN = ("queued", "doing")


def ask_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", "/matters/{matter_id}/ask", _show),
        Page("POST", "/matters/{matter_id}/ask", _ask),
        Page("GET", "/matters/{matter_id}/ask/{thread_id}", _show),
    )


async def _show(visit: Visit) -> Response:
    """The conversation; with ``job`` the question that is being answered in it, or what became of it."""
    job_id = visit.asked("job")
    if not job_id:
        thread = visit.request.path_params.get("thread_id")
        return await _page(visit, thread=thread, chosen=visit.request.query_params.getlist("document_id"))
    job: dict[str, Any] = await visit.read("show_job", {"job_id": job_id})
    return await _page_of_job(visit, job)


async def _page_of_job(visit: Visit, job: dict[str, Any]) -> Response:
    asked: Mapping[str, Any] = job["arguments"] or {}
    chosen = _chosen(asked)
    if job["state"] in _OPEN:
        return await _page(visit, thread=asked.get("thread_id"), chosen=chosen, job=job)
    if job["status"] == Status.SUCCESS.value:
        thread = str(job["structured"]["thread_id"])
        if not visit.is_fragment:
            return visit.go(_path(visit, thread, chosen))
        return await _page(visit, thread=thread, chosen=chosen)
    if waits := visit.waits(result_of(job)) if job["status"] is not None else None:
        return waits
    return await _page(visit, thread=asked.get("thread_id"), chosen=chosen, job=job, flaw=flaw_of_job(job))


async def _ask(visit: Visit) -> Response:
    """Put a question, or without one go on in a thread that stopped: a job, which the page then follows."""
    form = visit.form
    chosen, thread = form.many("document_id"), form.text("thread_id")
    arguments: dict[str, object] = {"matter_id": visit.path("matter_id")}
    if form.text("act") != "go on":
        arguments["question"] = form.raw("question")
    if thread:
        arguments["thread_id"] = thread
    if len(chosen) == 1:
        arguments["document_id"] = chosen[0]
    elif chosen:
        arguments["document_ids"] = chosen
    job_id = await begin(visit, _TOOL, arguments)
    job: dict[str, Any] = await visit.read("show_job", {"job_id": job_id})
    if (flaw := _flaw_of_question(job)) is not None:
        return await _page(visit, thread=thread or None, chosen=chosen, flaw=flaw)
    return visit.go(f"{_path(visit, thread, [])}?{urlencode({'job': job_id})}")


def _flaw_of_question(job: Mapping[str, Any]) -> Flaw | None:
    """What is wrong with what was typed, said beside it; None for everything else that may have come of the job."""
    flaw = flaw_of_job(job)
    if flaw is None or job["status"] not in (Status.INVALID_ARGUMENTS.value, Status.ERROR.value):
        return None
    return replace(flaw, field="question") if problems.of_result(result_of(job)) is problems.INVALID else None


async def _page(
    visit: Visit,
    *,
    thread: str | None,
    chosen: Sequence[str],
    job: dict[str, Any] | None = None,
    flaw: Flaw | None = None,
) -> Response:
    matter_id = visit.path("matter_id")
    asked = {"matter_id": matter_id}
    matter = await visit.read("show_matter", asked)
    documents: Any = (await visit.read("list_matter_documents", asked))["documents"]
    threads: Any = (await visit.read("list_threads", asked))["threads"]
    turns: list[dict[str, Any]] = []
    if thread is not None:
        shown: Any = (await visit.read("list_threads", {**asked, "thread_id": thread}))["threads"]
        turns = shown[0]["turns"] or []
    jobs: Any = (await visit.read("list_jobs", {**asked, "mine": True, "limit": 20}))["jobs"]
    open_jobs = [one for one in jobs if one["tool"] == _TOOL and one["state"] in _OPEN]
    live = await running(visit, job["job_id"]) if job is not None and job["state"] in _OPEN else None
    if live is not None and turns and turns[-1].get("stopped") in ("approval", "cut off"):
        turns = turns[:-1]
    names = {one["document_id"]: one["filename"] for one in documents}
    return visit.show(
        "ask.html",
        HTTPStatus.OK if flaw is None or job is not None else flaw.status,
        matter=matter,
        documents=documents,
        names=names,
        chosen=[one for one in chosen if one in names],
        threads=threads,
        thread=thread,
        turns=[_turn(turn, matter_id) for turn in turns],
        job=job,
        live=live,
        open_jobs=[one for one in open_jobs if live is None or one["job_id"] != live.job_id],
        flaw=flaw,
    )


def _turn(turn: dict[str, Any], matter: str) -> dict[str, Any]:
    """A turn as its template shows it: what older versions did not keep is not there, and places have addresses."""
    kept = {"documents": [], "stopped": None, "tool_calls": [], "ledger": [], "approvals": [], **turn}
    kept["blocks"] = blocks(str(turn["text"]), matter, turn["citations"])
    for name in ("citations", "ledger"):
        kept[name] = [
            {
                **one,
                "label": label_of(one),
                "path": place_path(matter, one["document_id"], one["start"], one["end"]),
            }
            for one in kept[name]
        ]
    return kept


def _chosen(asked: Mapping[str, Any]) -> list[str]:
    opened = asked.get("document_id")
    return [str(opened)] if opened else [str(one) for one in asked.get("document_ids") or ()]


def _path(visit: Visit, thread: str, chosen: Sequence[str]) -> str:
    path = f"/matters/{visit.path('matter_id')}/ask"
    if thread:
        path += f"/{thread}"
    return f"{path}?{urlencode([('document_id', one) for one in chosen])}" if chosen else path
