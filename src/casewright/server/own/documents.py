"""Files in and out: bytes become a document, or the files of an archive do; a document's original is given back."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING
from urllib.parse import quote

from fastapi.responses import Response

from casewright.bootstrap.session import Session
from casewright.domain.ids import BlobId
from casewright.server.answers import json_response, marks, respond
from casewright.server.described import (
    ANY_OBJECT,
    TEXT,
    WAITS,
    WAITS_OR_RUNS,
    gives,
    gives_bytes,
    in_header,
    in_path,
    in_query,
    takes_bytes,
)
from casewright.server.own.own_route import OwnRoute
from casewright.server.problems import INVALID, Problem
from casewright.server.requests import key_of
from casewright.server.room import FileResponse
from casewright.server.route import PREFIX
from casewright.server.uploads import received, size_of

if TYPE_CHECKING:
    from fastapi import Request

    from casewright.server.credentials import Caller
    from casewright.server.serving import Serving
    from casewright.tools.calls import ToolResult

_MATTER = f"{PREFIX}/matters/{{matter_id}}"
_DOCUMENT = f"{_MATTER}/documents/{{document_id}}"
_NAME = in_query("filename", {**TEXT, "minLength": 1}, "What the file is called, with its ending", required=True)
_KEY = in_header("Idempotency-Key", "A name of your own for this call: sent again, it is answered from the record")


class DocumentRoutes:
    """Over what is served."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving

    def routes(self) -> tuple[OwnRoute, ...]:
        """All of them."""
        takes = {"parameters": [*in_path("matter_id"), _NAME, _KEY], **takes_bytes()}
        waits = gives(WAITS, 202, "It waits for a person")
        or_runs = gives(WAITS_OR_RUNS, 202, "It waits for a person, or runs as a job")
        both = in_path("matter_id", "document_id")
        known = [*both, in_header("If-None-Match", "The ETag that you have")]
        same = {"304": {"description": "It is what you have"}}
        return (
            OwnRoute(
                *("POST", f"{_MATTER}/documents", "add_document", "Put a file in", "matters", self.add),
                {**takes, "responses": {**gives(ANY_OBJECT, 201), **gives(ANY_OBJECT, 200, "It was there"), **or_runs}},
                gives="add_document",
            ),
            OwnRoute(
                *("POST", f"{_MATTER}/containers", "open_container", "List the files of an archive", "matters"),
                self.open,
                {**takes, "responses": {**gives(ANY_OBJECT), **waits}},
                gives="open_container",
            ),
            OwnRoute(
                *("GET", _DOCUMENT, "show_document", "A document, and how it was read", "matters", self.show),
                {"parameters": known, "responses": {**gives(ANY_OBJECT), **same}},
                gives="show_document",
            ),
            OwnRoute(
                *("GET", f"{_DOCUMENT}/original", "get_original", "Its original", "matters", self.original),
                {"parameters": known, "responses": {**gives_bytes(), **same}},
            ),
        )

    async def add(self, request: Request) -> Response:
        """Bytes become a document of the matter."""
        result = await self._taken(request, "add_document", as_job=True)
        if isinstance(result, Response):
            return result
        fresh = isinstance(result.structured, dict) and not result.structured.get("duplicate")
        return respond(result, created=fresh)

    async def open(self, request: Request) -> Response:
        """The files of an archive or an e-mail become known by their bytes."""
        result = await self._taken(request, "open_container")
        return result if isinstance(result, Response) else respond(result)

    async def _taken(self, request: Request, tool: str, *, as_job: bool = False) -> ToolResult | Response:
        """What the tool says of the bytes; a job's response, where it may be one and the request prefers it.

        Bytes of a case are held by this process alone, so they are read at once, whatever is preferred.
        """
        caller = await self._serving.caller(request)
        caller.require(tool)
        name = _filename(request)
        matter, session = request.path_params["matter_id"], caller.session(self._serving.parts)
        most = self._serving.parts.materials.settings.upload_mb * 1_000_000
        private = await asyncio.to_thread(session.is_private, matter)
        async with AsyncExitStack() as held:
            if private:  # none of it may stand on a disk, so it is in memory from its first byte on
                await held.enter_async_context(self._serving.room.held(size_of(request, most)))
            body = await held.enter_async_context(received(request, most, in_memory=private))
            # Whoever may not put anything in leaves nothing here: the bytes are kept once this was answered.
            # That is a question of ours, and not of the key, which may be for the tool alone.
            ours = Session(self._serving.parts, caller.actor, caller.matter)
            asked = await ours.call("find_documents", {"matter_id": matter, "contents": [{"sha256": body.sha256}]})
            if not asked.success:
                return asked
            blob = BlobId(body.sha256)
            async with self._serving.reading:
                may_add = await asyncio.to_thread(session.may_add, matter)
                if may_add:
                    blob = await asyncio.to_thread(lambda: session.keep(matter, body.read()))
                arguments: dict[str, object] = {"matter_id": matter, "blob_id": blob, "filename": name}
                if as_job and may_add and not private:
                    job = await self._serving.jobs.begin(request, caller, tool, arguments)
                    if job is not None:
                        return job
                return await session.call(tool, arguments, key=key_of(request))

    async def show(self, request: Request) -> Response:
        """A document, known again by its original."""
        result = await self._shown(request, await self._serving.caller(request))
        if not result.success or not isinstance(result.structured, dict):
            return respond(result)
        mark = f'"{result.structured["sha256"]}"'
        if request.headers.get("if-none-match") == mark:
            return Response(status_code=304, headers={"ETag": mark, **marks(result)})
        return json_response(result.structured, headers={"ETag": mark, **marks(result)})

    async def original(self, request: Request) -> Response:
        """The bytes that a document was made of; those of a case's document come out of the vault."""
        caller = await self._serving.caller(request)
        result = await self._shown(request, caller)
        if not result.success or not isinstance(result.structured, dict):
            return respond(result)
        document = result.structured
        mark = f'"{document["sha256"]}"'
        if request.headers.get("if-none-match") == mark:
            return Response(status_code=304, headers={"ETag": mark, **marks(result)})
        blobs, tenant, blob = self._serving.parts.materials.blobs, caller.actor.tenant, BlobId(document["sha256"])
        async with AsyncExitStack() as held:
            await held.enter_async_context(self._serving.room.held(document["file_size"]))
            if await asyncio.to_thread(blobs.has, tenant, blob):
                data = await asyncio.to_thread(blobs.get, tenant, blob)
            else:
                arguments = {"case_id": request.path_params["matter_id"], "document_id": document["document_id"]}
                result = await caller.session(self._serving.parts).call("reveal_original", arguments)
                if not result.success or not isinstance(result.structured, dict):
                    return respond(result)
                data = b64decode(result.structured["base64"])
            # Never shown in place: what a file holds is not this server's to vouch for.
            shown = f"attachment; filename*=UTF-8''{quote(document['filename'].rpartition('/')[2])}"
            kept = {"ETag": mark, "Content-Disposition": shown, "Cache-Control": "private, no-cache"}
            return FileResponse(data, held.pop_all(), {**kept, **marks(result)})

    async def _shown(self, request: Request, caller: Caller) -> ToolResult:
        names = ("matter_id", "document_id")
        arguments = {name: request.path_params[name] for name in names}
        return await caller.session(self._serving.parts).call("show_document", arguments)


def _filename(request: Request) -> str:
    others = [name for name in request.query_params if name != "filename"]
    if others:
        raise Problem(INVALID, f"There is no parameter {others[0]!r} here: leave it out", field=others[0])
    name = request.query_params.get("filename", "")
    if not name:
        raise Problem(INVALID, "Required parameter 'filename' missing: what the file is called", field="filename")
    return name
