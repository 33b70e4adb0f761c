"""Whether the process lives, and whether it can work."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from casewright.errors import CasewrightError
from casewright.server.answers import json_response, problem_response
from casewright.server.own_routes import OwnRoute
from casewright.server.problems import UNAVAILABLE

if TYPE_CHECKING:
    from fastapi import Request, Response

    from casewright.server.serving import Serving

_STATE = {
    "responses": {
        "200": {
            "description": "It does",
            "content": {
                "application/json": {"schema": {"type": "object", "properties": {"status": {"type": "string"}}}}
            },
        }
    }
}


def health_routes(serving: Serving) -> tuple[OwnRoute, ...]:
    """The two routes."""

    async def live(_request: Request) -> Response:
        return json_response({"status": "alive"})

    async def ready(_request: Request) -> Response:
        try:
            state = await asyncio.to_thread(serving.parts.materials.database.schema_state)
        except CasewrightError:
            return problem_response(UNAVAILABLE, "The database does not answer: try again later")
        if state != "current" or serving.ending:
            return problem_response(UNAVAILABLE, "It is not ready for work: try another process, or try again later")
        return json_response({"status": "ready"})

    unavailable = frozenset({str(UNAVAILABLE.status.value)})
    return (
        OwnRoute("GET", "/healthz", "live", "Whether the process lives", "health", live, _STATE, open_to_all=True),
        OwnRoute(
            *("GET", "/readyz", "ready", "Whether it can work", "health", ready, _STATE),
            open_to_all=True,
            problems=unavailable,
        ),
    )
