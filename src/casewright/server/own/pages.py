"""Pages as pictures: a PNG that is known again by its mark, and not sent twice."""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING, Any

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

_TOOL = "render_page"
_PATH = "/matters/{matter_id}/documents/{document_id}/pages/{page}/image"
_SUMMARY = "A page of a PDF as a picture"
_PNG = "image/png"


class PageRoutes:
    """Over what is served."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving

    def routes(self) -> tuple[OwnRoute, ...]:
        """All of them."""
        properties = self._schema()["properties"]
        page = {"name": "page", "in": "path", "required": True, "schema": dict(properties["page"])}
        width = in_query("width", dict(properties["width"]), properties["width"]["description"])
        known = in_header("If-None-Match", "The ETag of the picture that you have")
        return (
            OwnRoute(
                *("GET", f"{PREFIX}{_PATH}", _TOOL, _SUMMARY, "matters", self.image),
                {
                    "parameters": [*in_path("matter_id", "document_id"), page, width, known],
                    "responses": {**gives_bytes(_PNG, "The PNG"), "304": {"description": "It is what you have"}},
                },
            ),
        )

    async def image(self, request: Request) -> Response:
        """The picture, or that it is the one whose mark was sent."""
        caller = await self._serving.caller(request)
        known = request.headers.get("if-none-match", "").removeprefix("W/").strip('"')[:100]
        route = Route("GET", _PATH, _TOOL, _SUMMARY, fixed={"known": known or None})
        arguments = await arguments_of(request, route, self._schema())
        result = await caller.session(self._serving.parts).call(_TOOL, arguments)
        if not result.success or not isinstance(result.structured, dict):
            return respond(result)
        shown = result.structured
        # Whoever lost the right to see it must not be shown it by their browser: it asks each time.
        headers = {"ETag": f'"{shown["mark"]}"', "Cache-Control": "private, no-cache", **marks(result)}
        if shown["base64"] is None:
            return Response(status_code=304, headers=headers)
        return Response(b64decode(shown["base64"]), headers=headers, media_type=_PNG)

    # Any: a schema as JSON has it.
    def _schema(self) -> Mapping[str, Any]:
        tool = self._serving.parts.registry.get(_TOOL)
        assert tool is not None, f"a route names {_TOOL}"
        return arguments_schema(tool.arguments)
