"""Drafts of cases: the PDF of a revision, and its pages as pictures. Every look is a call that is recorded."""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from fastapi.responses import Response

from casewright.server.answers import marks, respond
from casewright.server.described import gives_bytes, in_header, in_path, in_query
from casewright.server.own.own_route import OwnRoute
from casewright.server.requests import arguments_of
from casewright.server.route import PREFIX, Route
from casewright.tools.arguments import schema as arguments_schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import Request

    from casewright.server.serving import Serving

_DRAFT = "/cases/{case_id}/drafts/{draft_id}"
_IMAGE = f"{_DRAFT}/pages/{{page}}/image"
_PDF, _PNG = "application/pdf", "image/png"
_PICTURE = "A page of a draft as a picture"


class DraftRoutes:
    """Over what is served."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving

    def routes(self) -> tuple[OwnRoute, ...]:
        """All of them."""
        names = in_path("case_id", "draft_id")
        properties = self._schema()["properties"]
        page = {"name": "page", "in": "path", "required": True, "schema": dict(properties["page"])}
        width = in_query("width", dict(properties["width"]), properties["width"]["description"])
        known = in_header("If-None-Match", "The ETag that you have")
        return (
            OwnRoute(
                *("GET", f"{PREFIX}{_DRAFT}/pdf", "reveal_draft", "A draft's PDF", "cases", self.pdf),
                {
                    "parameters": [*names, known],
                    "responses": {**gives_bytes(_PDF, "The PDF"), "304": {"description": "It is what you have"}},
                },
            ),
            OwnRoute(
                *("GET", f"{PREFIX}{_IMAGE}", "render_draft", _PICTURE, "cases", self.image),
                {"parameters": [*names, page, width], "responses": gives_bytes(_PNG, "The PNG")},
            ),
        )

    async def pdf(self, request: Request) -> Response:
        """The PDF, or that it is the one whose mark was sent."""
        caller = await self._serving.caller(request)
        arguments = {name: request.path_params[name] for name in ("case_id", "draft_id")}
        result = await caller.session(self._serving.parts).call("reveal_draft", arguments)
        if not result.success or not isinstance(result.structured, dict):
            return respond(result)
        draft = result.structured
        mark = f'"{draft["sha256"]}"'
        headers = {"ETag": mark, "Cache-Control": "private, no-cache", **marks(result)}
        if request.headers.get("if-none-match") == mark:
            return Response(status_code=304, headers=headers)
        headers["Content-Disposition"] = f"inline; filename*=UTF-8''{quote(draft['filename'])}"
        # It was made here; even so nothing in it may act.
        headers["Content-Security-Policy"] = "sandbox"
        return Response(b64decode(draft["base64"]), headers=headers, media_type=_PDF)

    async def image(self, request: Request) -> Response:
        """One page of it. A browser keeps none of it: it has personal data on it."""
        caller = await self._serving.caller(request)
        arguments = await arguments_of(request, Route("GET", _IMAGE, "render_draft", _PICTURE), self._schema())
        result = await caller.session(self._serving.parts).call("render_draft", arguments)
        if not result.success or not isinstance(result.structured, dict):
            return respond(result)
        headers = {"Cache-Control": "private, no-store", **marks(result)}
        return Response(b64decode(result.structured["base64"]), headers=headers, media_type=_PNG)

    # Any: a schema as JSON has it.
    def _schema(self) -> Mapping[str, Any]:
        tool = self._serving.parts.registry.get("render_draft")
        assert tool is not None, "a route names render_draft"
        return arguments_schema(tool.arguments)
