"""Matters: the list, one matter with its documents, and files put in."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from casewright.bootstrap.samples import list_samples
from casewright.server.pages.live import begin, result_of
from casewright.server.pages.page import Page
from casewright.server.pages.visit import Flaw, flaw_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import Response

    from casewright.server.pages.visit import Visit
    from casewright.tools.calls import ToolResult

    _Add = Callable[[Visit, dict[str, object], str], Awaitable[ToolResult | None]]

_ADD = "add_document"
_JOBS_LOOKED_AT = 50
KINDS = ("matter", "deal")
ARCHIVES = (".zip",)
"""Endings of files of which every file in them becomes a document."""


def matter_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", "/", _list),
        Page("POST", "/matters", _open),
        Page("GET", "/matters/{matter_id}", show_matter),
        Page("POST", "/matters/{matter_id}/documents", _put_in),
        Page("POST", "/matters/{matter_id}/reread", _read_again),
        Page("POST", "/matters/{matter_id}/status", _set_status),
        Page("POST", "/matters/{matter_id}/participants", _share),
        Page("POST", "/matters/{matter_id}/participants/{user}/end", _unshare),
        Page("POST", "/matters/{matter_id}/delete", _delete),
    )


async def _list(visit: Visit) -> Response:
    if visit.doors and "/" not in visit.doors:
        return visit.go(visit.doors[0])  # an auditor, who sees no matters, begins with the audit
    return await _list_page(visit)


async def _list_page(visit: Visit, flaw: Flaw | None = None) -> Response:
    found = await visit.read("list_matters")
    return visit.show("matters.html", _status(flaw), matters=found["matters"], samples=list_samples(), flaw=flaw)


async def _open(visit: Visit) -> Response:
    result = await visit.call("create_matter", visit.form.arguments("title", "kind", "description"))
    if not result.success or not isinstance(result.structured, dict):
        return await _list_page(visit, flaw_of(result))
    return visit.go(f"/matters/{result.structured['matter_id']}", "matter-opened")


async def show_matter(visit: Visit, flaw: Flaw | None = None) -> Response:
    """One matter: its documents, how much of each was read, who takes part."""
    asked = {"matter_id": visit.path("matter_id")}
    matter = await visit.read("show_matter", asked)
    documents = await visit.read("list_matter_documents", asked)
    participants = await visit.read("list_participants", asked)
    limit = visit.serving.parts.materials.settings.upload_mb
    return visit.show(
        "matter.html",
        _status(flaw),
        matter=matter,
        listed=documents,
        participants=participants,
        being_read=await _being_read(visit, matter["matter_id"]),
        flaw=flaw,
        upload_mb=limit,
    )


async def _put_in(visit: Visit) -> Response:
    """Files of a form become documents, each by a call of its own; the script of the page sends them one by one."""
    matter = visit.path("matter_id")
    done = await put_files_in(visit, matter)
    if isinstance(done, Flaw):
        return await show_matter(visit, done)
    if isinstance(done, bool):
        return visit.go(f"/matters/{matter}", "documents-added" if done else "documents-being-read")
    return done


async def put_files_in(visit: Visit, matter: str) -> Response | Flaw | bool:
    """Put the form's files into the matter: what is wrong with one, or where an approval is; else whether all are in.

    Each is a job, of which the page tells how far it is where it takes long. Bytes of a case are held by this process
    alone, so those are read at once.
    """
    caller = visit.caller
    assert caller is not None
    session = caller.session(visit.serving.parts)
    if not visit.form.files:
        return Flaw("No file was chosen: choose one or several, then put them in", "files")
    may = await asyncio.to_thread(session.may_add, matter)
    private = await asyncio.to_thread(session.is_private, matter)
    add = _add_at_once if private or not may else _add_as_job
    all_in = True
    for number, file in enumerate(visit.form.files):
        if not file.data:
            return Flaw(f"{file.name!r} is empty: choose another file", "files")
        blob = sha256(file.data).hexdigest()
        if may:
            blob = await asyncio.to_thread(session.keep, matter, file.data)
        done = await _put_in_one(visit, matter, {"blob_id": blob, "filename": file.name}, str(number), add)
        if not isinstance(done, bool):
            return done
        all_in = all_in and done
    return all_in


async def _put_in_one(
    visit: Visit, matter: str, file: dict[str, object], part: str, add: _Add
) -> Flaw | Response | bool:
    """A file becomes a document; of an archive each file in it does."""
    files = [file]
    if str(file["filename"]).lower().endswith(ARCHIVES):
        opened = await visit.call("open_container", {"matter_id": matter, **file}, part)
        if not opened.success or not isinstance(opened.structured, dict):
            return visit.waits(opened) or Flaw(f"{file['filename']!r}: {flaw_of(opened).detail}", "files")
        files = [{name: one[name] for name in ("blob_id", "filename")} for one in opened.structured["files"]]
    all_in = True
    for number, one in enumerate(files):
        result = await add(visit, {"matter_id": matter, **one}, f"{part}.{number}")
        if result is None:
            all_in = False
            continue
        if waits := visit.waits(result):
            return waits
        if not result.success:
            return Flaw(f"{one['filename']!r}: {flaw_of(result).detail}", "files")
    return all_in


async def _add_at_once(visit: Visit, arguments: dict[str, object], part: str) -> ToolResult | None:
    return await visit.call(_ADD, arguments, part)


async def _add_as_job(visit: Visit, arguments: dict[str, object], _part: str) -> ToolResult | None:
    """What came of it; None where it goes on."""
    job: dict[str, Any] = await visit.read("show_job", {"job_id": await begin(visit, _ADD, arguments)})
    return result_of(job) if job["state"] == "done" else None


async def _being_read(visit: Visit, matter: str) -> list[dict[str, Any]]:
    """The visitor's own files that are on their way into the matter, each with how far it is."""
    if not visit.may("list_jobs"):
        return []
    asked = {"matter_id": matter, "mine": True, "limit": _JOBS_LOOKED_AT}
    jobs: list[dict[str, Any]] = (await visit.read("list_jobs", asked))["jobs"]
    open_ones = [one["job_id"] for one in jobs if one["tool"] == _ADD and one["state"] in ("queued", "doing")]
    return [await visit.read("show_job", {"job_id": one}) for one in reversed(open_ones)]


async def _read_again(visit: Visit) -> Response:
    """Documents that an older version read: a job, which has a page of its own."""
    matter = visit.path("matter_id")
    job = await begin(visit, "reread_documents", {"matter_id": matter})
    return visit.go(f"/jobs/{job}?{urlencode({'back': f'/matters/{matter}'})}")


async def _set_status(visit: Visit) -> Response:
    return await _act(visit, "set_matter_status", visit.form.arguments("status"), "matter-changed")


async def _share(visit: Visit) -> Response:
    return await _act(visit, "share_matter", visit.form.arguments("user", "role"), "shared")


async def _unshare(visit: Visit) -> Response:
    return await _act(visit, "unshare_matter", {"user": visit.path("user")}, "unshared")


async def _delete(visit: Visit) -> Response:
    return await _act(visit, "delete_matter", {}, "saved")


async def _act(visit: Visit, tool: str, arguments: dict[str, object], done: str) -> Response:
    matter = visit.path("matter_id")
    result = await visit.call(tool, {"matter_id": matter, **arguments})
    if waits := visit.waits(result):
        return waits
    if not result.success:
        return await show_matter(visit, flaw_of(result))
    return visit.go(f"/matters/{matter}", done)


def _status(flaw: Flaw | None) -> HTTPStatus:
    return HTTPStatus.OK if flaw is None else flaw.status
