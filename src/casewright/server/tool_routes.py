"""Routes of the table as endpoints: who asks, what the request holds, one call, and its response."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.server.answers import json_response, marks, respond
from casewright.server.paging import page, page_size
from casewright.server.requests import arguments_of, key_of
from casewright.tools.arguments import schema as arguments_schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import Request, Response

    from casewright.server.route import Route
    from casewright.server.serving import Serving
    from casewright.tools.calls import ToolResult


class ToolRoute:
    """The endpoint of one route."""

    def __init__(self, route: Route, serving: Serving) -> None:
        self.route = route
        self._serving = serving
        self._schema: Mapping[str, Any] | None = None

    async def __call__(self, request: Request) -> Response:
        """Answer the request. Raises ``Problem``."""
        caller = await self._serving.caller(request)
        arguments = await arguments_of(request, self.route, self._arguments())
        key = None if request.method == "GET" else key_of(request)
        if self.route.as_job:
            job = await self._serving.jobs.begin(request, caller, self.route.tool, arguments)
            if job is not None:
                return job
        result = await caller.session(self._serving.parts).call(self.route.tool, arguments, key=key)
        return self._response(request, result)

    def _response(self, request: Request, result: ToolResult) -> Response:
        lists = self.route.lists
        if lists is None or not result.success or not isinstance(result.structured, dict):
            return respond(result, created=self.route.created)
        limit = page_size(request.query_params.get("limit"))
        return json_response(
            page(result.structured, lists, limit, request.query_params.get("cursor")), headers=marks(result)
        )

    def _arguments(self) -> Mapping[str, Any]:
        if self._schema is None:
            tool = self._serving.parts.registry.get(self.route.tool)
            assert tool is not None, f"the table names {self.route.tool}"
            self._schema = arguments_schema(tool.arguments)
        return self._schema
