"""Whether the process lives, and whether it can work."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi.responses import Response as TextResponse

from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.errors import CasewrightError
from casewright.server.answers import json_response, problem_response
from casewright.server.described import gives_bytes
from casewright.server.own.own_route import OwnRoute
from casewright.server.problems import REFUSED, UNAVAILABLE, Problem

if TYPE_CHECKING:
    from fastapi import Request, Response

    from casewright.server.serving import Serving

_READERS = ("ADMIN", "AUDITOR")
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
    """The routes."""

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

    async def metrics(request: Request) -> Response:
        caller = await serving.caller(request)
        if caller.actor.role not in _READERS or caller.actor.tenant != LOCAL_TENANT:
            raise Problem(REFUSED, "Metrics are for ADMIN and AUDITOR of the server's own tenant")
        data, kind = await asyncio.to_thread(serving.metrics.exposition)
        return TextResponse(data, media_type=kind)

    unavailable = frozenset({str(UNAVAILABLE.status.value)})
    return (
        OwnRoute("GET", "/healthz", "live", "Whether the process lives", "health", live, _STATE, open_to_all=True),
        OwnRoute(
            *("GET", "/readyz", "ready", "Whether it can work", "health", ready, _STATE),
            open_to_all=True,
            problems=unavailable,
        ),
        OwnRoute(
            *("GET", "/metrics", "metrics", "What is counted, for Prometheus", "health", metrics),
            {"responses": gives_bytes("text/plain", "The figures")},
        ),
    )
