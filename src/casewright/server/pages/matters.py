"""Matters: the list, one matter with its documents, and files put in."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from casewright.bootstrap.samples import list_samples
from casewright.server.pages.live import begin
from casewright.server.pages.page import Page
from casewright.server.pages.visit import Flaw, flaw_of

if TYPE_CHECKING:
    from fastapi import Response

    from casewright.server.pages.visit import Visit

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
        flaw=flaw,
        upload_mb=limit,
    )


async def _put_in(visit: Visit) -> Response:
    """Files of a form become documents, each by a call of its own; the script of the page sends them one by one."""
    matter = visit.path("matter_id")
    done = await put_files_in(visit, matter)
    if isinstance(done, Flaw):
        return await show_matter(visit, done)
    return done or visit.go(f"/matters/{matter}", "documents-added")


async def put_files_in(visit: Visit, matter: str) -> Response | Flaw | None:
    """Put the form's files into the matter: what is wrong with one, where an approval is, or None where all are in."""
    caller = visit.caller
    assert caller is not None
    session = caller.session(visit.serving.parts)
    if not visit.form.files:
        return Flaw("No file was chosen: choose one or several, then put them in", "files")
    may = await asyncio.to_thread(session.may_add, matter)
    for number, file in enumerate(visit.form.files):
        if not file.data:
            return Flaw(f"{file.name!r} is empty: choose another file", "files")
        blob = sha256(file.data).hexdigest()
        if may:
            blob = await asyncio.to_thread(session.keep, matter, file.data)
        stopped = await _put_in_one(visit, matter, {"blob_id": blob, "filename": file.name}, str(number))
        if stopped is not None:
            return stopped
    return None


async def _put_in_one(visit: Visit, matter: str, file: dict[str, object], part: str) -> Flaw | Response | None:
    """A file becomes a document; of an archive each file in it does."""
    files = [file]
    if str(file["filename"]).lower().endswith(ARCHIVES):
        opened = await visit.call("open_container", {"matter_id": matter, **file}, part)
        if not opened.success or not isinstance(opened.structured, dict):
            return visit.waits(opened) or Flaw(f"{file['filename']!r}: {flaw_of(opened).detail}", "files")
        files = [{name: one[name] for name in ("blob_id", "filename")} for one in opened.structured["files"]]
    for number, one in enumerate(files):
        result = await visit.call("add_document", {"matter_id": matter, **one}, f"{part}.{number}")
        if waits := visit.waits(result):
            return waits
        if not result.success:
            return Flaw(f"{one['filename']!r}: {flaw_of(result).detail}", "files")
    return None


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
